import { fillsTool, openOrdersTool, orderChangesTool, positionsTool } from './accountTools';
import { constituentsTool, hotEventsTool, quotesTool, tradingDaysTool } from './publicTools';
import { candlesTool, indicatorHistoryTool, watchlistTool } from './marketTools';
import type { ReadTool } from './readTool';
import { searchCalendarTool } from './searchCalendar';

/** All lookup tools, by the name under which the editor knows them. */
export const readTools = {
  marketDesk_searchCalendar: searchCalendarTool,
  marketDesk_listHotEvents: hotEventsTool,
  marketDesk_getIndicatorHistory: indicatorHistoryTool,
  marketDesk_listConstituents: constituentsTool,
  marketDesk_listTradingDays: tradingDaysTool,
  marketDesk_getQuotes: quotesTool,
  marketDesk_getCandles: candlesTool,
  marketDesk_listWatchlist: watchlistTool,
  marketDesk_listPositions: positionsTool,
  marketDesk_listOpenOrders: openOrdersTool,
  marketDesk_listFills: fillsTool,
  marketDesk_listOrderChanges: orderChangesTool,
} as const satisfies Readonly<Record<string, ReadTool>>;
export type ReadToolName = keyof typeof readTools;
