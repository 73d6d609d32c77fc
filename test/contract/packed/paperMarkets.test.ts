import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { World } from '../../promises/desk/world';
import { ensurePacked } from '../../support/packed/ensurePacked';

const accountId = '7001';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

let world: World;
afterEach(async () => world.close());

it('shows and cancels both orders if two markets of a paper account use the same ID', async () => {
  world = new World({ settings: { 'marketDesk.orders.allow': 'all' } });
  const { broker, machine } = world;
  const paper = { account_id: accountId, broker_id: 1, account_type: 1, account_title: 'Paper' };
  broker.lists.set('simulatedAccounts', [
    { ...paper, market_id: 1 },
    { ...paper, market_id: 2 },
  ]);
  const order = { order_id: 'P-1', side: 1, order_type: 1, cum_qty: '0', price: '10', text: '' };
  const times = { create_time: '1790000000000000', update_time: '1790000000000000' };
  const status = new Map([
    ['1', 2],
    ['2', 2],
  ]);
  const listed: Readonly<Record<string, object>> = {
    1: { ...order, ...times, symbol: '00700', stock_name: 'Tencent', qty: '900', market: 1 },
    2: { ...order, ...times, symbol: 'AAPL', stock_name: 'Apple', qty: '7', market: 2 },
  };
  broker.treat = ({ request, send }) => {
    if (!request.path.startsWith(`/api/v1.0/sim-trade/${accountId}/orders`)) return false;
    const isCancel = request.path.endsWith('/P-1/cancel');
    const market = isCancel
      ? String((JSON.parse(request.body.toString()) as { market: number }).market)
      : (request.query.get('market') ?? '');
    if (isCancel) status.set(market, 5);
    const orders = [{ ...listed[market], status: status.get(market) }];
    send({ status: 200, body: { ret_code: 0, ret_msg: '', data: isCancel ? {} : { orders } } });
    return true;
  };
  const window = await world.openOrders();
  const open = (await window.rows('marketDesk.orders')).filter(({ contextValue }) => contextValue === 'openPaperOrder');
  expect(open.map(({ label }) => label)).toEqual(['BUY 900 Tencent', 'BUY 7 Apple']);
  await window.play('marketDesk.orders.cancelAll', [], (prompt) => {
    if (prompt.kind === 'message') prompt.press(prompt.buttons.find((button) => /^Cancel \d+ Orders?$/.test(button)));
    else prompt.close();
  });
  await machine.pass(5_000);
  expect([...status.values()]).toEqual([5, 5]);
  expect(window.said.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^No longer open: 2 of 2\./));
});
