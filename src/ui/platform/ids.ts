import type { ArgumentDecoders } from './commandArguments';

/** Every ID that the manifest contributes, exactly once. A test compares this table with package.json. */

export const extensionId = 'market-desk.market-desk';
/** Path of the OAuth redirect on the desktop: `${env.uriScheme}://market-desk.market-desk/oauth/callback`. */
export const callbackPath = '/oauth/callback';
export const authenticationProviderId = 'market-desk';

/**
 * A part of the program that is loaded on its first use. `session` is the part that every signed-in window has, including clock and privacy
 * mode, and is loaded with the program; `welcome` is loaded without the program; each of the others is loaded by its line in
 * `src/container/features.ts`.
 */
export type FeatureName =
  | 'session'
  | 'welcome'
  | 'signIn'
  | 'apiKey'
  | 'sandbox'
  | 'positions'
  | 'portfolio'
  | 'security'
  | 'plates'
  | 'screener'
  | 'today'
  | 'calendar'
  | 'history'
  | 'orders'
  | 'ordersPage'
  | 'orderLimits'
  | 'quotes'
  | 'watchlist'
  | 'alerts'
  | 'ticker'
  | 'nextRelease'
  | 'dayProfit'
  | 'tradingDays'
  | 'diagnostics'
  | 'agents'
  | 'api'
  | 'records'
  | 'languageTools';

export interface CommandRow {
  /** The feature that is loaded before the command runs. */
  readonly feature: FeatureName;
  /** The decoder of its arguments in commandArguments.ts. */
  readonly takes: keyof ArgumentDecoders;
  /** Errors offer *Try Again*. Never set for a command that may lead to a change at the service. */
  readonly retries?: true;
  /** Offered on rows of views, and not in their title bars. */
  readonly onRow?: true;
}

