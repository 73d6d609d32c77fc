import type { Random } from '../random';

const markup = [
  '<em>',
  '</em>',
  '<em>',
  '</em>',
  '<EM>',
  '<em >',
  '</em >',
  '<em/>',
  '<em class="x">',
  '&lt;em&gt;',
  '<e',
  'm>',
  '<',
  '>',
  '</',
  '<<em>em>',
  '<mark>',
  '</mark>',
  '</span>',
  '"><b>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="<b>">',
  '<style>*{}</style>',
  '<!--',
  '-->',
  '<![CDATA[',
  "' onmouseover='alert(1)",
  '{{x}}',
  '${x}',
  '{0}',
  '{1}',
];
const markdown = [
  '[x](command:workbench.action.quit)',
  '[x](https://evil.example)',
  '[x](HTTPS://evil.example "t")',
  '[x](file:///etc/passwd)',
  '![i](https://evil.example/x.png)',
  '[',
  ']',
  '](',
  '(command:a.b)',
  '`',
  '```',
  '**',
  '_',
  '|',
  '\n',
  '\n\n',
  '\r\n',
  '\n|',
  '\n---\n',
  '# ',
  '> ',
  '<https://evil.example>',
  'https://evil.example',
  'www.evil.example',
  'a@b.example',
  '$(alert)',
  '[x]: https://evil.example',
  '[x][x]',
  '~~',
  '\\',
  '\\\\',
  '&#x5b;',
  '&lbrack;',
  '&amp;',
  '  \n',
  '* ',
  '1. ',
  '    ',
  '\t',
  '---',
];
/** Bidirectional and other format characters, separators, controls, surrogates, fillers, tags, variation selectors. */
const characters = [
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\u2064',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\u115f',
  '\u3164',
  '\uffa0',
  '\u180e',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u00a0',
  '\u2003',
  '\u3000',
  '\u0000',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u009b',
  '\ud800',
  '\udc00',
  '\ud83d',
  '\u{e0041}',
  '\u{e007f}',
  '\u{e0100}',
  '\ufe0f',
  '\ufff9',
  '\ufffd',
  '\uffff',
  '\u0301',
  '\u2800',
  '\u206a',
  '\u17b4',
  '\u{1d173}',
];
const plain = [
  'CPI',
  '消费者',
  '物价',
  '指数',
  'é',
  'ß',
  '😀',
  '👩‍💻',
  'العربية',
  'עברית',
  ' ',
  ' ',
  'a',
  '0',
  '1.5',
  '%',
  '-',
  "'",
  '"',
  '&',
  ';',
  ':',
  '/',
  '=',
  '@',
  'Non-farm payrolls',
];
/** What the calendar strips from a name, whole and in parts. */
const periods = [
  '(Nov 2026)',
  '(Q3 2026)',
  'Q3',
  ' 2026',
  '(week ended ',
  '(',
  ')',
  'Nov',
  '11月',
  '第三季度',
  '2026年',
  '截至11月14日当周',
];
const all: readonly (readonly string[])[] = [markup, markdown, characters, plain, plain, periods];

/** A text by an attacker who wants it to be more than text. */
export function hostileText(random: Random, mostPieces = 12): string {
  let text = '';
  const pieces = random.integer(0, mostPieces);
  for (let count = 0; count < pieces; count += 1)
    text += random.chance(0.05) ? String.fromCodePoint(random.integer(0, 0x10ffff)) : random.pick(random.pick(all));
  return text;
}

export function hostileCharacter(random: Random): string {
  return random.chance(0.2) ? String.fromCodePoint(random.integer(0, 0x10ffff)) : random.pick(characters);
}

/** The text with some places changed: a character inserted, removed, or doubled. */
export function damaged(random: Random, text: string, times: number): string {
  let result = text;
  for (let count = 0; count < times; count += 1) {
    const at = random.integer(0, result.length);
    const kind = random.integer(0, 3);
    if (kind === 0) result = result.slice(0, at) + hostileCharacter(random) + result.slice(at);
    else if (kind === 1) result = result.slice(0, at) + result.slice(at + random.integer(1, 3));
    else if (kind === 2) result = result.slice(0, at) + result.slice(Math.max(0, at - random.integer(1, 8)));
    else result = result.slice(0, at) + String.fromCharCode(random.integer(32, 126)) + result.slice(at + 1);
  }
  return result;
}
