import { describe, expect, it } from 'vitest';
import { fromLivePosition, fromPosition } from '../../../../src/app/positions/holdings';
import { positionsCsv, positionsJson } from '../../../../src/app/positions/positionsExport';
import { keptHolding } from '../../../../src/app/lastState/keptRows';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { Holding } from '../../../../src/domain/positions/holding';
import { liveHolding } from '../../../../src/domain/positions/liveHolding';
import { livePositions } from '../../../../src/service/endpoints/accounts/livePositions';
import { listOf } from '../../../../src/service/lists/list';
import { parseJson } from '../../../../src/service/schema/json';
import type { JsonObject } from '../../../../src/service/schema/json';
import { positionFields } from '../../../../src/ui/positions/positionRow';
import { positionsState } from '../../../support/builders/holdings';
import { opened } from '../../../support/builders/lists';
import { parse } from 'valibot';
import { byExchange, evenPosition, paidBack } from '../../../support/records/untidy';

const place = { path: '', request: undefined } as never;

/** Positions of a live account, as the client reads them. */
function held(...records: readonly object[]): readonly Holding[] {
  const answer = parseJson(JSON.stringify({ s: 'ok', d: records })) as JsonObject;
  return opened(livePositions.decode(answer, place, { sentAt: 0, receivedAt: 0 })).items.map(fromLivePosition);
}
const fields = (holding: Holding): Readonly<Record<string, string>> => Object.fromEntries(positionFields(readHolding(holding)));

describe('a position of a live account', () => {
  it('says that its figures are by diluted cost, and shows what is realized and what is not', () => {
    const [holding] = held(paidBack) as [Holding];
    expect(fields(holding)).toMatchObject({
      'P&L by diluted cost': '+1,300.00',
      'Unrealized P&L': '+100.00',
      'Realized P&L': '+1,200.00',
      'Average buy price': '9',
    });
    // The service calls the diluted cost and the ratio meaningless.
    expect(fields(holding)['Diluted cost price']).toBe('– (not stated by the service)');
    expect(Object.keys(fields(holding)).filter((name) => name === 'P&L' || name.startsWith('P&L %'))).toEqual([]);
    expect(fields(held(evenPosition)[0] as Holding)).toMatchObject({ 'Diluted cost price': '10', 'P&L % by diluted cost': '0.00%' });
  });

  it('has no realized or unrealized part if the service states none', () => {
    const [holding] = held(byExchange) as [Holding];
    expect(Object.keys(fields(holding)).filter((name) => /realized/i.test(name))).toEqual([]);
    expect(holding.symbol).toBe('HK.09988');
  });

  it('keeps what is realized when the price moves', () => {
    const [holding] = held(paidBack) as [Holding];
    const live = liveHolding(readHolding(holding), { lastPrice: '10.1' }).holding;
    expect(live).toMatchObject({ profit: '1310', unrealizedProfit: '110', realizedProfit: '1200', profitRatio: '' });
  });

  it('has the same figures in a table, in a document, and after a reload of the window', () => {
    const holdings = held(paidBack);
    const account = { id: '8001', name: '8001', kind: 'live', markets: [], source: 'service' } as const;
    const state = positionsState({ accounts: [{ account, list: listOf(holdings.map(readHolding)), updatedAtMs: 0 }] });
    const [head = '', row = ''] = positionsCsv(state).split('\r\n');
    const cells = Object.fromEntries(
      head
        .replace('\ufeff', '')
        .split(',')
        .map((name, at) => [name, row.split(',')[at]]),
    );
    expect(cells).toMatchObject({
      costBasis: 'diluted',
      unrealizedProfit: '100',
      realizedProfit: '1200',
      averageBuyPrice: '9',
      profit: '1300',
    });
    expect(positionsJson(state, 0)).toContain('"costBasis": "diluted"');
    expect(parse(keptHolding(), JSON.parse(JSON.stringify(holdings[0])))).toMatchObject({
      ...{ costBasis: 'diluted', unrealizedProfit: '100', realizedProfit: '1200' },
    });
  });
});

it('calls nothing of a paper account diluted', () => {
  const paper = fromPosition({
    ...{ positionId: '1', side: 'long', market: 1, symbol: '00700', name: '', quantity: '1', availableQuantity: '1', costPrice: '9' },
    ...{ averageBuyPrice: '9', currentPrice: '10', marketValue: '10', profit: '1', profitRatio: '11.11', unknown: {} },
  });
  expect(Object.keys(fields(paper))).toEqual(expect.arrayContaining(['Cost price', 'P&L', 'P&L %']));
  expect(Object.keys(fields(paper)).filter((name) => /diluted/i.test(name))).toEqual([]);
});
