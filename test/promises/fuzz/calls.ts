import { OAuthService } from '../../../src/service/auth/oauth';
import type { OAuthClient } from '../../../src/service/auth/oauthTypes';
import { Secret } from '../../../src/service/secret';
import { createServiceClient } from '../../../src/service/client';
import { prepareModification } from '../../../src/service/endpoints/orders/changes';
import { preparePlacement } from '../../../src/service/endpoints/orders/placeOrder';
import {
  prepareSimulatedCancellation,
  prepareSimulatedModification,
  prepareSimulatedPlacement,
} from '../../../src/service/endpoints/simulated/writes';
import type { Authenticator } from '../../../src/service/auth/authenticator';
import type { BeyondClient, ServiceClient, SpecifiedMethods } from '../../../src/service/serviceClient';
import { recorded } from '../../support/recorded';
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

/** One call of the client, and a sample answer of a service. */
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

const fill = {
  deal_id: '7',
  order_id: '1',
  code: 'US.A',
  trd_side: 'BUY',
  qty: '1',
  price: '1.50',
  create_time: 1_795_000_000_000_000,
  updated_time: '1795000000000000',
  counter_broker_id: 5,
  status: 'OK',
};
const simulatedOrder = {
  order_id: '9',
  side: 3,
  symbol: '00700',
  order_type: 3,
  status: 5,
  qty: '2',
  cum_qty: '1',
  price: '1',
  create_time: '1795000000000000',
  text: 'mine #1',
  market: null,
  time_in_force: null,
};

interface Sampled extends Omit<Call, 'name'> {
  /** The request on the wire: method, path and query, body. */
  readonly asks: string;
  /** What the caller gets from the sample, or a part of it; for a list, its items. */
  readonly gives?: object;
}

const codes = ['HK.1'];
const quoteOk = (data: object): object => ({ ret_code: 0, ret_msg: '', data });
const recordedSample = (name: string): unknown => JSON.parse(recorded(name).text);
const basics = { code: 'HK.1', stock_name: 'x', lot_size: 100, list_time: 1 };

/** One call of every endpoint in the specification: a new endpoint does not compile without its line here. */
function specifiedCalls(service: ServiceClient): Record<keyof SpecifiedMethods, Sampled> {
  return {
    serverTime: {
      asks: 'GET /api/v1.0/server-time',
      sample: { server_time_ms: '1795000000000' },
      run: async () => service.serverTime({ signal }),
    },
    tradingDays: {
      asks: 'GET /api/v1.0/quote/trading-days?market=HK&start=2026-11-01&end=2026-11-30',
      sample: recordedSample('trading days'),
      run: async () => service.tradingDays({ market: 'HK', start: '2026-11-01', end: '2026-11-30' }, { signal }),
    },
    modifyOrder: {
      asks: 'PUT /api/v1.0/accounts/8001/orders/o {"exchange":"US","qty":"1","price":"1"}',
      writesOrder: true,
      sample: { s: 'ok' },
      run: async () => service.modifyOrder(prepared, { signal }),
    },
    simulatedPositions: {
      asks: 'GET /api/v1.0/sim-trade/1/positions',
      sample: quoteOk({ positions: [position] }),
      run: async () => service.simulatedPositions({ accountId: '1' }, { signal }),
    },
    searchCalendar: {
      asks: 'GET /api/v1.0/quote/economic-calendar/search?keyword=x&search_type=1',
      sample: { ret_code: 0, ret_msg: '', data: [event, event], pagination },
      run: async () => service.searchCalendar({ keyword: 'x', searchType: 1 }, { signal }),
    },
    hotCalendar: {
      asks: 'GET /api/v1.0/quote/economic-calendar/hot?timezone=UTC',
      sample: { ret_code: 0, ret_msg: '', data: [event], pagination },
      run: async () => service.hotCalendar({ timeZone: 'UTC' }, { signal }),
    },
    plateConstituents: {
      asks: 'POST /api/v1.0/quote/plate/HK.BK1000/stock {"next_key":"","limit":10}',
      sample: { code: 0, data: { stock_list: [basics] }, pagination },
      run: async () => service.plateConstituents({ plateId: 'HK.BK1000', limit: 10 }, { signal }),
    },
  };
}