/** Every command: its implementation and its arguments. */
export const commands = {
  'marketDesk.signIn': { feature: 'signIn', takes: 'nothing', retries: true },
  'marketDesk.signInWith': { feature: 'signIn', takes: 'nothing', retries: true },
  'marketDesk.signOut': { feature: 'signIn', takes: 'nothing' },
  'marketDesk.signIn.cancel': { feature: 'signIn', takes: 'nothing' },
  'marketDesk.signIn.tryAnotherWay': { feature: 'signIn', takes: 'nothing' },
  'marketDesk.signIn.copyAddress': { feature: 'signIn', takes: 'nothing' },
  'marketDesk.accounts.show': { feature: 'signIn', takes: 'nothing' },
  'marketDesk.connect': { feature: 'signIn', takes: 'nothing' },
  'marketDesk.showCertificate': { feature: 'signIn', takes: 'nothing', retries: true },
  'marketDesk.setUpApiKey': { feature: 'apiKey', takes: 'nothing' },
  'marketDesk.sandbox.start': { feature: 'sandbox', takes: 'nothing', retries: true },
  'marketDesk.sandbox.stop': { feature: 'sandbox', takes: 'nothing', retries: true },
  'marketDesk.sandbox.reset': { feature: 'sandbox', takes: 'nothing', retries: true },
  'marketDesk.positions.refresh': { feature: 'positions', takes: 'nothing' },
  'marketDesk.positions.selectAccount': { feature: 'positions', takes: 'nothing' },
  'marketDesk.positions.export': { feature: 'positions', takes: 'file' },
  'marketDesk.positions.sort': { feature: 'positions', takes: 'nothing' },
  'marketDesk.positions.filterMarket': { feature: 'positions', takes: 'nothing' },
  'marketDesk.positions.copy': { feature: 'positions', takes: 'row', onRow: true },
  'marketDesk.portfolio.open': { feature: 'portfolio', takes: 'text' },
  'marketDesk.portfolio.show': { feature: 'portfolio', takes: 'security', onRow: true },
  'marketDesk.security.open': { feature: 'security', takes: 'security', onRow: true },
  'marketDesk.security.openToSide': { feature: 'security', takes: 'security', onRow: true },
  'marketDesk.security.keep': { feature: 'security', takes: 'nothing' },
  'marketDesk.security.reviewDay': { feature: 'security', takes: 'security', onRow: true },
  'marketDesk.plates.add': { feature: 'plates', takes: 'text' },
  'marketDesk.plates.remove': { feature: 'plates', takes: 'plate', onRow: true },
  'marketDesk.plates.screen': { feature: 'screener', takes: 'plate', onRow: true },
  'marketDesk.plates.sort': { feature: 'plates', takes: 'nothing' },
  'marketDesk.plates.refresh': { feature: 'plates', takes: 'text' },
  'marketDesk.plates.loadMore': { feature: 'plates', takes: 'plate', onRow: true },
  'marketDesk.plates.moveUp': { feature: 'plates', takes: 'plate', onRow: true },
  'marketDesk.plates.moveDown': { feature: 'plates', takes: 'plate', onRow: true },
  'marketDesk.today.refresh': { feature: 'today', takes: 'nothing' },
  'marketDesk.calendar.open': { feature: 'calendar', takes: 'calendarPlace' },
  'marketDesk.calendar.search': { feature: 'calendar', takes: 'calendarSearch' },
  'marketDesk.calendar.showActions': { feature: 'calendar', takes: 'security', onRow: true },
  'marketDesk.calendar.showHistory': { feature: 'history', takes: 'indicator', onRow: true },
  'marketDesk.calendar.remind': { feature: 'alerts', takes: 'release', onRow: true },
  'marketDesk.orders.show': { feature: 'orders', takes: 'security', onRow: true },
  'marketDesk.orders.openPage': { feature: 'ordersPage', takes: 'text' },
  'marketDesk.orders.editLimits': { feature: 'orderLimits', takes: 'nothing' },
  'marketDesk.orders.place': { feature: 'orders', takes: 'newOrder' },
  'marketDesk.orders.buy': { feature: 'orders', takes: 'newOrder', onRow: true },
  'marketDesk.orders.sell': { feature: 'orders', takes: 'newOrder', onRow: true },
  'marketDesk.positions.close': { feature: 'orders', takes: 'security', onRow: true },
  'marketDesk.positions.closeHalf': { feature: 'orders', takes: 'security', onRow: true },
  'marketDesk.orders.modify': { feature: 'orders', takes: 'order' },
  'marketDesk.orders.raisePrice': { feature: 'orders', takes: 'order', onRow: true },
  'marketDesk.orders.lowerPrice': { feature: 'orders', takes: 'order', onRow: true },
  'marketDesk.orders.changeBack': { feature: 'orders', takes: 'row', onRow: true },
  'marketDesk.orders.cancel': { feature: 'orders', takes: 'order', onRow: true },
  'marketDesk.orders.cancelAll': { feature: 'orders', takes: 'row' },
  'marketDesk.orders.stopSending': { feature: 'session', takes: 'nothing' },
  'marketDesk.orders.releaseSending': { feature: 'session', takes: 'nothing' },
  'marketDesk.orders.placeAgain': { feature: 'orders', takes: 'row', onRow: true },
  'marketDesk.orders.showReceipt': { feature: 'orders', takes: 'order', onRow: true },
  'marketDesk.orders.exportReceipt': { feature: 'orders', takes: 'order', onRow: true },
  'marketDesk.orders.verifyReceipt': { feature: 'orders', takes: 'file' },
  'marketDesk.orders.showJournal': { feature: 'records', takes: 'record' },
  'marketDesk.orders.showJournalText': { feature: 'orders', takes: 'nothing' },
  'marketDesk.orders.refresh': { feature: 'orders', takes: 'nothing' },
  'marketDesk.orders.readBack': { feature: 'orders', takes: 'row', onRow: true },
  'marketDesk.orders.resolve': { feature: 'orders', takes: 'attempt', onRow: true },
  'marketDesk.orders.exportJournal': { feature: 'orders', takes: 'file' },
  'marketDesk.watchlist.add': { feature: 'watchlist', takes: 'watched' },
  'marketDesk.watchlist.remove': { feature: 'watchlist', takes: 'watched' },
  'marketDesk.watchlist.moveToGroup': { feature: 'watchlist', takes: 'watched' },
  'marketDesk.watchlist.addGroup': { feature: 'watchlist', takes: 'nothing' },
  'marketDesk.watchlist.renameGroup': { feature: 'watchlist', takes: 'nothing' },
  'marketDesk.watchlist.removeGroup': { feature: 'watchlist', takes: 'nothing' },
  'marketDesk.watchlist.import': { feature: 'watchlist', takes: 'nothing' },
  'marketDesk.watchlist.export': { feature: 'watchlist', takes: 'nothing' },
  'marketDesk.alerts.add': { feature: 'alerts', takes: 'alert', onRow: true },
  'marketDesk.alerts.manage': { feature: 'alerts', takes: 'movedAlert' },
  'marketDesk.alerts.showTriggered': { feature: 'alerts', takes: 'nothing' },
  'marketDesk.privacy.toggle': { feature: 'session', takes: 'nothing' },
  'marketDesk.tradingDays.show': { feature: 'tradingDays', takes: 'tradingPeriod', retries: true },
  'marketDesk.tradingDays.copy': { feature: 'tradingDays', takes: 'nothing' },
  'marketDesk.clock.show': { feature: 'session', takes: 'nothing' },
  'marketDesk.clock.sync': { feature: 'session', takes: 'nothing' },
  'marketDesk.explainSignature': { feature: 'diagnostics', takes: 'request' },
  'marketDesk.copyRequest': { feature: 'diagnostics', takes: 'request' },
  'marketDesk.diagnose': { feature: 'diagnostics', takes: 'nothing' },
  'marketDesk.agents.start': { feature: 'agents', takes: 'nothing', retries: true },
  'marketDesk.agents.stop': { feature: 'agents', takes: 'nothing' },
  'marketDesk.agents.copyConfiguration': { feature: 'agents', takes: 'nothing' },
  'marketDesk.agents.manage': { feature: 'agents', takes: 'nothing' },
  'marketDesk.agents.showLog': { feature: 'records', takes: 'nothing' },
  'marketDesk.status.show': { feature: 'session', takes: 'nothing' },
  'marketDesk.records.show': { feature: 'records', takes: 'recordsPlace' },
  'marketDesk.openSettings': { feature: 'session', takes: 'nothing' },
  'marketDesk.showLog': { feature: 'session', takes: 'nothing' },
} as const satisfies Readonly<Record<string, CommandRow>>;
export type CommandId = keyof typeof commands;
export const commandIds = Object.keys(commands).filter(isCommandId);

