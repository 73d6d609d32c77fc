import type { Area, Traced, TraceRequest } from '../traced';

/** Attributes with the geometry of a shape. */
const geometry = ['d', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height', 'points'];
/** Styles of a shape other than its colors, and their default values. */
const looks = { 'stroke-width': '1px', 'stroke-dasharray': 'none', 'fill-opacity': '1' };
const shapes = 'path, rect, line, circle, ellipse, polyline, polygon';

/** Reads what is painted in a document, in the order of painting, as far as pictures of this product need it. */
class Tracer {
  readonly found: Traced[] = [];
  readonly #rules: readonly CSSStyleRule[];
  readonly #measure = document.createElement('canvas').getContext('2d');

  constructor(styles: string) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    this.#rules = [...sheet.cssRules].filter((rule) => rule instanceof CSSStyleRule);
  }

  walk(element: Element, clip: Area, above: number): void {
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || (style.display !== 'contents' && !element.checkVisibility())) return;
    const opacity = above * Number(style.opacity);
    if (opacity === 0) return;
    const box = element.getBoundingClientRect();
    if (element instanceof SVGSVGElement) {
      this.#drawing(element, clip, opacity);
      return;
    }
    if (style.display !== 'contents') {
      this.#box(element, box, style, clip, opacity);
      this.#icon(element, box, style, clip, opacity);
    }
    const inner = style.overflowX === 'visible' ? clip : common(clip, box);
    if (inner.width <= 0 || inner.height <= 0) return;
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) {
      this.#field(element, box, style, opacity);
      return;
    }
    const children = element.shadowRoot?.childNodes ?? (element instanceof HTMLSlotElement ? assigned(element) : element.childNodes);
    for (const child of [...children].toSorted((one, other) => layerOf(one) - layerOf(other))) {
      if (child instanceof Element) this.walk(child, inner, opacity);
      else if (child instanceof Text) this.#text(child, style, inner, opacity);
    }
  }

  #box(element: Element, box: DOMRect, style: CSSStyleDeclaration, clip: Area, opacity: number): void {
    const area = common(clip, box);
    if (area.width <= 0 || area.height <= 0) return;
    const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.height / 2);
    const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
      width: style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`]),
      color: style[`border${side}Color`],
    }));
    const [top, right, bottom, left] = sides;
    if (top === undefined || right === undefined || bottom === undefined || left === undefined) return;
    const isFramed = sides.every(({ width, color }) => width > 0 && color === top.color) && isSeen(top.color);
    const fill = this.#color(element, 'background-color', style.backgroundColor);
    if (isFramed || isSeen(fill)) {
      const whole = isFramed ? { x: box.x + 0.5, y: box.y + 0.5, width: box.width - 1, height: box.height - 1 } : area;
      const stroke = isFramed ? this.#color(element, 'border-color', top.color) : '';
      this.found.push({ kind: 'box', ...plain(whole), radius, fill: isSeen(fill) ? fill : '', stroke, opacity });
    }
    if (isFramed) return;
    const lines: readonly (readonly [{ readonly width: number; readonly color: string }, Area])[] = [
      [top, { x: box.x, y: box.y, width: box.width, height: top.width }],
      [bottom, { x: box.x, y: box.bottom - bottom.width, width: box.width, height: bottom.width }],
      [left, { x: box.x, y: box.y, width: left.width, height: box.height }],
      [right, { x: box.right - right.width, y: box.y, width: right.width, height: box.height }],
    ];
    for (const [{ width, color }, line] of lines) {
      const seen = common(clip, line);
      if (width > 0 && isSeen(color) && seen.width > 0 && seen.height > 0)
        this.found.push({ kind: 'box', ...plain(seen), radius: 0, fill: color, stroke: '', opacity });
    }
  }

  #icon(element: Element, box: DOMRect, style: CSSStyleDeclaration, clip: Area, opacity: number): void {
    const before = getComputedStyle(element, '::before');
    const character = /^"(.)"$/u.exec(before.content)?.[1];
    if (character === undefined || !before.fontFamily.includes('codicon')) return;
    const size = Number.parseFloat(before.fontSize);
    const left = box.x + Number.parseFloat(style.paddingLeft);
    const width = box.width - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const area = { x: left + Math.max(0, (width - size) / 2), y: box.y + (box.height - size) / 2, width: size, height: size };
    if (common(clip, area).width < size / 2 || common(clip, area).height < size / 2) return;
    const matrix = before.transform === 'none' ? new DOMMatrix() : new DOMMatrix(before.transform);
    const turn = Math.round((Math.atan2(matrix.b, matrix.a) * 180) / Math.PI);
    this.found.push({ kind: 'icon', x: area.x, y: area.y, size, character, turn, fill: before.color, opacity });
  }

  #field(field: HTMLInputElement | HTMLSelectElement, box: DOMRect, style: CSSStyleDeclaration, opacity: number): void {
    const typed = field instanceof HTMLInputElement ? field.value : (field.selectedOptions[0]?.label ?? '');
    const placeholder = field instanceof HTMLInputElement ? field.placeholder : '';
    const text = typed === '' ? placeholder : typed;
    if (text === '' || this.#measure === null) return;
    this.#measure.font = fontOf(style);
    const { width, fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = this.#measure.measureText(text);
    const fill = typed === '' ? getComputedStyle(field, '::placeholder').color : style.color;
    const x = box.x + Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth);
    this.#write(text, { x, width, baseline: box.y + (box.height - ascent - descent) / 2 + ascent }, style, fill, opacity);
  }

  #text(node: Text, style: CSSStyleDeclaration, clip: Area, opacity: number): void {
    if (node.data.trim() === '' || this.#measure === null) return;
    this.#measure.font = fontOf(style);
    const { fontBoundingBoxAscent: ascent } = this.#measure.measureText('x');
    const range = document.createRange();
    range.selectNodeContents(node);
    const whole = range.getBoundingClientRect();
    if (whole.bottom <= clip.y || whole.top >= clip.y + clip.height || whole.right <= clip.x || whole.left >= clip.x + clip.width) return;
    const lines = new Map<number, { text: string; spaces: string; left: number; right: number }>();
    const parent = node.parentElement;
    const hasEllipsis = parent !== null && endsWithDots(parent);
    for (let at = 0; at < node.length; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const place = range.getBoundingClientRect();
      // A line that is cut through its letters is left out.
      if (place.width === 0 || place.bottom > clip.y + clip.height + 3 || place.top < clip.y - 3) continue;
      const top = Math.round(place.top);
      const character = node.data.charAt(at);
      const line = lines.get(top);
      // Spaces are kept between words only: at the ends SVG would drop them and stretch the rest.
      if (/\s/.test(character)) {
        if (line !== undefined) line.spaces += ' ';
      } else if (line === undefined) lines.set(top, { text: character, spaces: '', left: place.left, right: place.right });
      else [line.text, line.spaces, line.right] = [line.text + line.spaces + character, '', Math.max(line.right, place.right)];
    }
    for (const [top, { text, left, right }] of lines) {
      const end = clip.x + clip.width;
      if (left >= end || right <= clip.x) continue;
      // Text that extends beyond the clip loses letters in proportion: the font is the reader's anyway.
      const share = right <= end + 0.5 ? 1 : (end - left) / (right - left);
      const kept =
        share === 1
          ? text
          : `${text.slice(0, Math.max(0, Math.floor(text.length * share) - (hasEllipsis ? 1 : 0))).trimEnd()}${hasEllipsis ? '…' : ''}`;
      this.#write(
        kept,
        {
          x: left,
          width: hasEllipsis ? Math.min(right, end) - left : ((right - left) * kept.length) / text.length,
          baseline: top + ascent,
        },
        style,
        this.#color(parent, 'color', style.color),
        opacity,
      );
    }
  }

  #write(
    text: string,
    place: { readonly x: number; readonly width: number; readonly baseline: number },
    style: CSSStyleDeclaration,
    fill: string,
    opacity: number,
  ): void {
    const written = text.trim();
    if (written === '') return;
    this.found.push({
      kind: 'text',
      ...place,
      text: style.textTransform === 'uppercase' ? written.toUpperCase() : written,
      size: Number.parseFloat(style.fontSize),
      weight: Number(style.fontWeight),
      isCode: /mono|consol|menlo|courier/i.test(style.fontFamily),
      fill,
      opacity,
    });
  }

  #drawing(svg: SVGSVGElement, clip: Area, opacity: number): void {
    const box = svg.getBoundingClientRect();
    const seen = common(clip, box);
    if (seen.width < box.width - 1 || seen.height < box.height - 1) return;
    for (const shape of svg.querySelectorAll<SVGGraphicsElement>(shapes)) {
      const style = getComputedStyle(shape);
      const matrix = shape.getScreenCTM();
      if (style.display === 'none' || matrix === null) continue;
      const attributes = Object.fromEntries(
        geometry.flatMap((name) => {
          const value = shape.getAttribute(name);
          return value === null || value === '' ? [] : [[name, value]];
        }),
      );
      for (const [name, usual] of Object.entries(looks)) {
        const value = style.getPropertyValue(name);
        if (value !== usual) attributes[name] = value.replaceAll('px', '');
      }
      this.found.push({
        kind: 'shape',
        x: matrix.e,
        y: matrix.f,
        scaleX: matrix.a,
        scaleY: matrix.d,
        tag: shape.tagName,
        attributes,
        fill: style.fill === 'none' || shape instanceof SVGLineElement ? '' : this.#color(shape, 'fill', style.fill),
        stroke: style.stroke === 'none' ? '' : this.#color(shape, 'stroke', style.stroke),
        opacity: opacity * Number(style.opacity),
      });
    }
  }

  /** A mixed color as its expression, so that the reader's theme mixes it again; any other as it is. */
  #color(element: Element | null, property: string, computed: string): string {
    if (element === null || !computed.startsWith('color(')) return computed;
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      for (const rule of this.#rules.toReversed()) {
        const short = property === 'background-color' ? 'background' : property;
        const value = rule.style.getPropertyValue(property) || rule.style.getPropertyValue(short);
        if (!/color-mix|var\(|currentcolor/i.test(value) || !at.matches(rule.selectorText)) continue;
        if (/^currentcolor$/i.test(value)) return this.#color(element, 'color', computed);
        const resolved = this.#resolve(at, value);
        if (resolved.includes('color-mix')) return resolved;
      }
      if (property !== 'color') break;
    }
    return computed;
  }

  /** Replaces the product's own variables by their values; those of the theme stay. */
  #resolve(element: Element, value: string): string {
    const next = value.replace(
      /var\((--(?!vscode)[\w-]+)(?:,\s*((?:[^()]|\((?:[^()]|\([^()]*\))*\))*))?\)/g,
      (_, name: string, fallback: string | undefined) => {
        const held = this.#own(element, name);
        return held === '' ? (fallback ?? '') : held;
      },
    );
    return next === value ? value : this.#resolve(element, next);
  }

  /** A variable as it was written, from the nearest element that sets it. */
  #own(element: Element, name: string): string {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      for (const rule of this.#rules.toReversed()) {
        const value = rule.style.getPropertyValue(name).trim();
        if (value !== '' && (at.matches(rule.selectorText) || (rule.selectorText === ':root' && at === document.documentElement)))
          return value;
      }
    }
    return '';
  }
}

/** Sticky headers are painted over what scrolls below them. */
function layerOf(node: Node): number {
  if (!(node instanceof Element)) return 0;
  const { position, zIndex } = getComputedStyle(node);
  return position === 'static' ? 0 : Number(zIndex) || 0;
}

/** The shorthand is empty if a style says more than it can hold. */
function fontOf({ fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): string {
  return `${fontWeight} ${fontSize} ${fontFamily}`;
}

function assigned(slot: HTMLSlotElement): readonly Node[] {
  const nodes = slot.assignedNodes();
  return nodes.length > 0 ? nodes : [...slot.childNodes];
}

function endsWithDots(element: Element): boolean {
  return [element, element.parentElement, element.parentElement?.parentElement].some(
    (at) => at !== null && at !== undefined && at.scrollWidth > at.clientWidth && getComputedStyle(at).textOverflow === 'ellipsis',
  );
}

function isSeen(color: string): boolean {
  return color !== '' && color !== 'transparent' && !/(, |\/ )0\)$/.test(color);
}

function plain({ x, y, width, height }: Area): Area {
  return { x, y, width, height };
}

function common(one: Area, other: Area): Area {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  return {
    x,
    y,
    width: Math.min(one.x + one.width, other.x + other.width) - x,
    height: Math.min(one.y + one.height, other.y + other.height) - y,
  };
}

/** Everything visible in an area of the document, from back to front. */
export function trace({ selector, area, styles }: TraceRequest): readonly Traced[] {
  const tracer = new Tracer(styles);
  const root = selector === undefined ? document.body : document.querySelector(selector);
  if (root === null) throw new Error(`There is no ${String(selector)}.`);
  tracer.walk(root, area, 1);
  return tracer.found;
}
