import { describe, expect, it } from 'vitest';
import type { AccountFunds } from '../../../../src/app/positions/fundsBook';
import { listOf, notOffered } from '../../../../src/service/lists/list';
import type { List } from '../../../../src/service/lists/list';
import { fundsLines } from '../../../../src/ui/portfolio/fundsLines';
import { failedGap } from '../../../support/builders/lists';

const funds: AccountFunds = {
  ...{ market: undefined, currency: 'HKD', power: '1234.50', cash: '1000', totalAssets: '', marketValue: '' },
  ...{ initialMargin: '10', maintenanceMargin: '', riskStatus: '', cashByMarket: { hk: '900', us: '12.30' } },
};
const of = (kind: 'live' | 'simulated', list: List<AccountFunds> | undefined) => ({
  account: { id: '8001', name: '8001', kind, markets: [], source: 'service' as const },
  list,
  updatedAtMs: 0,
});

describe('the funds in the portfolio', () => {
  it('are a line for each account, with currencies side by side', () => {
    expect(fundsLines([of('live', listOf([funds])), of('simulated', undefined)], false)).toEqual([
      {
        account: '8001',
        isLive: true,
        text: 'Buying power 1,234.50 HKD · cash 1,000 HKD · HK cash 900 · US cash 12.30 · initial margin 10 HKD',
      },
    ]);
  });

  it('say once that the service has none', () => {
    const lines = fundsLines([of('live', notOffered), of('simulated', notOffered)], false);
    expect(lines.map(({ text }) => text)).toEqual(['This service doesn’t provide funds.']);
  });

  it('say what could not be read', () => {
    expect(fundsLines([of('live', listOf<AccountFunds>([], [failedGap()]))], false)[0]?.text).toBe('the funds couldn’t be read');
  });

  it('say when some are missing next to those that were read', () => {
    const [line] = fundsLines([of('live', listOf([funds], [failedGap()]))], false);
    expect(line?.text).toMatch(/^Buying power 1,234\.50 HKD · .* · some of the funds couldn’t be read$/);
  });

  it('show no figure and no account number in privacy mode', () => {
    expect(JSON.stringify(fundsLines([of('live', listOf([funds]))], true))).not.toMatch(/8001|1,234|900|12\.30/);
  });
});
