import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { World } from '../../promises/desk/world';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';
import { ensurePacked } from '../../support/packed/ensurePacked';

const accountId = '8001';
const code = 'HK.00700';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

let world: World;
afterEach(async () => world.close());

it.each([
  { minutes: 6, lastPrice: 300, questions: 2 },
  { minutes: 6, lastPrice: 553, questions: 1 },
  { minutes: 4, lastPrice: 300, questions: 1 },
])('a last question that stood open for $minutes min while the price became $lastPrice is asked $questions times', async (case_) => {
  const { minutes, lastPrice, questions } = case_;
  world = new World({ settings: { 'marketDesk.orders.allow': 'all' } });
  const { broker, machine } = world;
  const quoteAt = (last: number): void =>
    void broker.lists.set('quotes', [{ code, name: 'Tencent', update_time: 1, last_price: last, price_spread: 0.5, lot_size: 100 }]);
  quoteAt(553);
  broker.hasLive(accountId);
  const window = await world.open();
  const place = { code, side: 'BUY', orderType: 'LIMIT', remark: '' } as const;
  const { dialogs } = await new TicketUser(window, {
    ...{ action: 'place', accountId, orderId: '', place, entry: 'arguments', qty: '300', price: '553', auxPrice: '' },
    ...{ says: 'yes', confirms: true, persists: true },
    meanwhile: {
      at: 'modal',
      happens: async () => {
        quoteAt(lastPrice);
        await machine.pass(minutes * 60_000);
      },
    },
  }).play();
  await machine.pass(30_000);
  expect(dialogs).toHaveLength(questions);
  expect(dialogs.map(({ text }) => /was open for long[^]*84\.3% away from the last price/.test(text))).toEqual(
    [false, true].slice(0, questions),
  );
  // This user declines a question that comes again.
  expect(broker.orderRequests).toHaveLength(questions === 1 ? 1 : 0);
});