/** Like {@link specifiedCalls}, for what is beyond the specification. */
function beyondCalls({ beyond }: ServiceClient): Record<keyof BeyondClient, Sampled> {
  const candles = { code: 'HK.1', period: 'day', adjustment: 'none', count: 10 } as const;
  return {
    liveAccounts: {
      asks: 'GET /api/v1.0/accounts/authorized_trd_accs',
      sample: { s: 'ok', d: { accounts: [{ account_id: '8001', enable_market: [1, 2], acc_type: 'cash' }] } },
      run: async () => beyond.liveAccounts({ signal }),
    },
    simulatedAccounts: {
      asks: 'GET /api/v1.0/sim-trade/accounts',
      sample: recordedSample('paper accounts, one for each market'),
      run: async () => beyond.simulatedAccounts({ signal }),
    },
    orders: {
      asks: 'GET /api/v1.0/accounts/1/orders?trd_market=US&page_flag=&page_size=100',
      sample: { s: 'ok', d: { orders: [order], page_flag: '', completed: true } },
      run: async () => beyond.orders({ accountId: '1', tradeMarket: 'US' }, { signal }),
    },
    orderDetails: {
      asks: 'POST /api/v1.0/accounts/1/orders/detail {"exchange":"US","order_ids":["1"]}',
      sample: { s: 'ok', d: [order] },
      run: async () => beyond.orderDetails({ accountId: '1', exchange: 'US', orderIds: ['1'] }, { signal }),
    },
    confirmOrder: {
      asks: 'POST /api/v1.0/accounts/1/order_confirm {"confirm_id":"c"}',
      writesOrder: true,
      sample: { s: 'ok', d: { order_id: '1' } },
      run: async () => beyond.confirmOrder({ accountId: '1', orderId: '2', confirmId: 'c' }, { signal }),
    },
    orderHistory: {
      asks: 'GET /api/v1.0/accounts/1/orders_history?trd_market=US&start=1&end=2&page_flag=&page_size=100',
      sample: { s: 'ok', d: { orders: [order], page_flag: '', completed: true } },
      run: async () => beyond.orderHistory({ accountId: '1', tradeMarket: 'US', start: '1', end: '2' }, { signal }),
    },
    orderFills: {
      asks: 'GET /api/v1.0/accounts/1/order_fills?trd_market=US&page_flag=&page_size=100',
      sample: { s: 'ok', d: { order_fills: [fill], page_flag: '', completed: true } },
      gives: [{ dealId: '7', quantity: '1', counterBrokerId: '5' }],
      run: async () => beyond.orderFills({ accountId: '1', tradeMarket: 'US' }, { signal }),
    },
    fillHistory: {
      asks: 'GET /api/v1.0/accounts/1/fills_history?trd_market=HK&start=1&end=2&page_flag=&page_size=50',
      sample: { s: 'ok', d: { order_fills: [fill], page_flag: '', completed: true } },
      run: async () => beyond.fillHistory({ accountId: '1', tradeMarket: 'HK', start: '1', end: '2' }, { signal }),
    },
    placeOrder: {
      asks: 'POST /api/v1.0/accounts/8001/orders {"code":"US.A","qty":"1","side":"BUY","order_type":"LIMIT","time_in_force":"DAY","price":"1","remark":"#1"}',
      writesOrder: true,
      sample: { s: 'ok', d: { order_id: '1' } },
      run: async () => beyond.placeOrder(placement, { signal }),
    },
    cancelOrder: {
      asks: 'DELETE /api/v1.0/accounts/1/orders/2?exchange=US',
      writesOrder: true,
      sample: { s: 'ok' },
      run: async () => beyond.cancelOrder({ accountId: '1', orderId: '2', exchange: 'US' }, { signal }),
    },
    funds: {
      asks: 'GET /api/v1.0/accounts/1/funds?currency=USD',
      sample: { s: 'ok', d: { currency: 'USD', power: '1.50', cash: null, us_cash: 2.5, risk_status: 'SAFE' } },
      gives: { power: '1.50', cash: '', cashByMarket: { us: '2.5' }, riskStatus: 'SAFE' },
      run: async () => beyond.funds({ accountId: '1', currency: 'USD' }, { signal }),
    },
    ...simulatedCalls(beyond),
    livePositions: {
      asks: 'GET /api/v1.0/accounts/1/positions',
      sample: { s: 'ok', d: [{ position_side: 'LONG', code: 'US.A', qty: '1', cost_price: '1', cost_price_valid: true, pl_ratio: '1' }] },
      run: async () => beyond.livePositions({ accountId: '1' }, { signal }),
    },
    tradingPower: {
      asks: 'GET /api/v1.0/accounts/1/acctradinginfo?code=HK.1&order_type=LIMIT&price=1',
      sample: { s: 'ok', d: { max_cash_buy: '1', max_sell_short: null, max_position_sell: 1.5 } },
      gives: { cashBuy: '1', positionSell: '1.5' },
      run: async () => beyond.tradingPower({ accountId: '1', code: 'HK.1', orderType: 'LIMIT', price: '1' }, { signal }),
    },
    plateStock: {
      asks: 'GET /api/v1.0/quote/plate-stock?plate_code=HK.BK1000&limit=10',
      sample: { ret_code: 0, data: { stock_list: [basics] }, pagination },
      run: async () => beyond.plateStock({ plateId: 'HK.BK1000', limit: 10 }, { signal }),
    },
    plateList: {
      asks: 'GET /api/v1.0/quote/plate-list?market=HK&plate_class=ALL',
      sample: quoteOk({ plate_list: [{ code: 'HK.LIST1', plate_name: 'x' }] }),
      run: async () => beyond.plateList({ market: 'HK', plateClass: 'ALL' }, { signal }),
    },
    snapshot: {
      asks: 'POST /api/v1.0/quote/snapshot {"code_list":["HK.1"]}',
      sample: recordedSample('a snapshot with blocks for the sessions outside regular hours, one of which has not traded'),
      run: async () => beyond.snapshot({ codes }, { signal }),
    },
    marketStates: {
      asks: 'POST /api/v1.0/quote/market-state {"code_list":["HK.1"]}',
      sample: recordedSample('states of markets'),
      run: async () => beyond.marketStates({ codes }, { signal }),
    },
    orderBook: {
      asks: 'POST /api/v1.0/quote/order-book {"code":"HK.1","num":10}',
      sample: recordedSample("the order books of two exchanges of one security, crossing each other's levels"),
      run: async () => beyond.orderBook({ code: 'HK.1', levels: 10 }, { signal }),
    },
    intradayPoints: {
      asks: 'GET /api/v1.0/quote/HK.1/rt-data',
      sample: recordedSample('the minutes of a day with a break at noon'),
      run: async () => beyond.intradayPoints({ code: 'HK.1' }, { signal }),
    },
    ticks: {
      asks: 'GET /api/v1.0/quote/HK.1/rt-ticker?num=10',
      sample: recordedSample('the latest trades'),
      run: async () => beyond.ticks({ code: 'HK.1', count: 10 }, { signal }),
    },
    currentCandles: {
      asks: 'GET /api/v1.0/quote/HK.1/cur-kline?num=10&ktype=2&autype=0',
      sample: recordedSample('the latest candles'),
      run: async () => beyond.currentCandles(candles, { signal }),
    },
    historyCandles: {
      asks: 'GET /api/v1.0/quote/HK.1/history-kline?end=2026-11-20&num=10&ktype=2&autype=0',
      sample: recordedSample('a page of history that names where the one before it begins'),
      run: async () => beyond.historyCandles({ ...candles, end: '2026-11-20' }, { signal }),
    },
    ownerPlates: {
      asks: 'GET /api/v1.0/quote/HK.1/owner-plate',
      sample: quoteOk({ sectors: [{ plate_code: 'HK.BK1', plate_name: 'x', plate_type: 'INDUSTRY' }] }),
      gives: [{ code: 'HK.BK1', name: 'x' }],
      run: async () => beyond.ownerPlates({ code: 'HK.1' }, { signal }),
    },
    capitalFlow: {
      asks: 'GET /api/v1.0/quote/HK.1/capital-flow',
      sample: recordedSample('the capital flow of a day by minute'),
      run: async () => beyond.capitalFlow({ code: 'HK.1' }, { signal }),
    },
    capitalDistribution: {
      asks: 'GET /api/v1.0/quote/HK.1/capital-distribution',
      sample: recordedSample('the capital distribution of a day'),
      run: async () => beyond.capitalDistribution({ code: 'HK.1' }, { signal }),
    },
    securityGroups: {
      asks: 'GET /api/v1.0/quote/user-security-group?group_type=ALL',
      sample: recordedSample('groups of securities'),
      run: async () => beyond.securityGroups({ type: 'ALL' }, { signal }),
    },
    groupSecurities: {
      asks: 'GET /api/v1.0/quote/user-security?group_name=x',
      sample: recordedSample('the securities of a group'),
      run: async () => beyond.groupSecurities({ groupName: 'x' }, { signal }),
    },
    changeSecurityGroup: {
      asks: 'POST /api/v1.0/quote/modify-user-security {"group_name":"x","op":"ADD","code_list":["HK.1"]}',
      sample: { ret_code: 0 },
      run: async () => beyond.changeSecurityGroup({ groupName: 'x', operation: 'add', codes }, { signal }),
    },
  };
}

