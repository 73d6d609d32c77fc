import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { textsBelow, textsOf } from './sources/shownTexts';
import { root, sources } from './sources/sources';

const manifest = textsOf('package.nls.json');
const simplified = textsOf('l10n/bundle.l10n.zh-cn.json');
const traditional = textsOf('l10n/bundle.l10n.zh-tw.json');
/** Keys of manifest texts are IDs, all others are the English text itself, with a comment after a slash. */
const english = [...Object.values(manifest), ...Object.keys(simplified).filter((key) => !(key in manifest))];
const translated: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'zh-cn': simplified, 'zh-tw': traditional };
const languages = [english, Object.values(simplified), Object.values(traditional)] as const;

/** Terms that a translation must keep wherever they occur. */
const safetyWords = [
  { term: 'outcome unknown', chinese: ['结果未知', '結果未知'] },
  { term: 'unresolved', chinese: ['待处理', '待處理'] },
  { term: 'stays locked', chinese: ['保持锁定', '保持鎖定'] },
  { term: 'awaiting confirmation', chinese: ['等待确认', '等待確認'] },
  { term: 'not applied', chinese: ['生效', '生效'] },
  { term: 'not sent', chinese: ['未发送', '未傳送'] },
  { term: 'nothing was sent', chinese: ['未发送任何内容', '未傳送任何內容'] },
  { term: 'change accepted', chinese: ['已受理', '已受理'] },
  { term: 'change rejected', chinese: ['被拒绝', '遭拒絕'] },
  { term: 'not confirmed', chinese: ['未确认', '未確認'] },
] as const;
/** Folders that belong to one feature. */
const sameFeature: Readonly<Record<string, string>> = { ticket: 'orders', history: 'calendar', screener: 'plates', shared: 'platform' };
/** Words with the same meaning everywhere, in all three languages. */
const oneMeaning = new Set(
  (
    'Price Open Time Currency Status Clock Service sandbox unknown Field Value Prices Account Type Quantity Side Symbol BUY SELL Security' +
    ' Name Cancel Close Available long short paper LIVE current Change Volume suspended Market Refresh Chart Above Below Bid Ask Last Positions calculated Overnight' +
    ' Actual Forecast Previous Event Fills canceled Sandbox Agent Outcome Orders Details Turnover Undo'
  ).split(' '),
);

/** The rows of the glossary: three terms, and the words that must not be used instead. */
function glossary(): readonly { readonly terms: readonly string[]; readonly never: readonly string[] }[] {
  const lines = readFileSync(path.join(root, 'docs/words.md'), 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.slice(1).map(([, ...cells]) => ({ terms: cells.slice(0, 3), never: (cells[4] ?? '').split(', ') }));
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Matches whole words, ignoring case. */
function says(text: string, words: string): boolean {
  const at = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(words)}(?![\\p{L}\\p{N}])`, 'iu');
  return at.test(text);
}

describe('the words of the product', () => {
  it('has a glossary', () => expect(glossary().length).toBeGreaterThan(40));

  it.each(glossary())('uses “$terms.0” in all languages, and no other word for it', ({ terms, never }) => {
    const used = terms.map((term, language) =>
      (languages[language] ?? []).some((text) => (language === 0 ? says(text, term) || says(text, `${term}s`) : text.includes(term))),
    );
    expect(used).toEqual([true, true, true]);
    expect(english.filter((text) => never.some((words) => says(text, words)))).toEqual([]);
  });

  it('uses American typography', () => {
    expect(english.filter((text) => /\w'\w|(?<![\w=:{[,(])"\w|\b(?:colour|behaviour|authoris|organis|licence)/i.test(text))).toEqual([]);
    expect(english.filter((text) => /\d\s%/.test(text))).toEqual([]);
  });

  it.each(safetyWords)('keeps “$term” in the translation of each text that contains it', ({ term, chinese }) => {
    const losing = Object.entries(translated).flatMap(([language, texts], at) => {
      const word = chinese[at] ?? '';
      return Object.entries(texts)
        .filter(([key, text]) => says(manifest[key] ?? key.split('/')[0] ?? '', term) && !text.includes(word))
        .map(([key, text]) => `${language}: “${key}” says “${term}”, “${text}” doesn’t say “${word}”`);
    });
    expect(losing).toEqual([]);
  });

  it('gives translators a comment where two features use one bare word', () => {
    const uses = new Map<string, Set<string>>();
    for (const source of sources('src').filter(({ file }) => /^src\/(ui|webview)\//.test(file)))
      for (const { message, hasComment, file } of textsBelow(source, source.tree))
        if (/^\p{L}+$/u.test(message) && !hasComment) uses.set(message, (uses.get(message) ?? new Set()).add(file.split('/')[2] ?? ''));
    const features = (folders: ReadonlySet<string>): number => new Set([...folders].map((folder) => sameFeature[folder] ?? folder)).size;
    const bare = [...uses]
      .filter(([word, folders]) => features(folders) > 1 && !oneMeaning.has(word))
      .map(([word, folders]) => `${word}: ${[...folders].join(', ')}`);
    expect(bare).toEqual([]);
  });

  // In a sandbox no money is real, and no account, price, or order is called live.
  it('says “live” only of accounts, where something else is said of those of a sandbox', () => {
    const isLive = (key: string): boolean => says(manifest[key] ?? key.split('/')[0] ?? '', 'live');
    const shown = sources('src').filter(({ file }) => /^src\/(ui|webview)\//.test(file));
    const unguarded = shown.flatMap((source) =>
      textsBelow(source, source.tree)
        .filter(({ message }) => isLive(message) && !new RegExp(`isSandbox[^]{0,160}['"]${escaped(message)}`).test(source.text))
        .map(({ message, file }) => `${file}: ${message}`),
    );
    expect(unguarded).toEqual([]);
    // Descriptions of settings are read outside of any service.
    const more = Object.keys(simplified).filter((key) => key in manifest && !key.startsWith('config.') && isLive(key));
    expect(more).toEqual([]);
    const chinese = Object.keys(simplified).filter(
      (key) => !isLive(key) && (/实盘/.test(simplified[key] ?? '') || /真實(?:帳戶|委託|服務)/.test(traditional[key] ?? '')),
    );
    expect(chinese).toEqual([]);
  });
});
