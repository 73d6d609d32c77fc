import { OAuthService } from '../../../src/service/auth/oauth';
import type { OAuthClient } from '../../../src/service/auth/oauthTypes';
import { Secret } from '../../../src/service/secret';
import { createServiceClient, prepareModification } from '../../../src/service/index';
import type { Authenticator, BeyondClient, ServiceClient, SpecifiedMethods } from '../../../src/service/index';
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
  /** It ends in an outcome, never in an error. */
  readonly writesOrder?: boolean;
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

type Sampled = Omit<Call, 'name'>;

const codes = ['HK.1'];
const quoteOk = (data: object): object => ({ ret_code: 0, ret_msg: '', data });
const candle = { time_key: 1_795_000_000_000, open_price: 1.5, close: '2', high_price: null, volume: 1 };
const tick = { sequence: '1234567890123456789', time: 1, price: 1.5, volume: 1, ticker_direction: 'BUY' };
const basics = { code: 'HK.1', stock_name: 'x', lot_size: 100, list_time: 1 };

/** One call of every endpoint of the specification: a new one does not compile without its line here. */
function specifiedCalls(service: ServiceClient): Record<keyof SpecifiedMethods, Sampled> {
  return {
    serverTime: { sample: { server_time_ms: '1795000000000' }, run: async () => service.serverTime({ signal }) },
    tradingDays: {
      sample: quoteOk({ trading_days: [{ time: '2026-11-20', trade_date_type: 'WHOLE', trade_second: 1 }] }),
      run: async () => service.tradingDays({ market: 'HK', start: '2026-11-01', end: '2026-11-30' }, { signal }),
    },
    modifyOrder: { writesOrder: true, sample: { s: 'ok' }, run: async () => service.modifyOrder(prepared, { signal }) },
    simulatedPositions: {
      sample: quoteOk({ positions: [position] }),
      run: async () => service.simulatedPositions({ accountId: '1' }, { signal }),
    },
    searchCalendar: {
      sample: { ret_code: 0, ret_msg: '', data: [event, event], pagination },
      run: async () => service.searchCalendar({ keyword: 'x', searchType: 1 }, { signal }),
    },
    hotCalendar: {
      sample: { ret_code: 0, ret_msg: '', data: [event], pagination },
      run: async () => service.hotCalendar({ timeZone: 'UTC' }, { signal }),
    },
    plateConstituents: {
      sample: { code: 0, data: { stock_list: [basics] }, pagination },
      run: async () => service.plateConstituents({ plateId: 'HK.BK1000', limit: 10 }, { signal }),
    },
  };
}