type SimulatedCalls = 'simulatedCash' | 'simulatedOrders' | 'simulatedOrderHistory' | 'simulatedTradingPower';
type SimulatedWrites = 'placeSimulatedOrder' | 'modifySimulatedOrder' | 'cancelSimulatedOrder';

/** The part of {@link beyondCalls} for paper accounts. */
function simulatedCalls(beyond: BeyondClient): Record<SimulatedCalls | SimulatedWrites, Sampled> {
  const account = { accountId: '1', market: 100 };
  const order = { ...account, orderId: 'o' };
  return {
    simulatedCash: {
      asks: 'GET /api/v1.0/sim-trade/1/cash-info?market=100',
      sample: quoteOk({ balance: '10.50', mv: null, max_power_long: '9' }),
      gives: { balance: '10.50', marketValue: '', power: '9' },
      run: async () => beyond.simulatedCash(account, { signal }),
    },
    simulatedOrders: {
      asks: 'GET /api/v1.0/sim-trade/1/orders?market=100',
      sample: quoteOk({ orders: [simulatedOrder] }),
      gives: [{ orderId: '9', side: 'SELL_SHORT', orderType: 'MARKET', status: 'CANCELLED_PART', remark: 'mine #1', market: '' }],
      run: async () => beyond.simulatedOrders(account, { signal }),
    },
    simulatedOrderHistory: {
      asks: 'GET /api/v1.0/sim-trade/1/history-orders?market=100&time_begin=1&time_end=2&page_size=50',
      sample: quoteOk({ orders: [simulatedOrder], pagination }),
      run: async () => beyond.simulatedOrderHistory({ ...account, start: '1', end: '2' }, { signal }),
    },
    simulatedTradingPower: {
      asks: 'GET /api/v1.0/sim-trade/1/max-buy-sell?market=100&symbol=A&order_type=1&price=1',
      sample: quoteOk({ max_cash_buy_qty_round_lot: '100', max_margin_buy_qty_round_lot: null, max_sell_qty_round_lot: 1.5 }),
      gives: { cashBuy: '100', cashAndMarginBuy: '', positionSell: '1.5' },
      run: async () => beyond.simulatedTradingPower({ ...account, symbol: 'A', orderType: 'LIMIT', price: '1' }, { signal }),
    },
    placeSimulatedOrder: {
      asks: 'POST /api/v1.0/sim-trade/1/orders {"market":100,"symbol":"A","order_type":1,"order_side":1,"qty":"1","price":"1","text":"#1"}',
      writesOrder: true,
      sample: quoteOk({ order_id: '9' }),
      run: async () => beyond.placeSimulatedOrder(simulatedPlacement, { signal }),
    },
    modifySimulatedOrder: {
      asks: 'POST /api/v1.0/sim-trade/1/orders/o/modify {"market":100,"new_qty":"1","new_price":"2"}',
      writesOrder: true,
      sample: quoteOk({}),
      run: async () => beyond.modifySimulatedOrder(prepareSimulatedModification({ ...order, quantity: '1', price: '2' }), { signal }),
    },
    cancelSimulatedOrder: {
      asks: 'POST /api/v1.0/sim-trade/1/orders/o/cancel {"market":100}',
      writesOrder: true,
      sample: quoteOk({}),
      run: async () => beyond.cancelSimulatedOrder(prepareSimulatedCancellation(order), { signal }),
    },
  };
}

