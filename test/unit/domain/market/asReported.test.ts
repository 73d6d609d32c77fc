import { describe, expect, it } from 'vitest';
import { fromLivePosition } from '../../../../src/app/positions/holdings';
import { accountFacts } from '../../../../src/app/orders/write/limits/accountFacts';
import { QuoteBook } from '../../../../src/app/quotes/quoteBook';
import { isMet } from '../../../../src/domain/alerts/alert';
import type { AlertRule } from '../../../../src/domain/alerts/alert';
import { contractSize } from '../../../../src/domain/orders/limits/orderEstimate';
import { readHolding } from '../../../../src/domain/positions/holding';
import { holdingSums } from '../../../../src/domain/positions/holdingGroups';
import { checkField } from '../../../../src/domain/orders/orderDraft';
import { livePositions } from '../../../../src/service/endpoints/accounts/livePositions';
import { orders } from '../../../../src/service/endpoints/orders/orders';
import { currentCandles } from '../../../../src/service/endpoints/quotes/candles';
import { snapshot } from '../../../../src/service/endpoints/quotes/snapshot';
import { parseJson } from '../../../../src/service/schema/json';
import type { JsonObject } from '../../../../src/service/schema/json';
import { onlyPage } from '../../../../src/service/schema/page';
import { opened } from '../../../support/builders/lists';
import { fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';
import { byExchange, classShareOrder, evenPosition, notTraded, paidBack, signedOrder } from '../../../support/records/untidy';

const place = { path: '', request: undefined } as never;
const response = { sentAt: 0, receivedAt: 0 };
const wire = (body: unknown): JsonObject => parseJson(JSON.stringify(body)) as JsonObject;
const positionsOf = (...records: readonly object[]) => opened(livePositions.decode(wire({ s: 'ok', d: records }), place, response)).items;
const orderOf = (record: object) => {
  const [order] = opened(orders.decode(wire({ s: 'ok', d: { orders: [record] } }), place, response)).items;
  if (order === undefined) throw new Error('unreadable');
  return order;
};

describe('records as they are reported', () => {
  it.each(['HK.09988', 'SEHK.09988', 'HK.9988', 'hk.09988'])(
    'count for the limit on one security, held as SEHK.09988: order for %s',
    async (code) => {
      const client = fakeClient({
        beyond: {
          livePositions: async () => onlyPage({ items: positionsOf({ ...byExchange, position_side: 'LONG' }), unreadable: [] }),
          orders: async () => onlyPage({ items: [], unreadable: [] }),
        },
      });
      const wanted = { exposure: true, dayLoss: false };
      const { signal } = new AbortController();
      const facts = await accountFacts(client, { accountId: '8001', orderId: '', exchange: 'SEHK' }, code, wanted, { signal });
      expect([facts.security?.held, facts.unmatched]).toEqual(['100', undefined]);
    },
  );

  it.each([
    ['0', '0'],
    ['0.000', '0.0'],
    ['0e-3', '0e5'],
    ['null', '0'],
    ['"--"', '""'],
  ])('have no price before the first trade: %s with a volume of %s is none, and no alert fires, whatever its limit', (last, volume) => {
    // As text, because a number would be written in another form.
    const record = `{"code":"${notTraded.code}","name":"","prev_close_price":10,"last_price":${last},"volume":${volume}}`;
    const read = parseJson(`{"ret_code":0,"data":{"snapshot_list":[${record}]}}`) as JsonObject;
    const quotes = opened(snapshot.decode(read, place, response)).items;
    const book = new QuoteBook({ timers: new FakeTime(), serverMs: () => 0, onDropped: () => undefined });
    book.watch('table', () => undefined).show(['US.NEWCO']);
    book.snapshots(quotes, 0);
    const quote = book.get('US.NEWCO');
    expect(quote).toMatchObject({ lastPrice: '', previousClose: '10' });
    const rules: readonly AlertRule[] = [
      { kind: 'below', symbol: 'US.NEWCO', price: '9' },
      { kind: 'above', symbol: 'US.NEWCO', price: '0' },
      { kind: 'dayChange', symbol: 'US.NEWCO', percent: '5' },
    ];
    for (const rule of rules) expect(quote !== undefined && isMet(rule, quote)).toBe(false);
    book.dispose();
  });

  it('have no percentage of a cost below zero, alone or in a total', () => {
    const [nvidia, amd] = positionsOf(paidBack, evenPosition).map((position) => readHolding(fromLivePosition(position)));
    if (nvidia === undefined || amd === undefined) throw new Error('unreadable');
    expect([nvidia.ratio.kind, nvidia.basis, amd.basis]).toEqual(['none', undefined, 1000n * 10n ** 18n]);
    const sums = holdingSums([nvidia, amd]);
    expect([sums.profit, sums.percent]).toEqual([1300n * 10n ** 18n, undefined]);
  });

  it('have limits below zero that are left alone, or typed, where the service has such', () => {
    const { price, securityType } = orderOf(signedOrder);
    const traits = { exchange: 'CBOE', orderType: 'LIMIT', securityType, code: 'US.SPXCOMBO' };
    for (const typed of [price, '-1.25', '0'])
      expect(checkField('price', typed, traits, price)).toMatchObject({ ok: true, change: { kept: typed } });
    expect(checkField('price', '-1.25', { ...traits, securityType: 'STOCK' }, '9.00').ok).toBe(false);
  });

  it('are of shares if they say so, whatever their codes look like', () => {
    const { code, securityType } = orderOf(classShareOrder);
    expect(contractSize({ code, securityType }, { contractSize: '' })).toBe('1');
  });

  it.each([
    ['a bar with zeros beside its close', ['0', '0', '0', '10.5'], ['10.5', '10.5', '10.5', '10.5']],
    ['a bar with nothing beside its close', ['', '', '', '10.5'], ['10.5', '10.5', '10.5', '10.5']],
    ['a whole bar', ['1', '3', '0.5', '2'], ['1', '3', '0.5', '2']],
    ['a bar without any price', ['0', '0', '0', '0'], undefined],
    ['a bar of nulls', ['', '', '', ''], undefined],
    ['a bar of zeros with exponents', ['0e-3', '0e-3', '0E2', '0e-3'], undefined],
    ['a bar that crosses zero', ['-1', '0', '-37', '-5'], ['-1', '0', '-37', '-5']],
  ] as const)('draw no price of nobody: %s', (_, [open, high, low, close], expected) => {
    const [bar] = currentCandles.decode(wire({ data: { kline_list: [{ time_key: 1, open, high, low, close }] } }), place, response);
    expect(bar === undefined ? undefined : [bar.open, bar.high, bar.low, bar.close]).toEqual(expected);
  });
});
