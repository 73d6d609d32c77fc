import Big from 'big.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postJson } from '../../support/sandboxHarness';
import { record, records } from '../../support/sandboxService';
import type { Json } from '../../support/sandboxService';
import { openTrading } from '../../support/tradingService';
import type { TradingService } from '../../support/tradingService';

let service: TradingService;
beforeAll(async () => {
  service = await openTrading();
});
beforeEach(() => {
  service.sandbox.reset();
});
afterAll(async () => service.close());

const callerOf = (account: string): TradingService['ada'] => (account === '8002' ? service.lin : service.ada);
const funds = async (account: string, currency: string): Promise<Json> =>
  record((await callerOf(account).get(`/api/v1.0/accounts/${account}/funds`, { currency })).body['d']);
const position = async (account: string, code: string): Promise<Json> =>
  records((await callerOf(account).get(`/api/v1.0/accounts/${account}/positions`, { code })).body['d'])[0] ?? {};
const figure = (of: Json, name: string): Big => new Big(String(of[name]));

/** Trades at a price, whatever the market's is. */
async function trade(account: string, code: string, side: string, qty: string, price: string): Promise<void> {
  const asked = { code, qty, side, order_type: 'LIMIT', time_in_force: 'DAY', price: await service.price(code), remark: 'REST' };
  const { body } = await callerOf(account).post(`/api/v1.0/accounts/${account}/orders`, asked);
  const orderId = String(record(body['d'])['order_id']);
  expect((await postJson(`${service.sandbox.url}/sandbox/orders/fill`, { account, order_id: orderId, price })).status).toBe(200);
}

const steps = async (code: string, count: number): Promise<Big> => new Big(await service.price(code, count));

describe('futures', () => {
  it('book their profit or loss into the cash when they are closed, and no value before', async () => {
    const [opening, closing] = [await steps('US.ESmain', 0), await steps('US.ESmain', 12)];
    const before = await funds('8002', 'USD');
    const held = await position('8002', 'US.ESmain');
    const quantity = figure(held, 'qty');
    expect(held['position_side']).toBe('SHORT');
    await trade('8002', 'US.ESmain', 'BUY', quantity.toFixed(), opening.toFixed());
    const flat = await funds('8002', 'USD');
    const gain = figure(held, 'cost_price').minus(opening).times(quantity);
    expect(figure(flat, 'cash').minus(figure(before, 'cash')).toFixed(2)).toBe(gain.toFixed(2));
    expect(figure(flat, 'realized_pl').toFixed(2)).toBe(gain.toFixed(2));
    expect(figure(flat, 'total_assets').toNumber()).toBeCloseTo(figure(before, 'total_assets').toNumber(), 1);
    await trade('8002', 'US.ESmain', 'BUY', '2', opening.toFixed());
    expect(await funds('8002', 'USD')).toMatchObject({ cash: flat['cash'], total_assets: flat['total_assets'] });
    await trade('8002', 'US.ESmain', 'SELL', '1', closing.toFixed());
    const won = closing.minus(opening);
    const after = await funds('8002', 'USD');
    expect(figure(after, 'cash').minus(figure(flat, 'cash')).toFixed(2)).toBe(won.toFixed(2));
    const left = await position('8002', 'US.ESmain');
    expect([left['qty'], figure(left, 'realized_pl').toFixed(2)]).toEqual(['1', won.toFixed(2)]);
  });

  it('keep their margin from being spent until they are closed', async () => {
    const price = await steps('US.CLmain', 0);
    const before = await funds('8002', 'USD');
    await trade('8002', 'US.CLmain', 'BUY', '10', price.toFixed());
    const held = await funds('8002', 'USD');
    expect(figure(before, 'power').minus(figure(held, 'power')).toFixed(2)).toBe(price.toFixed(2));
    const average = figure(await position('8002', 'US.CLmain'), 'cost_price');
    await trade('8002', 'US.CLmain', 'SELL', '10', price.toFixed());
    const freed = figure(held, 'frozen_cash').minus(figure(await funds('8002', 'USD'), 'frozen_cash'));
    expect(freed.toNumber()).toBeCloseTo(average.toNumber(), 1);
  });

  it('cannot be sold without the margin for what the sale opens', async () => {
    const asked = { code: 'US.CLmain', qty: '100000', side: 'SELL', order_type: 'LIMIT', time_in_force: 'DAY' };
    const price = await service.price('US.CLmain', 3);
    const { body } = await service.lin.post('/api/v1.0/accounts/8002/orders', { ...asked, price });
    expect(body).toMatchObject({ s: 'error', errmsg: expect.stringMatching(/buying power/) as unknown });
  });
});

describe('options', () => {
  const code = 'US.NVDA281215P150000';

  it('cost, keep, and gain their price for each of their shares', async () => {
    const [bought, sold] = [await steps(code, 0), await steps(code, 9)];
    const before = await funds('8001', 'USD');
    const held = await position('8001', code);
    expect(figure(held, 'market_val').toFixed(2)).toBe(bought.times(100).times(figure(held, 'qty')).toFixed(2));
    const id = await service.placed({ code, exchange: 'CBOE', qty: '2', price: await service.price(code, -80), remark: 'REST' });
    const reserved = figure(before, 'power').minus(figure(await funds('8001', 'USD'), 'power'));
    expect(reserved.toFixed(2)).toBe((await steps(code, -80)).times(200).toFixed(2));
    await service.cancel(id, 'CBOE');
    await trade('8001', code, 'BUY', '2', bought.toFixed());
    const after = await funds('8001', 'USD');
    expect(figure(before, 'cash').minus(figure(after, 'cash')).toFixed(2)).toBe(bought.times(200).toFixed(2));
    const average = figure(await position('8001', code), 'cost_price');
    await trade('8001', code, 'SELL', '1', sold.toFixed());
    const gain = figure(await funds('8001', 'USD'), 'realized_pl');
    expect(gain.toNumber()).toBeCloseTo(sold.minus(average).times(100).toNumber(), 1);
  });

  it('state the number of their shares with their prices', async () => {
    const sizes = async (of: string): Promise<unknown> => {
      const { body } = await service.ada.post('/api/v1.0/quote/snapshot', { code_list: [of] });
      return records(record(body['data'])['snapshot_list'])[0]?.['option_contract_multiplier'];
    };
    expect([await sizes(code), await sizes('US.AAPL')]).toEqual([100, undefined]);
  });
});

