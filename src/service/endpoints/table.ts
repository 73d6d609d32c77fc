import { liveAccounts, simulatedAccounts } from './accounts/accounts';
import { funds } from './accounts/funds';
import { livePositions } from './accounts/livePositions';
import { simulatedPositions } from './accounts/simulatedPositions';
import { tradingPower } from './accounts/tradingPower';
import { hotCalendar } from './calendar/hotCalendar';
import { searchCalendar } from './calendar/searchCalendar';
import { cancelOrder, confirmOrder, modifyOrder } from './orders/changes';
import { fillHistory, orderFills, orderHistory } from './orders/history';
import { orderDetails } from './orders/orderDetails';
import { orders } from './orders/orders';
import { placeOrder } from './orders/placeOrder';
import { capitalDistribution, capitalFlow } from './quotes/capital';
import { currentCandles, historyCandles } from './quotes/candles';
import { intradayPoints } from './quotes/intradayPoints';
import { marketStates } from './quotes/marketStates';
import { orderBook } from './quotes/orderBook';
import { ownerPlates, plateConstituents, plateList, plateStock } from './quotes/plates';
import { snapshot } from './quotes/snapshot';
import { ticks } from './quotes/ticks';
import { tradingDays } from './quotes/tradingDays';
import { serverTime } from './serverTime';
import { simulatedCash, simulatedTradingPower } from './simulated/cash';
import { simulatedOrderHistory, simulatedOrders } from './simulated/orders';
import { cancelSimulatedOrder, modifySimulatedOrder, placeSimulatedOrder } from './simulated/writes';
import { changeSecurityGroup, groupSecurities, securityGroups } from './watchlist/securityGroups';

/**
 * Every endpoint of the specification, under the name of its client method. An endpoint is one line here: methods, types and
 * fakes follow from this table.
 */
export const specifiedEndpoints = {
  serverTime,
  tradingDays,
  modifyOrder,
  simulatedPositions,
  searchCalendar,
  hotCalendar,
  plateConstituents,
} as const;

/** Endpoints beyond the specification, which a service may not offer: `isNotOffered(error)` tells. */
export const beyondEndpoints = {
  liveAccounts,
  simulatedAccounts,
  orders,
  orderDetails,
  orderHistory,
  orderFills,
  fillHistory,
  placeOrder,
  cancelOrder,
  confirmOrder,
  livePositions,
  tradingPower,
  funds,
  simulatedCash,
  simulatedOrders,
  simulatedOrderHistory,
  simulatedTradingPower,
  placeSimulatedOrder,
  modifySimulatedOrder,
  cancelSimulatedOrder,
  plateStock,
  plateList,
  snapshot,
  marketStates,
  orderBook,
  intradayPoints,
  ticks,
  currentCandles,
  historyCandles,
  ownerPlates,
  capitalFlow,
  capitalDistribution,
  securityGroups,
  groupSecurities,
  changeSecurityGroup,
} as const;
