import Big from 'big.js';
import type { StartOptions } from 'market-desk-sandbox';
import { openService, record, records } from './sandboxService';
import type { Answer, Json, SandboxService } from './sandboxService';

const live = '/api/v1.0/accounts/8001';

/** A sandbox whose markets are open, with requests about orders. */
export interface TradingService extends SandboxService {
  /** The last price plus the given number of price steps. */
  price(code: string, steps?: number): Promise<string>;
  /** Places an order in account 8001: by default 100 of HK.00700, far below the market. */
  place(changes?: Json): Promise<Answer>;
  /** Places an order that must be accepted. @returns its ID. */
  placed(changes?: Json): Promise<string>;
  /** The order in the list of account 8001; undefined if it is not there. */
  order(id: string): Promise<Json | undefined>;
  cancel(id: string, exchange?: string): Promise<Answer>;
  /** The quantity of a security in the account. */
  held(code: string): Promise<number>;
}

export async function openTrading(options: StartOptions = {}): Promise<TradingService> {
  const service = await openService({ alwaysOpen: true, language: 'en', limitsRequests: false, ...options });
  const { ada } = service;
  const price = async (code: string, steps = 0): Promise<string> => {
    const { body } = await ada.post('/api/v1.0/quote/snapshot', { code_list: [code] });
    const [found = {}] = records(record(body['data'])['snapshot_list']);
    return new Big(String(found['last_price'])).plus(new Big(String(found['price_spread'])).times(steps)).toFixed();
  };
  const place = async (changes: Json = {}): Promise<Answer> => {
    const code = typeof changes['code'] === 'string' ? changes['code'] : 'HK.00700';
    const given = 'price' in changes ? {} : { price: await price(code, -80) };
    const asked = { code, qty: '100', side: 'BUY', order_type: 'LIMIT', time_in_force: 'DAY', ...given, ...changes };
    return ada.post(`${live}/orders`, asked);
  };
  return {
    ...service,
    price,
    place,
    placed: async (changes) => {
      const { body } = await place(changes);
      if (body['s'] !== 'ok') throw new Error(JSON.stringify(body));
      return String(record(body['d'])['order_id']);
    },
    order: async (id) => {
      const { body } = await ada.get(`${live}/orders`, { page_size: '100' });
      return records(record(body['d'])['orders']).find((order) => order['order_id'] === id);
    },
    cancel: async (id, exchange = 'SEHK') => ada.delete(`${live}/orders/${id}`, { exchange }),
    held: async (code) => {
      const { body } = await ada.get(`${live}/positions`, { code });
      const [found] = records(body['d']);
      return found === undefined ? 0 : Number(found['qty']) * (found['position_side'] === 'SHORT' ? -1 : 1);
    },
  };
}
