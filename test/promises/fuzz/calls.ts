import { OAuthService } from '../../../src/service/auth/oauth';
import type { OAuthClient } from '../../../src/service/auth/oauthTypes';
import { Secret } from '../../../src/service/secret';
import { createServiceClient, prepareModification } from '../../../src/service/index';
import type { Authenticator, ServiceClient } from '../../../src/service/index';
import type { MemoryTransport } from './memoryTransport';

const signal = new AbortController().signal;
const none: Authenticator = { method: 'none', headersFor: async () => Promise.resolve({}), recover: async () => Promise.resolve(false) };
const redirectUri = 'http://127.0.0.1:5000/callback';
const client: OAuthClient = {
  clientId: 'c',
  authMethod: 'none',
  clientSecret: undefined,
  redirectUris: [redirectUri],
  registrationAccessToken: undefined,
  registrationClientUri: undefined,
};

/** One thing that the client asks, and an answer as a service would give it. */
export interface Call {
  readonly name: string;
  readonly sample: unknown;
  run(): Promise<unknown>;
}

export function createClient(transport: MemoryTransport, authenticator: Authenticator = none): ServiceClient {
  const timing = { monotonicMs: () => 0, random: () => 0, sleep: async () => Promise.resolve() };
  return createServiceClient({ baseUrl: 'http://127.0.0.1:1/prefix', transport, authenticator, timing, vendorClientNnid: () => '12345' });
}

const pagination = { has_more: false, next_key: '-1', total: 1 };
const event = {
  event_text: '<em>CPI</em>',
  previous: '1',
  predictive: null,
  announce: '',
  star: 3,
  event_time: 1_795_000_000,
  country: 'US',
  currency: 'USD',
  unit: '%',
  unique_id: 'calendar_economic:1',
  detail_url: 'https://example.com/',
};
const position = {
  pstn_id: '1',
  pstn_type: 0,
  market: 1,
  symbol: 'HK.00700',
  stock_name: 'T',
  qty: '1',
  qty_avbl: '1',
  cost_price: '1',
  buy_avg_price: '1',
  cur_price: '1',
  mv: '1',
  profit: '1',
  profit_ratio: '1',
  extra: { a: [1] },
};
const order = {
  order_id: '1',
  code: 'US.A',
  stock_name: 'A',
  security_type: 'STOCK',
  side: 'BUY',
  order_type: 'LIMIT',
  order_status: 'SUBMITTED',
  qty: '1',
  price: '1',
  aux_price: '',
  create_time: 1_795_000_000_000_000,
  updated_time: '1795000000000000',
};

