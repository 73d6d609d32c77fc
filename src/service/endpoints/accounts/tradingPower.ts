import type { TradingPower, TradingPowerQuery } from '../../marketRecords';
import { at, expectObject } from '../../schema/decode';
import { figure } from '../../schema/fields';
import type { ReadEndpoint } from '../endpoint';
import { filled, get, rawQuery, securityId, segment } from '../rules';

/** Beyond the specification: GET /accounts/{acc_id}/acctradinginfo, the most that a live account can trade of a security. */
export const tradingPower: ReadEndpoint<TradingPowerQuery, TradingPower> = {
  method: 'GET',
  route: '/api/v1.0/accounts/{acc_id}/acctradinginfo',
  build: ({ accountId, code, orderType, price, orderId }) =>
    get(
      `/api/v1.0/accounts/${segment('acc_id', accountId)}/acctradinginfo`,
      rawQuery([
        ['code', securityId('code', code)],
        ['order_type', filled('order_type', orderType)],
        ['price', price],
        ['order_id', orderId],
      ]),
    ),
  decode: (answer, place) => {
    const d = expectObject(answer['d'], at(place, 'd'));
    return {
      cashBuy: figure(d, 'max_cash_buy'),
      cashAndMarginBuy: figure(d, 'max_cash_and_margin_buy'),
      positionSell: figure(d, 'max_position_sell'),
      shortSell: figure(d, 'max_sell_short'),
      buyBack: figure(d, 'max_buy_back'),
    };
  },
};