describe('a short sale', () => {
  const code = 'US.KO';
  const short = async (qty: string, price: Big): Promise<void> => trade('8001', code, 'SELL_SHORT', qty, price.toFixed());

  it('takes buying power instead of giving it, and gives it back with the profit when it is bought back', async () => {
    const [sold, bought] = [await steps(code, 0), await steps(code, -5)];
    const before = await funds('8001', 'USD');
    await short('100', sold);
    const held = await funds('8001', 'USD');
    expect(figure(held, 'cash').minus(figure(before, 'cash')).toFixed(2)).toBe(sold.times(100).toFixed(2));
    expect(figure(before, 'power').minus(figure(held, 'power')).toFixed(2)).toBe(sold.times(100).toFixed(2));
    expect(held['total_assets']).toBe(before['total_assets']);
    await trade('8001', code, 'BUY_BACK', '100', bought.toFixed());
    const gain = sold.minus(bought).times(100);
    const after = await funds('8001', 'USD');
    expect(after).toMatchObject({ frozen_cash: before['frozen_cash'], realized_pl: gain.toFixed(2) });
    expect(figure(after, 'power').minus(figure(before, 'power')).toFixed(2)).toBe(gain.toFixed(2));
  });

  it('reserves its value while it is open, and is refused without buying power', async () => {
    const price = await service.price(code, 80);
    const before = await funds('8001', 'USD');
    const most = figure(before, 'power').div(price).round(0, Big.roundDown);
    const id = await service.placed({ code, side: 'SELL_SHORT', qty: most.toFixed(), price, remark: 'REST' });
    expect((await service.place({ code, side: 'SELL_SHORT', qty: most.toFixed(), price })).body).toMatchObject({ s: 'error' });
    await service.cancel(id, 'US');
    expect(await funds('8001', 'USD')).toEqual(before);
  });

  it('is refused while the security is held, so that a sale cannot end in a short position', async () => {
    const { body } = await service.place({ code: 'US.AAPL', side: 'SELL_SHORT', qty: '1', price: await service.price('US.AAPL', 5) });
    expect(body).toMatchObject({ s: 'error', errcode: -1200 });
  });
});

describe('the P&L of the day', () => {
  const code = 'US.KO';
  const dayOf = async (): Promise<string> => figure(await position('8001', code), 'today_pl_val').toFixed(2);
  const gainOf = async (parts: readonly (readonly [number, Big])[]): Promise<string> => {
    const last = await steps(code, 0);
    return parts.reduce((sum, [quantity, from]) => sum.plus(last.minus(from).times(quantity)), new Big(0)).toFixed(2);
  };
  const previousClose = async (): Promise<Big> => {
    const { body } = await service.ada.post('/api/v1.0/quote/snapshot', { code_list: [code] });
    return new Big(String(records(record(body['data'])['snapshot_list'])[0]?.['prev_close_price']));
  };

  it('counts from the price of each purchase on the day, and from the previous close from the next day on', async () => {
    const prices = [await steps(code, -30), await steps(code, 7)] as const;
    await trade('8001', code, 'BUY', '10', prices[0].toFixed());
    expect(await dayOf()).toBe(await gainOf([[10, prices[0]]]));
    service.advance(3_600_000);
    await trade('8001', code, 'BUY', '30', prices[1].toFixed());
    const today = [
      [10, prices[0]],
      [30, prices[1]],
    ] as const;
    expect(await dayOf()).toBe(await gainOf(today));
    service.advance(86_400_000);
    try {
      const close = await previousClose();
      expect(await dayOf()).toBe(await gainOf([[40, close]]));
      const price = await steps(code, -3);
      await trade('8001', code, 'BUY', '5', price.toFixed());
      expect(await dayOf()).toBe(
        await gainOf([
          [40, close],
          [5, price],
        ]),
      );
    } finally {
      service.advance(-90_000_000);
    }
  });

  it('has what the sales of the day realized', async () => {
    const [bought, sold] = [await steps(code, -30), await steps(code, 4)];
    await trade('8001', code, 'BUY', '10', bought.toFixed());
    await trade('8001', code, 'SELL', '4', sold.toFixed());
    const realized = sold.minus(bought).times(4);
    expect(await dayOf()).toBe(realized.plus(await gainOf([[6, bought]])).toFixed(2));
    expect(figure(await position('8001', code), 'realized_pl').toFixed(2)).toBe(realized.toFixed(2));
  });

  it('of the security that was bought on the day of the start counts from the previous close on the next day', async () => {
    service.advance(2 * 86_400_000);
    try {
      const held = await position('8001', 'US.MSFT');
      expect(held['today_pl_val']).not.toBe(held['pl_val']);
    } finally {
      service.advance(-2 * 86_400_000);
    }
  });
});