const placement = preparePlacement({
  accountId: '8001',
  code: 'US.A',
  quantity: '1',
  side: 'BUY',
  orderType: 'LIMIT',
  timeInForce: 'DAY',
  price: '1',
  remark: '#1',
});
const simulatedPlacement = prepareSimulatedPlacement({
  accountId: '1',
  market: 100,
  symbol: 'A',
  quantity: '1',
  side: 'BUY',
  orderType: 'LIMIT',
  price: '1',
  remark: '#1',
});
const prepared = prepareModification({ accountId: '8001', orderId: 'o', exchange: 'US', quantity: '1', price: '1' });

/** One call of every endpoint, with its request. */
export function endpointCalls(service: ServiceClient): readonly (Sampled & { readonly name: string })[] {
  return Object.entries({ ...specifiedCalls(service), ...beyondCalls(service) }).map(([name, call]) => ({ name, ...call }));
}

/** Every answer that the client decodes. */
export function callsOf(transport: MemoryTransport): readonly Call[] {
  const service = createClient(transport);
  const oauth = new OAuthService('http://127.0.0.1:1', transport);
  const attempt = { client, redirectUri, state: new Secret('s'), codeVerifier: new Secret('v'.repeat(43)), url: '' };
  return [
    ...endpointCalls(service),
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
