import type { Funds } from '../tradingRecords';
import { at, expectObject } from '../../schema/decode';
import { decimal, figure } from '../../schema/fields';
import { member } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { get, rawQuery, segment } from '../rules';

export interface FundsQuery {
  readonly accountId: string;
  /** Required; the service converts the account's figures. */
  readonly currency: string;
}

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
    initialMargin: decimal(d, 'initial_margin'),
    maintenanceMargin: decimal(d, 'maintenance_margin'),
    unrealizedProfit: decimal(d, 'unrealized_pl'),
    riskStatus: figure(d, 'risk_status'),
    cashByMarket: Object.fromEntries(byMarket),
  };
}
