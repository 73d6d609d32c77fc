import { describe, expect, it } from 'vitest';
import { textsBelow, textsOf } from './sources/shownTexts';
import { sources } from './sources/sources';

interface Text {
  readonly english: string;
  readonly chinese: string;
}

const manifest = textsOf('package.nls.json');
const messages = new Map([
  ...Object.entries(manifest),
  ...sources('src').flatMap((source) => textsBelow(source, source.tree).map(({ key, message }) => [key, message] as const)),
]);
const textsIn = (language: string): readonly Text[] =>
  Object.entries(textsOf(`l10n/bundle.l10n.${language}.json`)).map(([key, chinese]) => ({ english: messages.get(key) ?? key, chinese }));

const han = '[\\u3400-\\u9fff\\uff00-\\uff60。「」“”]';
/** Not those of a format such as `market.code`, or around a character that is named. */
const halfWidth = new RegExp(`${han}[,;:!?)]|${han} ?\\(|[,;!?)]${han}|[,;)] ${han}|${han}\\.(?![\\w\\u3400-\\u9fff])`);
const ends = { '.': '。', '?': '？', '!': '！', ':': '：', '…': '…' } as const;

/** Formal faults of a translation, whatever its meaning; empty if there are none. */
function faultsOf({ english, chinese }: Text, formal: boolean): readonly string[] {
  const [, last = ''] = /([.?!:…])$/.exec(english) ?? [];
  const end = Object.entries(ends).find(([mark]) => mark === last)?.[1] ?? '';
  return [
    ...((formal ? /你/ : /您/).test(chinese) ? [`says ${formal ? '你 for 您' : '您 for 你'}`] : []),
    // The side of an order is 買進, as brokers in Taiwan say; both words on one page would look like two sides.
    ...(formal && /買入/.test(chinese) ? ['says 買入 for 買進'] : []),
    ...((formal ? /[“”]/ : /[「」]/).test(chinese) ? ['has the quotation marks of the other Chinese'] : []),
    ...(halfWidth.test(chinese) ? ['has half-width punctuation'] : []),
    ...(/[。，；：！？] /.test(chinese) ? ['has a blank after full-width punctuation'] : []),
    ...(chinese.endsWith(end) ? [] : [`does not end in “${end}”`]),
    ...(last === '' && /[。？！…]$/.test(chinese) ? ['ends as no English text does'] : []),
    ...(new RegExp(`[\\u3400-\\u9fff][A-Za-z0-9]|[A-Za-z0-9][\\u3400-\\u9fff]`).test(chinese) ? ['has no blank beside Latin letters'] : []),
    ...(placeholders(english) === placeholders(chinese) ? [] : ['has other placeholders']),
  ];
}

const placeholders = (text: string): string => [...new Set(text.match(/\{\d\}/g) ?? [])].sort().join('');

describe.each([
  ['zh-cn', false],
  ['zh-tw', true],
] as const)('texts in %s', (language, isFormal) => {
  it('use the forms of address, punctuation, and endings that docs/words.md requires', () => {
    const texts = textsIn(language);
    expect(texts.length).toBeGreaterThan(1000);
    const wrong = texts.flatMap((text) => faultsOf(text, isFormal).map((fault) => `“${text.chinese}” (${text.english}) ${fault}`));
    expect(wrong).toEqual([]);
  });

  it.each([
    { english: 'The order was canceled.', chinese: isFormal ? '你的委託單已取消。' : '您的订单已撤销。' },
    ...(isFormal ? [{ english: 'Buy', chinese: '買入' }] : []),
    { english: 'Say “yes”', chinese: isFormal ? '說“是”' : '说「是」' },
    { english: 'Stays as it is ({0})', chinese: '保持不变 ({0})' },
    { english: 'Line: 3', chinese: '行: 3' },
    { english: 'One. Two.', chinese: '一。 二。' },
    { english: 'Connect…', chinese: '连接' },
    { english: 'Not sent.', chinese: '未发送' },
    { english: 'not sent', chinese: '未发送。' },
    { english: 'API key', chinese: 'API密钥' },
    { english: 'At {0}', chinese: '在 {1}' },
  ])('are seen by this test in $chinese', (text) => {
    expect(faultsOf(text, isFormal)).toHaveLength(1);
  });
});
