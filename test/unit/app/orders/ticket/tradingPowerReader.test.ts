import { describe, expect, it } from 'vitest';
import { placingTicket } from '../../../../../src/app/orders/ticket/placingTicket';
import { mostOf, TradingPowerReader } from '../../../../../src/app/orders/ticket/tradingPowerReader';
import type { Ticket } from '../../../../../src/app/orders/ticket/ticket';
import { HttpError } from '../../../../../src/service/errors';
import type { TradingPower, TradingPowerQuery } from '../../../../../src/service/marketRecords';
import { FakeAccess } from '../../../../support/fakeAccess';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { FakeOrderClient } from '../../../../support/orders/orderFakes';

const live = { id: '8001', name: '8001', kind: 'live', markets: [], source: 'service' } as const;
const powerOf = (buy: string): TradingPower => ({
  cashBuy: buy,
  cashAndMarginBuy: '',
  positionSell: '300',
  shortSell: '',
  buyBack: '0',
});

/** A reader whose service answers with the price in the request. */
function open() {
  const asked: TradingPowerQuery[] = [];
  const client = new FakeOrderClient();
  const reply = { with: async (query: TradingPowerQuery): Promise<TradingPower> => powerOf(query.price ?? '') };
  Object.assign(client.beyond, {
    tradingPower: async (query: TradingPowerQuery) => {
      asked.push(query);
      return reply.with(query);
    },
  });
  const time = new FakeTime();
  return { asked, time, reply, reader: new TradingPowerReader({ access: new FakeAccess(client), clock: time, timers: time }) };
}

const at = (price: string): Ticket => placingTicket(live, undefined, 'HK.00700', { qty: '100', price });

describe('the trading power of an account', () => {
  it('is requested once for the same order, and again when its price changes', async () => {
    const { asked, time, reader } = open();
    await reader.ask(at('560'));
    await reader.ask(at('560'));
    expect(asked).toEqual([{ accountId: '8001', code: 'HK.00700', orderType: 'LIMIT', price: '560' }]);
    expect(reader.state).toMatchObject({ kind: 'shown', power: { cashBuy: '560' } });
    const next = reader.ask(at('561'));
    await settle();
    // Two requests are at least half a second apart.
    expect(asked).toHaveLength(1);
    await time.advance(500);
    await next;
    expect(asked.map(({ price }) => price)).toEqual(['560', '561']);
  });

  it('is shown for the latest requested order, whichever answer comes last', async () => {
    const { time, reader, reply } = open();
    let answer: (power: TradingPower) => void = () => undefined;
    reply.with = async ({ price = '' }) => (price === '1' ? new Promise((resolve) => (answer = resolve)) : powerOf(price));
    const first = reader.ask(at('1'));
    await settle();
    const second = reader.ask(at('2'));
    await time.advance(500);
    await second;
    answer(powerOf('1'));
    await first;
    expect(reader.state.power?.cashBuy).toBe('2');
  });

  it.each([
    ['notOffered', 404],
    ['failed', 500],
  ])('is %s when the service answers %i', async (kind, status) => {
    const { reader, reply } = open();
    reply.with = async () =>
      Promise.reject(new HttpError({ status, request: { method: 'GET', route: '/api/v1.0/accounts/{acc_id}/acctradinginfo' } }));
    await reader.ask(at('560'));
    expect(reader.state).toEqual({ kind, power: undefined });
  });

  it('is one figure, for the side of the order', () => {
    expect(mostOf(powerOf('700'), 'BUY')).toBe('700');
    expect(mostOf({ ...powerOf('700'), cashAndMarginBuy: '900' }, 'BUY')).toBe('900');
    expect(mostOf(powerOf('700'), 'SELL')).toBe('300');
    expect(mostOf(powerOf('700'), 'SELL_SHORT')).toBeUndefined();
    expect(mostOf(undefined, 'BUY')).toBeUndefined();
  });
});
