import { shortened, visibleText } from './visibleText';

const longest = 80;
/** Everything that reads as a quotation mark, in any language, and spaces that look like one space. */
const quotationMarks =
  /["'`´\u00ab\u00bb\u2018-\u201f\u2039\u203a\u2e42\u300c-\u300f\u301d-\u301f\uff02\uff07\u02ba\u02bc\u02ee\u2032-\u2037]/gu;
const spaces = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/gu;

/** The name that a program gave itself, for a sentence of ours: no quotation mark of its own ends ours, and no space is wider than it looks. */
export function quotableName(name: string): string {
  return shortened(visibleText(name.replaceAll(spaces, ' ')).trim(), longest)
    .replaceAll('](', '] (')
    .replaceAll(quotationMarks, '·');
}

/** Letters of other scripts, and digits, that look like Latin ones. */
const lookalikes: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
    һ: 'h',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    в: 'b',
    к: 'k',
    м: 'm',
    т: 't',
    н: 'h',
  },
  ...{ α: 'a', ε: 'e', ο: 'o', ρ: 'p', ν: 'v', υ: 'u', ι: 'i', κ: 'k', τ: 't', χ: 'x', η: 'n', ω: 'w', ϲ: 'c' },
  ...{ '0': 'o', '1': 'l', '3': 'e', '5': 's', '|': 'l', ı: 'i', ł: 'l', ø: 'o', đ: 'd' },
};

/** Whether two different names look alike: in case, spaces, signs, accents, or letters of another script. */
export function looksLike(one: string, other: string): boolean {
  return one !== other && skeleton(one) === skeleton(other);
}

function skeleton(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}|]/gu, '');
  return Array.from(plain, (letter) => lookalikes[letter] ?? letter)
    .join('')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm');
}
