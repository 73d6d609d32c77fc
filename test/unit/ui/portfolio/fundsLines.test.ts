import { describe, expect, it } from 'vitest';
import type { AccountFunds } from '../../../../src/app/positions/fundsBook';
import { listOf, notOffered } from '../../../../src/service/lists/list';
import type { List } from '../../../../src/service/lists/list';
import { fundsLines } from '../../../../src/ui/portfolio/portfolioPanel';
import { failedGap } from '../../../support/builders/lists';

const funds: AccountFunds = {
  ...{ market: undefined, currency: 'HKD', power: '1234.50', cash: '1000', totalAssets: '2000', marketValue: '', unrealizedProfit: '-5.5' },
  ...{ initialMargin: '10', maintenanceMargin: '', riskStatus: '', cashByMarket: { hk: '900', us: '12.30' } },
};
const of = (kind: 'live' | 'simulated', list: List<AccountFunds> | undefined) => ({
  account: { id: '8001', name: '8001', kind, markets: [], source: 'service' as const },
  list,
  updatedAtMs: Date.UTC(2026, 10, 20, 6, 3, 22),
});
const look = { isPrivate: false, zone: 'Asia/Hong_Kong', nowMs: Date.UTC(2026, 10, 20, 6, 4) };

describe('the funds in the portfolio', () => {
  it('are a strip for each account, the most important figures first, with currencies side by side', () => {
    expect(fundsLines([of('live', listOf([funds])), of('simulated', undefined)], look)).toEqual([
      {
        key: 'live:8001',
        account: '8001',
        isLive: true,
        figures: [
          { label: 'Buying power', text: '1,234.50 HKD', isUrgent: true },
          { label: 'Total assets', text: '2,000 HKD', note: 'Everything in the account, converted into HKD by the service.' },
          { label: 'Unrealized P&L', text: '−5.50 HKD' },
          { label: 'Cash', text: '1,000 HKD' },
          { label: 'Margin use', text: '0.50%' },
          { label: 'Initial margin', text: '10 HKD' },
          { label: 'Cash by market', text: 'HK 900 · US 12.30' },
        ],
        note: '',
        asOf: 'as of 14:03:22',
      },
    ]);
  });

  it('of a paper account name the market of its total, and an assumed currency', () => {
    const paper = (market: number): AccountFunds => ({ ...funds, market, currency: '', initialMargin: '', cashByMarket: {}, cash: '' });
    const of1 = (list: readonly AccountFunds[]) => fundsLines([of('simulated', listOf(list))], look).flatMap(({ figures }) => figures);
    const assumed = 'Assumed: the service states no currency, and this is the usual one of the market.';
    expect(of1([paper(1)])).toEqual([
      { label: 'Buying power', text: '1,234.50 ≈HKD', note: assumed, isUrgent: true },
      { label: 'Total assets (Hong Kong)', text: '2,000 ≈HKD', note: assumed },
      { label: 'Unrealized P&L', text: '−5.50 ≈HKD', note: assumed },
    ]);
    expect(of1([paper(1), paper(7)]).map(({ label, text }) => `${label} ${text}`)).toEqual([
      ...['Buying power (Hong Kong) 1,234.50 ≈HKD', 'Buying power (Market ID 7) 1,234.50', 'Total assets (Hong Kong) 2,000 ≈HKD'],
      ...['Unrealized P&L (Hong Kong) −5.50 ≈HKD', 'Total assets (Market ID 7) 2,000', 'Unrealized P&L (Market ID 7) −5.50'],
    ]);
  });

  it('begin with a risk that is not the usual one, in its color', () => {
    const risks = ['WARNING', 'DANGER', 'SAFE', 'MARGIN_CALL'].map((riskStatus) => {
      const [line] = fundsLines([of('live', listOf([{ ...funds, riskStatus }]))], look);
      const at = line?.figures.findIndex(({ label }) => label === 'Risk status') ?? -1;
      return [at, line?.figures[at]?.look, line?.figures[at]?.isUrgent];
    });
    expect(risks).toEqual([
      [0, 'warning', true],
      [0, 'danger', true],
      [5, undefined, undefined],
      [0, undefined, true],
    ]);
  });

  it('say nothing twice: cash that is all in one market has no line of its own', () => {
    const labels = (cashByMarket: Readonly<Record<string, string>>): string =>
      fundsLines([of('live', listOf([{ ...funds, cashByMarket }]))], look)
        .flatMap(({ figures }) => figures.map(({ label }) => label))
        .filter((label) => label.includes('Cash'))
        .join();
    expect([labels({ hk: '1000.00' }), labels({ hk: '999' }), labels({})]).toEqual(['Cash', 'Cash,Cash by market', 'Cash']);
  });

  it('have no use of a margin where there are no assets that it could bind', () => {
    const useOf = (totalAssets: string): readonly unknown[] =>
      fundsLines([of('live', listOf([{ ...funds, totalAssets }]))], look).flatMap(({ figures }) =>
        figures.filter(({ label }) => label === 'Margin use'),
      );
    expect(['0', '0.00', '-2000', '', '–'].flatMap(useOf)).toEqual([]);
    expect(useOf('20')).toEqual([{ label: 'Margin use', text: '50.00%' }]);
  });

  it('have the day as well if they were not read today, and no time without a figure', () => {
    const [old] = fundsLines([of('live', listOf([funds]))], { ...look, nowMs: look.nowMs + 86_400_000 });
    expect(old?.asOf).toBe('as of 2026-11-20 14:03:22');
    expect(fundsLines([of('live', listOf<AccountFunds>([], [failedGap()]))], look)[0]?.asOf).toBe('');
  });

  it('say once that the service has none', () => {
    const lines = fundsLines([of('live', notOffered), of('simulated', notOffered)], look);
    expect(lines.map(({ note }) => note)).toEqual(['This service doesn’t provide funds.']);
  });

  it('say what could not be read', () => {
    expect(fundsLines([of('live', listOf<AccountFunds>([], [failedGap()]))], look)[0]?.note).toBe('the funds couldn’t be read');
  });

  it('say when some are missing next to those that were read', () => {
    const [line] = fundsLines([of('live', listOf([funds], [failedGap()]))], look);
    expect(line?.figures.length).toBe(7);
    expect(line?.note).toBe('some of the funds couldn’t be read');
  });

  it('show no figure and no account number in privacy mode', () => {
    expect(
      JSON.stringify(
        fundsLines([of('live', listOf([funds]))], { ...look, isPrivate: true }).map(({ account, figures }) => [account, figures]),
      ),
    ).not.toMatch(/8001|1,234|900|12\.30|0\.50|5\.5/);
  });
});
