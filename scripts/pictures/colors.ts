import type { Page } from 'playwright-core';
import type { Colors } from './svg';

/** The variables for the colors of a workbench, such as `--vscode-editor-background`. */
export async function colorVariables(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const found = new Set();
    for (const sheet of document.styleSheets) {
      if (sheet.href !== null) continue;
      for (const rule of sheet.cssRules) {
        if (rule.selectorText !== '.monaco-workbench') continue;
        for (const name of rule.style) if (name.startsWith('--vscode-') && /^(#|rgb)/.test(rule.style.getPropertyValue(name).trim())) found.add(name);
      }
    }
    return [...found];
  })()`);
}

/** A unique color for each variable, so that a painted color identifies its variable. */
export function uniqueColors(variables: readonly string[]): ReadonlyMap<string, string> {
  return new Map(variables.map((name, at) => [name, `#${(0x101010 + at * 0x0305).toString(16)}`]));
}

/** The setting that gives a window these colors. */
export function customizations(colors: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...colors].map(([name, color]) => [name.replace('--vscode-', '').replaceAll('-', '.'), color]));
}

/** Names painted colors; a color without a name is reported to `lost` and becomes the color of text. */
export function namedColors(colors: ReadonlyMap<string, string>, lost: (computed: string) => void): Colors {
  const names = new Map([...colors].map(([name, color]) => [color, name]));
  return {
    name: (computed) => {
      if (computed.includes('color-mix')) return { color: computed, opacity: 1 };
      const [red, green, blue, alpha = '1'] = computed.match(/[\d.]+/g) ?? [];
      const isShare = computed.startsWith('color(');
      const hex = [red, green, blue].map((part) =>
        Math.round(Number(part) * (isShare ? 255 : 1))
          .toString(16)
          .padStart(2, '0'),
      );
      const name = names.get(`#${hex.join('')}`);
      if (name === undefined) lost(computed);
      return { color: `var(${name ?? '--vscode-foreground'})`, opacity: Number(alpha) };
    },
  };
}
