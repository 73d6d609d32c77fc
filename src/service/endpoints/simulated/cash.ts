import type { SimulatedAccountQuery, SimulatedCash, SimulatedPowerQuery } from '../tradingRecords';
import type { TradingPower } from '../../marketRecords';
import { at, expectObject } from '../../schema/decode';
import { decimal } from '../../schema/fields';
import { member } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { get, positiveDecimal, rawQuery } from '../rules';
import { checkedSymbol, marketOf, simulatedPath, typeNumbers } from './wire';

/** Beyond the specification: GET /sim-trade/{acc_id}/cash-info. */
export const simulatedCash: ReadEndpoint<SimulatedAccountQuery, SimulatedCash> = {
  method: 'GET',
  route: '/api/v1.0/sim-trade/{acc_id}/cash-info',
  build: ({ accountId, market }) => get(simulatedPath(accountId, 'cash-info'), rawQuery([['market', marketOf({ market })]])),
  decode: (answer, place) => {
    const data = expectObject(member(answer, 'data'), at(place, 'data'));
    return {
      balance: decimal(data, 'balance'),
      power: decimal(data, 'max_power_long'),
      totalAssets: decimal(data, 'total_asset'),
      marketValue: decimal(data, 'mv'),
      unrealizedProfit: decimal(data, 'unrealized_profit'),
    };
  },
};

/** Beyond the specification: GET /sim-trade/{acc_id}/max-buy-sell, the most that a paper account can trade of a security. */
export const simulatedTradingPower: ReadEndpoint<SimulatedPowerQuery, TradingPower> = {
  method: 'GET',
  route: '/api/v1.0/sim-trade/{acc_id}/max-buy-sell',
  build: ({ accountId, market, symbol, orderType, price, orderId }) =>
    get(
      simulatedPath(accountId, 'max-buy-sell'),
      rawQuery([
        ['market', marketOf({ market })],
        ['symbol', checkedSymbol(symbol)],
        ['order_type', typeNumbers[orderType]],
        ['price', price === undefined ? undefined : positiveDecimal('price', price)],
        ['order_id', orderId],
      ]),
    ),
  decode: (answer, place) => {
    const data = expectObject(member(answer, 'data'), at(place, 'data'));
    return {
      cashBuy: decimal(data, 'max_cash_buy_qty_round_lot'),
      cashAndMarginBuy: decimal(data, 'max_margin_buy_qty_round_lot'),
      positionSell: decimal(data, 'max_sell_qty_round_lot'),
      shortSell: decimal(data, 'max_sell_short_qty'),
      buyBack: decimal(data, 'max_buy_back_qty'),
    };
  },
};
