import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccountNames } from '../../../../src/app/agents/accountNames';
import { untrustedFields } from '../../../../src/app/languageTools/untrusted';

const accounts = [
  { kind: 'live', id: '8001' },
  { kind: 'live', id: '281756479864562681' },
  { kind: 'simulated', id: 'SIM-1001' },
  { kind: 'simulated', id: '1' },
] as const;

function told(answer: object): unknown {
  const names = new AccountNames(
    () => accounts,
    () => '',
  );
  for (const account of accounts) names.name(account);
  return Object.fromEntries(untrustedFields(answer, names.told));
}

function toldText(text: string): unknown {
  return (told({ remark: text }) as { readonly remark: unknown }).remark;
}

describe('account numbers in texts of the service', () => {
  it.each([
    ['Account 8001 has no permission', 'Account live-1 has no permission'],
    ['acct:8001', 'acct:live-1'],
    ['acct_8001.', 'acct_live-1.'],
    ['No.8001', 'No.live-1'],
    ['(8001)', '(live-1)'],
    ['账户8001没有权限', '账户live-1没有权限'],
    ['８００１', 'live-1'],
    ['80\u200b01', 'live-1'],
    ['8\u{e0041}001', 'live-1'],
    ['sim-1001 is a paper account', 'paper-3 is a paper account'],
    ['ref 281756479864562681', 'ref live-2'],
    ['ref 2817 5647 9864 5626 81', 'ref live-2'],
    ['ref 2817-5647-9864-562681', 'ref live-2'],
    ['281756479864562681', 'live-2'],
    ['ACC281756479864562681', 'ACClive-2'],
    ['281756479864562681x', 'live-2x'],
    ['2817.5647.9864.562681', 'live-2'],
    ['2817·5647·9864·562681', 'live-2'],
    ['2817/5647/9864/562681', 'live-2'],
    ['٢٨١٧٥٦٤٧٩٨٦٤٥٦٢٦٨١', 'live-2'],
    ['२८१७५६४७९८६४५६२६८१', 'live-2'],
    ['𝟐𝟖𝟏𝟕𝟓𝟔𝟒𝟕𝟗𝟖𝟔𝟒𝟓𝟔𝟐𝟔𝟖𝟏', 'live-2'],
    ['{"acc_id":"8001","x":8001}', '{"acc_id":"live-1","x":live-1}'],
  ])('are replaced by another name in %j', (text, expected) => {
    expect(toldText(text)).toBe(expected);
  });

  it.each(['HK.8001', '18001', '8001.50', '1.8001', '8,001', '80012', 'A8001', '8001B', 'SIM-10011', 'XSIM-1001', 'order 1', '1'])(
    'are not found in %j, which is something else',
    (text) => {
      expect(toldText(text)).toBe(text);
    },
  );

  it('leave figures unchanged, even equal ones', () => {
    const figures = {
      quantity: '8001',
      price: '8001',
      marketValue: '-8001',
      orderId: '8001',
      code: 'HK.8001',
      asOf: '8001-01-01',
      total: 8001,
    };
    expect(told({ orders: [figures] })).toEqual({ orders: [figures] });
  });

  it('are replaced in field names and before a long text is cut', () => {
    expect(told({ raw: { '8001': 'a' } })).toEqual({ raw: { 'live-1': 'a' } });
    expect(toldText(`${'x'.repeat(290)} 281756479864562681`)).toBe(`${'x'.repeat(290)} live-2`);
  });

  it('are replaced wherever they are separate words, and nothing else is changed', () => {
    const words = fc.array(fc.oneof(fc.constantFrom('8001', 'SIM-1001', '281756479864562681'), fc.stringMatching(/^[a-z]{1,8}$/)));
    fc.assert(
      fc.property(words, fc.constantFrom(' ', ' / ', '; ', '|', ': '), (parts, between) => {
        const names: Readonly<Record<string, string>> = { '8001': 'live-1', '281756479864562681': 'live-2', 'SIM-1001': 'paper-3' };
        const expected = parts.map((part) => names[part] ?? part).join(between);
        const { remark } = told({ remark: parts.join(between) }) as { readonly remark: string };
        if (expected.length < 300) expect(remark).toBe(expected);
      }),
    );
  });
});
