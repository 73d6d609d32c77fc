import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { packedFolder } from '../../support/packed/packedFolder';

/** The texts of the manifest and of the code in a language. */
export interface Texts {
  /** Title of a command in the palette, by its key without `command.`. */
  command(key: string): string;
  /** A text of the manifest by its key. */
  manifest(key: string): string;
  /** A text of the code by its English original. */
  code(english: string): string;
}

/** Reads the texts of a display language such as `zh-cn` from the package. */
export async function readTexts(locale: string): Promise<Texts> {
  const [manifest, code] = await Promise.all([
    read(path.join(packedFolder, `package.nls.${locale}.json`)),
    read(path.join(packedFolder, 'l10n', `bundle.l10n.${locale}.json`)),
  ]);
  const find = (texts: ReadonlyMap<string, string>, key: string): string => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`${locale} has no text for “${key}”.`);
    return text;
  };
  return {
    command: (key) => `Market Desk: ${find(manifest, `command.${key}`)}`,
    manifest: (key) => find(manifest, key),
    code: (english) => find(code, english),
  };
}

async function read(file: string): Promise<ReadonlyMap<string, string>> {
  const texts: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (typeof texts !== 'object' || texts === null) throw new Error(`${file} holds no texts.`);
  return new Map(Object.entries(texts).map(([key, text]) => [key, String(text)]));
}

/** Words in Latin letters in every language: names, codes, keys. */
const latin = [
  'Harbour Securities|Jade Capital|Eastern Trust|Summit Brokers|Lotus Markets',
  'Market Desk|Charting by TradingView|Toyota Motor|calendar\\.example',
  'ETF|VWAP|EMA|RSI|CPI|PPI|PMI|PCE|GDP|ZEW|ISM|EIA|IFO|ADP|JOLTs|MBA|TCH|Tankan|HKD|USD|CNY|JPY|SGD|EUR|GBP|SEHK|UTC|API|CSV|JSON',
  'OAuth|IPO|Ctrl|Alt|Shift|Enter|Delete|Space|Esc|Home|End|PageUp|PageDown',
];
/** Symbols, addresses, IDs of orders, and names of options such as `AAPL 281215 230.00`. */
const codes = /[A-Z]{2}\.[A-Z0-9.]+|[a-z]+:\/\/\S+|\b[A-Z]+-\d+\b|\b[A-Z]{1,6} \d{6} [\d.]+/g;
const names = new RegExp(`(?<![A-Za-z])(${latin.join('|')})(?![A-Za-z])`, 'g');

/** The texts that contain an English word of at least three letters. */
export function englishIn(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => /[A-Za-z]{3,}/.test(text.replaceAll(codes, ' ').replaceAll(names, ' ')));
}

/** The English texts of a page in another language: texts, names, tooltips, and hints. */
export async function englishTexts(frame: Frame): Promise<readonly string[]> {
  const shown = await frame.evaluate<readonly string[]>(`(() => {
    const found = new Set();
    for (const element of document.querySelectorAll('body *')) {
      // A picture of the product shows names of companies as they are written everywhere.
      if (element.matches('script, style, .picture *') || !element.checkVisibility({ visibilityProperty: true })) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-description', 'alt'])
        if (element.hasAttribute(name)) found.add(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.data.trim());
    }
    return [...found];
  })()`);
  return englishIn(shown);
}

/** Headings, labels, and buttons whose text does not fit; texts for screen readers alone do not count. */
export async function cutOff(frame: Frame): Promise<readonly string[]> {
  return frame.evaluate<readonly string[]>(`(() => {
    // What is aligned to the right leaves to the left, and nothing scrolls there.
    const leavesToTheLeft = (element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left < element.getBoundingClientRect().left - 0.5;
    };
    return [...document.querySelectorAll('h1, h2, th, dt, label, button, [role=columnheader], [role=tab]')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1 && getComputedStyle(element).overflowX !== 'visible')
      .filter((element) => element.scrollWidth > element.clientWidth + 1 || leavesToTheLeft(element))
      .map((element) => element.textContent.trim());
  })()`);
}