/** As {@link specifiedCalls}, for what lies beyond the specification. */
function beyondCalls({ beyond }: ServiceClient): Record<keyof BeyondClient, Sampled> {
  const candles = { code: 'HK.1', period: 'day', adjustment: 'none', count: 10 } as const;
  return {
    liveAccounts: {
      sample: { s: 'ok', d: { accounts: [{ account_id: '8001', enable_market: [1, 2], acc_type: 'cash' }] } },
      run: async () => beyond.liveAccounts({ signal }),
    },
    simulatedAccounts: {
      sample: quoteOk({ accounts: [{ account_id: '1', market_id: 1 }] }),
      run: async () => beyond.simulatedAccounts({ signal }),
    },
    orders: {
      sample: { s: 'ok', d: { orders: [order], page_flag: '', completed: true } },
      run: async () => beyond.orders({ accountId: '1', tradeMarket: 'US' }, { signal }),
    },
    orderDetails: {
      sample: { s: 'ok', d: [order] },
      run: async () => beyond.orderDetails({ accountId: '1', exchange: 'US', orderIds: ['1'] }, { signal }),
    },
    confirmOrder: {
      writesOrder: true,
      sample: { s: 'ok', d: { order_id: '1' } },
      run: async () => beyond.confirmOrder({ accountId: '1', confirmId: 'c' }, { signal }),
    },
    livePositions: {
      sample: { s: 'ok', d: [{ position_side: 'LONG', code: 'US.A', qty: '1', cost_price: '1', cost_price_valid: true, pl_ratio: '1' }] },
      run: async () => beyond.livePositions({ accountId: '1' }, { signal }),
    },
    tradingPower: {
      sample: { s: 'ok', d: { max_cash_buy: '1', max_sell_short: null, long_required_im: 1.5 } },
      run: async () => beyond.tradingPower({ accountId: '1', code: 'HK.1', orderType: 'LIMIT', price: '1' }, { signal }),
    },
    plateStock: {
      sample: { ret_code: 0, data: { stock_list: [basics] }, pagination },
      run: async () => beyond.plateStock({ plateId: 'HK.BK1000', limit: 10 }, { signal }),
    },
    plateList: {
      sample: quoteOk({ plate_list: [{ code: 'HK.LIST1', plate_name: 'x' }] }),
      run: async () => beyond.plateList({ market: 'HK', plateClass: 'ALL' }, { signal }),
    },
    snapshot: {
      sample: quoteOk({ snapshot_list: [{ code: 'HK.1', name: 'x', last_price: 1.5, bid_price: null, pre_market: { price: '1' } }] }),
      run: async () => beyond.snapshot({ codes }, { signal }),
    },
    securityBasics: { sample: quoteOk({ basic_list: [basics] }), run: async () => beyond.securityBasics({ codes }, { signal }) },
    marketStates: {
      sample: quoteOk({ market_state_list: [{ code: 'HK.1', stock_name: 'x', market_state: 'MORNING' }] }),
      run: async () => beyond.marketStates({ codes }, { signal }),
    },
    orderBook: {
      sample: quoteOk({ books: [{ code: 'HK.1', bid_list: [{ price: 1.5, volume: 1, order_count: 2 }], ask_list: [] }] }),
      run: async () => beyond.orderBook({ code: 'HK.1', levels: 10 }, { signal }),
    },
    intradayPoints: {
      sample: quoteOk({ rt_data_list: [{ time: 1, cur_price: 1.5, volume: 1 }] }),
      run: async () => beyond.intradayPoints({ code: 'HK.1' }, { signal }),
    },
    ticks: { sample: quoteOk({ ticker_list: [tick] }), run: async () => beyond.ticks({ code: 'HK.1', count: 10 }, { signal }) },
    currentCandles: { sample: quoteOk({ kline_list: [candle] }), run: async () => beyond.currentCandles(candles, { signal }) },
    historyCandles: {
      sample: quoteOk({ kline_list: [candle], has_more: false }),
      run: async () => beyond.historyCandles({ ...candles, end: '2026-11-20' }, { signal }),
    },
    ownerPlates: {
      sample: quoteOk({ sectors: [{ plate_code: 'HK.BK1', plate_name: 'x', plate_type: 'INDUSTRY' }] }),
      run: async () => beyond.ownerPlates({ code: 'HK.1' }, { signal }),
    },
    securityGroups: {
      sample: quoteOk({ group_list: [{ group_name: 'x', group_type: 'CUSTOM' }] }),
      run: async () => beyond.securityGroups({ type: 'ALL' }, { signal }),
    },
    groupSecurities: {
      sample: quoteOk({ security_list: [basics] }),
      run: async () => beyond.groupSecurities({ groupName: 'x' }, { signal }),
    },
    changeSecurityGroup: {
      sample: { ret_code: 0 },
      run: async () => beyond.changeSecurityGroup({ groupName: 'x', operation: 'add', codes }, { signal }),
    },
  };
}

const prepared = prepareModification({ accountId: '8001', orderId: 'o', exchange: 'US', quantity: '1', price: '1' });

/** Every answer that the client decodes. */
export function callsOf(transport: MemoryTransport): readonly Call[] {
  const service = createClient(transport);
  const oauth = new OAuthService('http://127.0.0.1:1', transport);
  const attempt = { client, redirectUri, state: new Secret('s'), codeVerifier: new Secret('v'.repeat(43)), url: '' };
  return [
    ...Object.entries({ ...specifiedCalls(service), ...beyondCalls(service) }).map(([name, call]) => ({ name, ...call })),
    {
      name: 'refused order change',
      writesOrder: true,
      sample: { s: 'error', errcode: -2100, errmsg: 'x', need_order_confirm: true, confirm_id: 'c' },
      run: async () => service.modifyOrder(prepared, { signal }),
    },
    {
      name: 'failure',
      sample: { ret_code: -4, ret_msg: 'x', error: { code: 'internal_error', message: 'y' } },
      run: async () => service.searchCalendar({ keyword: 'x', searchType: 1 }, { signal }),
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
