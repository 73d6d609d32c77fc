/** Every id that the manifest contributes, once. A test equates this table with package.json. */

export const extensionId = 'market-desk.market-desk';
export const authenticationProviderId = 'market-desk';
export const calendarPanelType = 'marketDesk.calendar';

export const commandIds = [
  'marketDesk.signIn',
  'marketDesk.signOut',
  'marketDesk.signIn.tryAnotherWay',
  'marketDesk.signIn.copyAddress',
  'marketDesk.connect',
  'marketDesk.setUpApiKey',
  'marketDesk.sandbox.start',
  'marketDesk.sandbox.stop',
  'marketDesk.sandbox.reset',
  'marketDesk.positions.refresh',
  'marketDesk.positions.selectAccount',
  'marketDesk.positions.export',
  'marketDesk.positions.sort',
  'marketDesk.positions.filterMarket',
  'marketDesk.positions.copy',
  'marketDesk.plates.add',
  'marketDesk.plates.remove',
  'marketDesk.plates.refresh',
  'marketDesk.plates.loadMore',
  'marketDesk.plates.moveUp',
  'marketDesk.plates.moveDown',
  'marketDesk.today.refresh',
  'marketDesk.calendar.open',
  'marketDesk.calendar.search',
  'marketDesk.orders.modify',
  'marketDesk.orders.showJournal',
  'marketDesk.orders.refresh',
  'marketDesk.orders.readBack',
  'marketDesk.orders.resolve',
  'marketDesk.orders.exportJournal',
  'marketDesk.privacy.toggle',
  'marketDesk.tradingDays.show',
  'marketDesk.tradingDays.copy',
  'marketDesk.clock.show',
  'marketDesk.clock.sync',
  'marketDesk.explainSignature',
  'marketDesk.diagnose',
  'marketDesk.showLog',
] as const;
export type CommandId = (typeof commandIds)[number];

export const viewIds = ['marketDesk.positions', 'marketDesk.plates', 'marketDesk.today', 'marketDesk.orders'] as const;
export type ViewId = (typeof viewIds)[number];

/** What language models may call. All but the last only read; the last opens a ticket for the user. */
export const toolNames = [
  'marketDesk_searchCalendar',
  'marketDesk_listHotEvents',
  'marketDesk_listConstituents',
  'marketDesk_listTradingDays',
  'marketDesk_getQuotes',
  'marketDesk_listPositions',
  'marketDesk_listOpenOrders',
  'marketDesk_proposeOrderChange',
] as const;
export type ToolName = (typeof toolNames)[number];

/** Context keys used by `when` clauses, with their values. */
export interface ContextKeys {
  'marketDesk.connection': 'none' | 'sandbox' | 'service';
  'marketDesk.session': 'signedOut' | 'signedIn';
  /** True while the browser is waited for. */
  'marketDesk.signingIn': boolean;
  'marketDesk.plates': 'empty' | 'some';
}