/** Every answer that the client decodes. */
export function callsOf(transport: MemoryTransport): readonly Call[] {
  const service = createClient(transport);
  const oauth = new OAuthService('http://127.0.0.1:1', transport);
  const prepared = prepareModification({ accountId: '8001', orderId: 'o', exchange: 'US', quantity: '1', price: '1' });
  const attempt = { client, redirectUri, state: new Secret('s'), codeVerifier: new Secret('v'.repeat(43)), url: '' };
  return [
    { name: 'server time', sample: { server_time_ms: '1795000000000' }, run: async () => service.serverTime({ signal }) },
    {
      name: 'trading days',
      sample: { ret_code: 0, data: { trading_days: [{ time: '2026-11-20', trade_date_type: 'WHOLE', trade_second: 1 }] } },
      run: async () => service.tradingDays({ market: 'HK', start: '2026-11-01', end: '2026-11-30' }, { signal }),
    },
    { name: 'order change', sample: { s: 'ok' }, run: async () => service.modifyOrder(prepared, { signal }) },
    {
      name: 'refused order change',
      sample: { s: 'error', errcode: -2100, errmsg: 'x', need_order_confirm: true, confirm_id: 'c' },
      run: async () => service.modifyOrder(prepared, { signal }),
    },
    {
      name: 'positions',
      sample: { ret_code: 0, data: { positions: [position] } },
      run: async () => service.simulatedPositions({ accountId: '1' }, { signal }),
    },
    {
      name: 'calendar search',
      sample: { ret_code: 0, ret_msg: '', data: [event, event], pagination },
      run: async () => service.searchCalendar({ keyword: 'x', searchType: 1 }, { signal }),
    },
    {
      name: 'hot calendar',
      sample: { ret_code: 0, ret_msg: '', data: [event], pagination },
      run: async () => service.hotCalendar({ timeZone: 'UTC' }, { signal }),
    },
    {
      name: 'plate',
      sample: { code: 0, data: { stock_list: [{ code: 'HK.1', stock_name: 'x', lot_size: 100, list_time: 1 }] }, pagination },
      run: async () => service.plateConstituents({ plateId: 'HK.BK1000', limit: 10 }, { signal }),
    },
    {
      name: 'failure',
      sample: { ret_code: -4, ret_msg: 'x', error: { code: 'internal_error', message: 'y' } },
      run: async () => service.searchCalendar({ keyword: 'x', searchType: 1 }, { signal }),
    },
    {
      name: 'live accounts',
      sample: { s: 'ok', d: { accounts: [{ account_id: '8001', enable_market: [1, 2], acc_type: 'cash' }] } },
      run: async () => service.beyond.liveAccounts({ signal }),
    },
    {
      name: 'simulated accounts',
      sample: { ret_code: 0, data: { accounts: [{ account_id: '1', market_id: 1 }] } },
      run: async () => service.beyond.simulatedAccounts({ signal }),
    },
    {
      name: 'orders',
      sample: { s: 'ok', d: { orders: [order], page_flag: '', completed: true } },
      run: async () => service.beyond.orders({ accountId: '1', tradeMarket: 'US' }, { signal }),
    },
    {
      name: 'order details',
      sample: { s: 'ok', d: [order] },
      run: async () => service.beyond.orderDetails({ accountId: '1', exchange: 'US', orderIds: ['1'] }, { signal }),
    },
    {
      name: 'order confirmation',
      sample: { s: 'ok', d: { order_id: '1' } },
      run: async () => service.beyond.confirmOrder({ accountId: '1', confirmId: 'c' }, { signal }),
    },
    {
      name: 'live positions',
      sample: { s: 'ok', d: [{ position_side: 'LONG', code: 'US.A', qty: '1', cost_price: '1', cost_price_valid: true, pl_ratio: '1' }] },
      run: async () => service.beyond.livePositions({ accountId: '1' }, { signal }),
    },
    {
      name: 'plate list',
      sample: { ret_code: 0, data: { plate_list: [{ code: 'HK.LIST1', plate_name: 'x' }] } },
      run: async () => service.beyond.plateList({ market: 'HK', plateClass: 'ALL' }, { signal }),
    },
    {
      name: 'snapshot',
      sample: { ret_code: 0, data: { snapshot_list: [{ code: 'HK.1', name: 'x', last_price: '1', prev_close_price: 1 }] } },
      run: async () => service.beyond.snapshot({ codes: ['HK.1'] }, { signal }),
    },
    {
      name: 'registration',
      sample: {
        client_id: 'c',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'none',
        registration_access_token: 't',
        registration_client_uri: 'http://127.0.0.1:1/oauth2/register/c',
      },
      run: async () => oauth.register({ clientName: 'x', redirectUris: [redirectUri], authMethod: 'none' }, { signal }),
    },
    {
      name: 'token',
      sample: { access_token: 'a', token_type: 'Bearer', expires_in: 7200, refresh_token: 'r', scope: 'quote:read' },
      run: async () => oauth.exchange(attempt, new Secret('code=c&state=s'), { signal }),
    },
    {
      name: 'refresh',
      sample: { access_token: 'a', token_type: 'Bearer', expires_in: 7200, scope: 'quote:read' },
      run: async () => oauth.refresh(client, new Secret('r'), { signal }),
    },
  ];
}
