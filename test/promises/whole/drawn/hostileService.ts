import type { Exchange } from '../../broker/broker';
import type { Reply } from '../../broker/wire';
import type { World } from '../../desk/world';
import { hostileText } from '../../fuzz/hostileText';
import type { Random } from '../../random';

/** Identifies a text of the service wherever it is drawn. */
export const marker = 'zq';

const links = [
  '[details](command:workbench.action.terminal.new)',
  '[see why](command:runCommands?%7B%22commands%22%3A%5B%5D%7D)',
  '[a](https://evil.example "Apple")',
  "[b](HTTP://evil.example 'x')",
  '[c](file:///etc/passwd)',
  '[[d](command:a.b)',
  '[e',
  '](command:a.b)',
  '](https://evil.example)',
  '$(verified-filled)',
  '$(sync~spin) [f](command:a.b)',
  'OK-1\u00ad',
  'OK-1\u3164',
];

/** A text that tries to be more than text; the parts of a link are split over several of them. */
export function evil(random: Random): string {
  const text = random.chance(0.7) ? random.pick(links) : hostileText(random, 5);
  return random.chance(0.5) ? `${marker}${text}` : `${text}${marker}`;
}

const symbols = ['HK.00001', 'HK.00002', 'US.AAPL'] as const;
const account = '8001';
const paper = 'SIM-1';

/** Puts a hostile text into every field of every list that may hold one. */
export function fillHostile(world: World, random: Random): void {
  const { lists, book, credentials } = world.broker;
  const say = (): string => evil(random);
  const nowSeconds = Math.floor(world.broker.serverMs() / 1000);
  const figure = (): string => (random.chance(0.3) ? say() : '10');
  lists.set('liveAccounts', [{ account_id: account, security_firm: say(), enable_market: [1, 2], acc_type: say() }]);
  lists.set('simulatedAccounts', [{ account_id: paper, broker_id: 1, market_id: 1, account_type: 1, account_title: say() }]);
  lists.set(
    'quotes',
    symbols.map((code) => ({
      code,
      name: say(),
      update_time: world.broker.serverMs(),
      last_price: random.chance(0.7) ? say() : '10',
      prev_close_price: figure(),
      open_price: figure(),
      high_price: 11,
      low_price: 9,
      volume: figure(),
      turnover: 1000,
      lot_size: 100,
    })),
  );
  lists.set(
    `positions/${paper}`,
    symbols.map((code, index) => ({
      pstn_id: say(),
      pstn_type: 0,
      market: 1,
      symbol: index === 0 ? say() : code,
      stock_name: say(),
      qty: figure(),
      qty_avbl: '100',
      cost_price: figure(),
      buy_avg_price: '10',
      cur_price: figure(),
      mv: '1100',
      profit: figure(),
      profit_ratio: '10',
    })),
  );
  lists.set(`livePositions/${account}`, [
    {
      position_side: say(),
      code: 'HK.00001',
      stock_name: say(),
      qty: '100',
      can_sell_qty: '100',
      currency: say(),
      nominal_price: figure(),
      cost_price: '10',
      cost_price_valid: true,
      market_val: '1100',
      pl_ratio: '10',
      pl_ratio_valid: true,
      pl_val: '100',
      pl_val_valid: true,
    },
  ]);
  for (let index = 0; index < 4; index += 1) {
    const facts = { code: random.chance(0.5) ? 'HK.00001' : say(), name: say(), securityType: 'STOCK', side: 'BUY', currency: say() };
    const order = book.add({ orderId: `${index}${say()}`, accountId: account, market: 'HK', ...facts }, { qty: '1000', price: '10' });
    order.lastError = say();
  }
  const event = (index: number): object => ({
    event_text: say(),
    previous: say(),
    predictive: say(),
    announce: null,
    star: 3,
    event_time: nowSeconds + 120 * (index + 1),
    country: say(),
    currency: say(),
    unit: say(),
    unique_id: `calendar_economic:${index + 1}`,
    detail_url: random.chance(0.5) ? `https://evil.example/${encodeURIComponent(say())}` : say(),
  });
  lists.set('search', [0, 1, 2].map(event));
  lists.set('hot', [0, 1, 2].map(event));
  lists.set('plate/HK.BK1', [
    { code: 'HK.00001', stock_id: 1, stock_name: say(), sc_name: '', tc_name: '', stock_type: say(), lot_size: 100, list_time: say() },
  ]);
  lists.set('plateList', [{ code: 'HK.BK1', plate_name: say() }]);
  lists.set('tradingDays', [{ time: '2026-10-05', trade_date_type: say(), trade_second: 19800 }]);
  lists.set('groups', [say(), say()]);
  credentials.scope = `quote:read quote:write trade:read trade:write accid:* ${random.chance(0.5) ? `accid:${say().replaceAll(/\s/g, '')}` : ''}`;
  world.broker.treat = treatment(random);
}

const order = (random: Random, fields: object): Reply => ({ status: 200, body: { s: 'error', errmsg: evil(random), ...fields } });

/** Every way in which the service may answer a change with a text of its own. */
const outcomes: readonly ((random: Random) => Reply | undefined)[] = [
  () => undefined,
  (random) => order(random, { errcode: -1200 }),
  (random) => order(random, { errcode: 14 }),
  (random) => order(random, { errcode: -2100, need_order_confirm: true, confirm_id: 'c-1' }),
  (random) => order(random, { errcode: -2101, jump_url: `https://evil.example/${encodeURIComponent(evil(random))}` }),
  (random) => order(random, { errcode: -2101, jump_url: `https://[x](command:a)${evil(random)}` }),
  (random) => ({ status: 403, body: { code: -9, message: evil(random) } }),
  (random) => ({ status: 429, body: { code: -11, message: evil(random) } }),
  (random) => ({ status: 500, body: { message: evil(random) } }),
];

function treatment(random: Random): (exchange: Exchange) => boolean {
  return ({ request, send }) => {
    if (request.method === 'PUT') {
      const reply = random.pick(outcomes)(random);
      if (reply !== undefined) send(reply);
      return reply !== undefined;
    }
    if (!/\/quote\/|\/positions|\/orders/.test(request.path) || random.chance(0.9)) return false;
    const retCode = random.pick([-3, -4, -9, 77]);
    send({
      status: 200,
      body: { ret_code: retCode, ret_msg: evil(random), s: 'error', errcode: retCode, errmsg: evil(random), data: null },
    });
    return true;
  };
}
