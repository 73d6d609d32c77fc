import { describe, expect, it } from 'vitest';
import { constituentRecord, plateRecord, plates } from '../../../src/securities/plates';
import { allSecurities } from '../../../src/securities/securities';
import { traditional } from '../../../src/securities/traditional';
import { createWorld } from '../../../src/world/world';

const noon = Date.parse('2026-06-10T04:00:00Z');
const languages = ['en', 'zh-cn', 'zh-tw', 'mixed'] as const;
const calendars = new Map(languages.map((language) => [language, createWorld(1, noon, { language }).calendar()]));
const usual = createWorld(1, noon).calendar().entries();
const han = /\p{Script=Han}/u;
/** Forms that traditional Chinese does not have. */
const simplified = /[国业东车书长门问时间发财贸总统联储银证议讲话后产万岁经济综维约级红细组织费质领预题风飞马鱼鸟]/u;
/** Hostile texts are the same in every language. */
const hostile = /[<{\u202E]|Q&A|&lt;|R&D/;

describe.each(languages)('a world of %s', (language) => {
  const calendar = calendars.get(language);
  const entries = calendar?.entries() ?? [];
  const texts = entries.map(({ text }) => text).filter((text) => !hostile.test(text));
  const share = (wanted: RegExp): number => texts.filter((text) => wanted.test(text)).length / texts.length;

  it('speaks one language, or both when it is mixed', () => {
    expect(share(han)).toBe(language === 'en' ? 0 : language === 'mixed' ? share(han) : 1);
    if (language === 'mixed') expect([share(han) > 0.2, share(han) < 1]).toEqual([true, true]);
    if (language === 'zh-tw') expect(texts.filter((text) => simplified.test(text))).toEqual([]);
    expect(entries.filter(({ country }) => han.test(country)).length > 0).toBe(language.startsWith('zh'));
  });

  it('differs from the others only in words', () => {
    const facts = usual.map(({ uniqueId, time, actual, star }) => [uniqueId, time, actual, star].join());
    expect(entries.map(({ uniqueId, time, actual, star }) => [uniqueId, time, actual, star].join())).toEqual(facts);
  });

  it('finds CPI more than a hundred times', () => {
    expect(calendar?.search('CPI', 1, false).length).toBeGreaterThan(100);
  });
});

it('names of records follow the language', () => {
  const [tencent] = allSecurities;
  const [plate] = plates;
  if (tencent === undefined || plate === undefined) throw new Error('the world is empty');
  expect(languages.map((language) => constituentRecord(tencent, language)['stock_name'])).toEqual([
    'TENCENT',
    '腾讯控股',
    '騰訊控股',
    'TENCENT',
  ]);
  expect(plateRecord(plate, 'zh-cn')['plate_name']).toBe('主板全部');
});

it.each([
  ['制造业PMI', '製造業PMI'],
  ['截至6月5日当周', '截至6月5日當週'],
  ['复活节', '復活節'],
  ['美联储理事就通胀前景发表讲话', '美聯儲理事就通脹前景發表講話'],
  ['AAPL 230.00购', 'AAPL 230.00購'],
  ['委托价偏离市价。确认后修改才会生效。', '委託價偏離市價。確認後修改才會生效。'],
  [
    '交易所拒绝了此次改单。原因：MARKET CLOSED（错误码 1703）。请在交易时段重试，或撤单后重新下单。',
    '交易所拒絕了此次改單。原因：MARKET CLOSED（錯誤碼 1703）。請在交易時段重試，或取消委託後重新下單。',
  ],
  ['订单正由交易所处理，暂时不能修改', '委託單正由交易所處理，暫時不能修改'],
  ['价格超出涨跌停限制，请在浏览器中接受风险披露', '價格超出漲跌停限制，請在瀏覽器中接受風險揭露'],
])('%s is %s in traditional characters', (simplified, expected) => {
  expect(traditional(simplified)).toBe(expected);
});
