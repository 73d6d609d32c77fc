import type { SandboxLanguage } from '../types';
import english from './en.json';
import simplifiedChinese from './zh-cn.json';
import traditionalChinese from './zh-tw.json';

/** Every text of the sandbox's pages in one language; `{0}` and so on stand for what {@link filled} puts there. */
export type PageTexts = typeof english;

export function filled(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (whole, at: string) => String(values[Number(at)] ?? whole));
}

/**
 * The texts in the language that the browser prefers; in the sandbox's own language if none of those is available.
 *
 * @param accepted - The header Accept-Language, whose languages count in the order of their weights.
 */
export function chooseTexts(accepted: string | undefined, language: SandboxLanguage): PageTexts {
  const wanted = (accepted ?? '')
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((text) => text !== undefined);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight), index };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { tag } of wanted) {
    const texts = textsOf(tag);
    if (texts !== undefined) return texts;
  }
  return textsOf(language) ?? english;
}

function textsOf(tag: string): PageTexts | undefined {
  if (/^zh-(hant|tw|hk|mo)\b/.test(tag)) return traditionalChinese;
  if (/^zh\b/.test(tag)) return simplifiedChinese;
  return /^en\b/.test(tag) ? english : undefined;
}