function isCommandId(id: string): id is CommandId {
  return id in commands;
}

/** Every view, with the feature that provides it. */
export const views = {
  'marketDesk.positions': { feature: 'positions', collapses: true },
  'marketDesk.plates': { feature: 'plates', collapses: true, dragAndDrop: true },
  'marketDesk.today': { feature: 'today' },
  'marketDesk.orders': { feature: 'orders' },
} as const satisfies Readonly<Record<string, ViewRow>>;
export interface ViewRow {
  readonly feature: FeatureName;
  /** The view offers *Collapse All*. */
  readonly collapses?: true;
  readonly dragAndDrop?: true;
}
export type ViewId = keyof typeof views;
export const viewIds = Object.keys(views).filter(isViewId);

function isViewId(id: string): id is ViewId {
  return id in views;
}

/** Every kind of panel, with the feature that provides it; the editor restores panels after a reload. */
export const panels = {
  'marketDesk.calendar': { feature: 'calendar' },
  'marketDesk.history': { feature: 'history' },
  'marketDesk.portfolio': { feature: 'portfolio' },
  'marketDesk.security': { feature: 'security' },
  'marketDesk.ordersPage': { feature: 'ordersPage' },
  'marketDesk.records': { feature: 'records' },
  'marketDesk.screener': { feature: 'screener' },
  'marketDesk.orderTicket': { feature: 'orders' },
  'marketDesk.orderLimits': { feature: 'orderLimits' },
} as const satisfies Readonly<Record<string, { readonly feature: FeatureName }>>;
export type PanelType = keyof typeof panels;
export const panelTypes = Object.keys(panels).filter(isPanelType);

function isPanelType(type: string): type is PanelType {
  return type in panels;
}

/** Every view that is a page, with the feature that provides it. */
export const pageViews = {
  'marketDesk.welcome': { feature: 'welcome' },
  'marketDesk.watchlist': { feature: 'watchlist' },
} as const satisfies Readonly<Record<string, { readonly feature: FeatureName }>>;
export type PageViewId = keyof typeof pageViews;
export const pageViewIds: readonly PageViewId[] = Object.keys(pageViews).filter(isPageViewId);

function isPageViewId(id: string): id is PageViewId {
  return id in pageViews;
}

/** Identifies the MCP server of this window to the editor. */
export const mcpProviderId = 'marketDesk.mcp';

/** The tools for language models. All but the last only read; the last opens a ticket for the user. */
export const toolNames = [
  'marketDesk_searchCalendar',
  'marketDesk_listHotEvents',
  'marketDesk_getIndicatorHistory',
  'marketDesk_listConstituents',
  'marketDesk_listTradingDays',
  'marketDesk_getQuotes',
  'marketDesk_getCandles',
  'marketDesk_listWatchlist',
  'marketDesk_listPositions',
  'marketDesk_listOpenOrders',
  'marketDesk_listFills',
  'marketDesk_listOrderChanges',
  'marketDesk_proposeOrderChange',
] as const;
export type ToolName = (typeof toolNames)[number];

/** Context keys that `when` clauses use, with all their values. */
export const contextKeys = {
  'marketDesk.connection': ['none', 'sandbox', 'service'],
  /** `restoring` until it is known who is signed in; `lapsed`: the service ended the session, only signing in again helps. */
  'marketDesk.session': ['restoring', 'signedOut', 'lapsed', 'signedIn'],
  /** `waiting` while the browser is open. */
  'marketDesk.signIn': ['none', 'waiting'],
  'marketDesk.signIn.hasAnotherWay': [true, false],
  'marketDesk.plates': ['empty', 'some'],
  /** Whether the user has stopped sending orders. */
  'marketDesk.sending': ['open', 'stopped'],
  /** Whether the MCP server runs in this window. */
  'marketDesk.agents': ['off', 'on'],
} as const satisfies Readonly<Record<string, readonly (string | boolean)[]>>;
export type ContextKeys = { readonly [K in keyof typeof contextKeys]: (typeof contextKeys)[K][number] };

/** The kind of row that a menu is opened on: `viewItem` in `when` clauses, `contextValue` of a tree item. */
export const rowKinds = [
  'account',
  'appliedAttempt',
  'attempt',
  'constituent',
  'endedOrder',
  'event',
  'fixedOrder',
  'market',
  'message',
  'openOrder',
  'openPaperOrder',
  'plate',
  'plateWithMore',
  'position',
  'recent',
  'refusedPaperAttempt',
  'subtotal',
  'unknownAttempt',
] as const;
