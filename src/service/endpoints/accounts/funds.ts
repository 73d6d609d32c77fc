import type { Funds } from '../tradingRecords';
import { at, expectObject } from '../../schema/decode';
import { decimal, figure, unknownFields } from '../../schema/fields';
import { member } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { get, rawQuery, segment } from '../rules';

export interface FundsQuery {
  readonly accountId: string;
  /** Required; the service converts the account's figures. */
  readonly currency: string;
}

const known: ReadonlySet<string> = new Set([
  'currency',
  'power',
  'total_assets',
  'cash',
  'market_val',
  'frozen_cash',
  'available_funds',
  'initial_margin',
  'maintenance_margin',
  'unrealized_pl',
  'realized_pl',
  'risk_status',
]);
const cashOfMarket = /^([a-z]{2,4})_cash$/;

/** Beyond the specification: GET /accounts/{acc_id}/funds. */
export const funds: ReadEndpoint<FundsQuery, Funds> = {
  method: 'GET',
  route: '/api/v1.0/accounts/{acc_id}/funds',
  build: ({ accountId, currency }) => get(`/api/v1.0/accounts/${segment('acc_id', accountId)}/funds`, rawQuery([['currency', currency]])),
  decode: (answer, place) => readFunds(expectObject(member(answer, 'd'), at(place, 'd'))),
};

function readFunds(d: JsonObject): Funds {
  const byMarket = Object.keys(d).flatMap((key): readonly (readonly [string, string])[] => {
    const market = cashOfMarket.exec(key)?.[1];
    const cash = decimal(d, key);
    return market === undefined || cash === '' ? [] : [[market, cash]];
  });
  return {
    currency: figure(d, 'currency'),
    power: decimal(d, 'power'),
    totalAssets: decimal(d, 'total_assets'),
    cash: decimal(d, 'cash'),
    marketValue: decimal(d, 'market_val'),
    frozenCash: decimal(d, 'frozen_cash'),
    availableFunds: decimal(d, 'available_funds'),
    initialMargin: decimal(d, 'initial_margin'),
    maintenanceMargin: decimal(d, 'maintenance_margin'),
    unrealizedProfit: decimal(d, 'unrealized_pl'),
    realizedProfit: decimal(d, 'realized_pl'),
    riskStatus: figure(d, 'risk_status'),
    cashByMarket: Object.fromEntries(byMarket),
    unknown: unknownFields(d, new Set([...known, ...byMarket.map(([market]) => `${market}_cash`)])),
  };
}
