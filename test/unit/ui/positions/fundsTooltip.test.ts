import { describe, expect, it } from 'vitest';
import type { AccountFunds } from '../../../../src/app/positions/fundsBook';
import { maskWhen } from '../../../../src/domain/text/mask';
import { HttpError } from '../../../../src/service/errors';
import { listOf, notOffered } from '../../../../src/service/lists/list';
import type { List } from '../../../../src/service/lists/list';
import { fundsTooltip, powerText } from '../../../../src/ui/positions/positionsTree';
import { failedGap } from '../../../support/builders/lists';

const funds: AccountFunds = {
  market: undefined,
  currency: 'HKD',
  power: '123456.70',
  cash: '100000',
  totalAssets: '',
  marketValue: '',
  unrealizedProfit: '',
  initialMargin: '2500.5',
  maintenanceMargin: '',
  riskStatus: 'SAFE',
  cashByMarket: { hk: '90000', us: '1282.05' },
};
const textOf = (list: List<AccountFunds> | undefined, isPrivate = false): string => {
  const account = { id: '8001', name: '8001', kind: 'live', markets: [], source: 'service' } as const;
  const shown = fundsTooltip('8001 · LIVE', { account, list, updatedAtMs: 0 }, maskWhen(isPrivate));
  return (typeof shown === 'string' ? shown : shown.value).replaceAll('\\', '');
};

describe('the funds of an account', () => {
  it('are shown with every digit, without the figures that the service leaves out', () => {
    const text = textOf(listOf([funds]));
    for (const row of [
      '| Buying power | 123,456.70 HKD |',
      '| Cash | 100,000 HKD |',
      '| Cash by market | HK 90,000 · US 1,282.05 |',
      '| Initial margin | 2,500.5 HKD |',
    ])
      expect(text).toContain(row);
    expect(text).not.toMatch(/Total assets|Maintenance/);
  });

  it('name the market of a paper account that has several', () => {
    const paper = { ...funds, market: 3, currency: '', cashByMarket: {} };
    expect(textOf(listOf([paper, { ...paper, market: 4 }]))).toContain('| Buying power (Market ID 3) | 123,456.70 |');
    expect(textOf(listOf([paper]))).toContain('| Buying power | 123,456.70 |');
  });

  it('are hidden in privacy mode', () => {
    expect(textOf(listOf([funds]), true)).not.toMatch(/\d,\d|2500|90000/);
  });

  it('are missing before they are known, with the reason if they are not available', () => {
    expect(textOf(undefined)).toBe('8001 · LIVE');
    expect(textOf(notOffered)).toContain('This service doesn’t provide the funds of this account.');
    expect(textOf(listOf<AccountFunds>([], [failedGap(new HttpError({ status: 500 }))]))).toContain('The funds couldn’t be read:');
  });

  it('show the buying power in the row, if it is one figure that is known now', () => {
    const account = { id: '8001', name: '8001', kind: 'live', markets: [], source: 'service' } as const;
    const text = (list: List<AccountFunds> | undefined, isPrivate = false): string =>
      powerText({ account, list, updatedAtMs: 0 }, maskWhen(isPrivate));
    expect(text(listOf([funds]))).toBe('Buying power 123,456.70 HKD');
    expect(text(listOf([{ ...funds, currency: '' }]))).toBe('Buying power 123,456.70');
    expect(text(listOf([funds]), true)).toBe('Buying power ••• HKD');
    const old = listOf([funds], [failedGap(new HttpError({ status: 500 }))]);
    expect([undefined, notOffered, old, listOf([funds, funds]), listOf([{ ...funds, power: '' }])].map((list) => text(list))).toEqual(
      Array.from({ length: 5 }, () => ''),
    );
  });
});
