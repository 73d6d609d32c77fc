import type { Area, Traced } from './traced';

/** Writes colors by the names in the reader's theme, and collects those without a name. */
export interface Colors {
  readonly name: (computed: string) => { readonly color: string; readonly opacity: number };
}

/** A drawing with real text: VS Code shows it in the reader's fonts and colors. */
export function svgOf(
  traced: readonly Traced[],
  area: Area,
  background: string,
  colors: Colors,
  pathOf: (character: string) => string,
): string {
  const { width, height } = area;
  const parts = withoutCovered(withoutHidden(traced, area), colors)
    .map((item) => partOf(item, area, colors, pathOf))
    .filter((part) => part !== '');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" fill="var(--vscode-foreground)" font-family="var(--vscode-font-family)" font-size="13">`,
    `<clipPath id="c"><rect width="${round(width)}" height="${round(height)}" rx="6"/></clipPath>`,
    `<g clip-path="url(#c)">`,
    `<rect width="${round(width)}" height="${round(height)}" fill="${background}"/>`,
    ...parts,
    `</g>`,
    `<rect x=".5" y=".5" width="${round(width - 1)}" height="${round(height - 1)}" rx="5.5" fill="none" stroke="var(--vscode-widget-border)"/>`,
    `<rect x=".5" y=".5" width="${round(width - 1)}" height="${round(height - 1)}" rx="5.5" fill="none" stroke="var(--vscode-contrastBorder)"/>`,
    `</svg>\n`,
  ].join('\n');
}

function partOf(item: Traced, area: Area, colors: Colors, pathOf: (character: string) => string): string {
  const [x, y] = [item.x - area.x, (item.kind === 'text' ? item.baseline : item.y) - area.y];
  switch (item.kind) {
    case 'box': {
      if (x >= area.width || y >= area.height || x + item.width <= 0 || y + item.height <= 0) return '';
      const rx = item.radius === 0 ? '' : ` rx="${round(item.radius)}"`;
      return `<rect x="${round(x)}" y="${round(y)}" width="${round(item.width)}" height="${round(item.height)}"${rx}${ground(item.fill, colors, item.opacity)}${paint('stroke', item.stroke, colors, item.opacity)}/>`;
    }
    case 'text': {
      if (x >= area.width || y <= 0 || y - item.size >= area.height) return '';
      const looks = [
        item.size === 13 ? '' : ` font-size="${round(item.size)}"`,
        item.weight < 500 ? '' : ` font-weight="${item.weight}"`,
        item.isCode ? ' font-family="var(--vscode-editor-font-family)"' : '',
      ].join('');
      const length = item.text.length > 1 ? ` textLength="${round(item.width)}" lengthAdjust="spacingAndGlyphs"` : '';
      return `<text x="${round(x)}" y="${round(y)}"${looks}${length}${paint('fill', item.fill, colors, item.opacity)}>${escaped(item.text).replace(/ {2,}/g, (spaces) => '\u00a0'.repeat(spaces.length))}</text>`;
    }
    case 'icon': {
      if (x >= area.width || y >= area.height || y + item.size <= 0 || x + item.size <= 0) return '';
      const scale = item.size === 16 ? '' : ` scale(${round(item.size / 16)})`;
      const turn = item.turn === 0 ? '' : ` rotate(${item.turn} 8 8)`;
      return `<path transform="translate(${round(x)} ${round(y)})${scale}${turn}" d="${pathOf(item.character)}"${paint('fill', item.fill, colors, item.opacity)}/>`;
    }
    case 'shape': {
      if (x >= area.width || y >= area.height) return '';
      const attributes = Object.entries(item.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
      const scale = item.scaleX === 1 && item.scaleY === 1 ? '' : ` scale(${round(item.scaleX)} ${round(item.scaleY)})`;
      return `<${item.tag} transform="translate(${round(x)} ${round(y)})${scale}"${attributes.join('')}${paint('fill', item.fill, colors, item.opacity)}${paint('stroke', item.stroke, colors, item.opacity)}/>`;
    }
  }
}

/** A theme may omit a color: then text and icons have the color of text, and areas have none. */
function paint(attribute: 'fill' | 'stroke', computed: string, colors: Colors, opacity: number): string {
  if (computed === '') return attribute === 'fill' ? ' fill="none"' : '';
  const { color, opacity: own } = colors.name(computed);
  const share = own * opacity;
  return ` ${attribute}="${color}"${share < 1 ? ` ${attribute}-opacity="${round(share)}"` : ''}`;
}

function ground(computed: string, colors: Colors, opacity: number): string {
  return paint('fill', computed, colors, opacity).replace(/^ fill="var\((--[\w-]+)\)/, ' fill="var($1,none)');
}

/** Without backgrounds that another one covers completely. */
function withoutHidden(traced: readonly Traced[], area: Area): readonly Traced[] {
  const isGround = (item: Traced): boolean =>
    item.kind === 'box' &&
    item.fill !== '' &&
    item.x <= area.x &&
    item.y <= area.y &&
    item.x + item.width >= area.x + area.width &&
    item.y + item.height >= area.y + area.height;
  const first = traced.findIndex((item) => item.kind !== 'box');
  const last = traced.slice(0, first).findLastIndex(isGround);
  return traced.slice(Math.max(0, last));
}

/** Without words and icons that a box covers: in a theme without that box's color, they would show through. */
function withoutCovered(traced: readonly Traced[], colors: Colors): readonly Traced[] {
  return traced.filter((item, at) => {
    if (item.kind !== 'text' && item.kind !== 'icon') return true;
    const [top, width] = item.kind === 'text' ? [item.baseline - item.size, item.width] : [item.y, item.size];
    return !traced
      .slice(at + 1)
      .some(
        (box) =>
          box.kind === 'box' &&
          box.fill !== '' &&
          box.opacity * colors.name(box.fill).opacity === 1 &&
          box.x <= item.x &&
          box.y <= top + item.size / 2 &&
          box.x + box.width >= item.x + width &&
          box.y + box.height >= top + item.size / 2,
      );
  });
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
