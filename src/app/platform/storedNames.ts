/** Keys in the editor’s global state: everything that must survive a restart and is no secret. `extension.ts` has one more. */
export const stateKeys = {
  /** Alerts exist; windows watch for them from their start. */
  alertsUsed: 'alerts.used',
  /** A change has no outcome yet, is unresolved, or its order may still end: the next window tells it. */
  ordersFollowing: 'marketDesk.orders.following',
  /** Services of which the user knows that they drop the marks of new orders. */
  droppedMarks: 'marketDesk.orders.droppedMarks',
  /** Sequence number and hash of the journal’s last line. */
  journalHead: 'marketDesk.orderJournalHead',
  /** Intents of unresolved attempts. */
  orderLocks: 'marketDesk.orderLocks',
  /** Origins that may get credentials. */
  approvedOrigins: 'approvedOrigins',
  /** Certificates that the user trusts although they cannot be verified, by origin. */
  trustedCertificates: 'trustedCertificates',
  /** Addresses of feeds that may get credentials. */
  approvedFeeds: 'approvedFeeds',
  /** Which accounts answer only if a request names their markets, and where they had orders. */
  accountMemory: 'accounts.memory',
  /** The port that a sign-in last listened on. */
  loopbackPort: 'loopbackPort',
  /** The screen's zone, if it is on another machine than the program. */
  screenZone: 'screen.timeZone',
  watchlist: 'watchlist',
  recentSecurities: 'security.recent',
  /** Averages and other lines that charts draw. */
  chartStudies: 'security.studies',
  positionsSort: 'positions.sort',
  plateNames: 'plates.names',
  /** How constituents of plates are sorted. */
  platesSort: 'plates.sort',
  /** Screens of plates that the user saved by name. */
  plateScreens: 'plates.screens',
  /** Quantities, amounts, and account numbers are hidden. */
  privacy: 'privacy.isOn',
  portfolioView: 'portfolio.view',
  ordersView: 'orders.view',
  recordsView: 'records.view',
  screenerView: 'screener.view',
  /** The paper account in which live orders are rehearsed, by the prefix of the security’s market. */
  rehearsalAccounts: 'orders.rehearsalAccounts',
  /** The calendar as it was when its last tab was closed. */
  closedCalendar: 'calendar.closedPanel',
  /** Agents and extensions that may use the tools. */
  allowedPrograms: 'programs.allowed',
  /** Programs outside of the editor that have a configuration for good. */
  configuredPrograms: 'programs.configured',
  /** Windows start the MCP server by themselves, until the user stops it. */
  keptServer: 'programs.keptServer',
} as const;

/** The session in use at a service, by the service’s origin. */
export function activeSessionKey(origin: string): `activeSession:${string}` {
  return `activeSession:${origin}`;
}

/** The market or the accounts that the Positions view shows at a service, by the service’s origin. */
export function shownPositionsKey(name: 'market' | 'accounts', origin: string): `positions.${'market' | 'accounts'}.${string}` {
  return `positions.${name}.${origin}`;
}

export type StateKey =
  | (typeof stateKeys)[keyof typeof stateKeys]
  | ReturnType<typeof activeSessionKey>
  | ReturnType<typeof shownPositionsKey>;

/** Locks that all windows share, besides those of orders (`orderLockName`). */
export const lockNames = {
  alerts: 'alerts',
  /** Reading what other windows want too. Requests share names, so that there are not too many. */
  answer: (name: string) => `answer:${name.slice(-8, -5)}`,
  /** Reading orders after events. */
  orderNews: 'alert:orders',
  journal: 'order-journal',
  /** Counting requests against limits on several orders, until the journal names the one to be sent. */
  limits: 'order-limits',
  /** Asking for prices on behalf of all windows. */
  quotes: 'quotes',
  /** Counting requests against the service’s limits. */
  requests: 'requests',
  sandbox: 'sandbox',
  sessionIndex: 'session-index',
  /** Following one attempt to its end. */
  follow: (root: string) => `follow:${root}`,
  /** Renewing the token of one session. */
  refresh: (sessionId: string) => `refresh:${sessionId}`,
} as const;

/** Small files that all windows share, in the extension’s storage. */
export const sharedFiles = {
  alerts: 'alerts.json',
  quotes: 'quotes.json',
  requests: 'requests.json',
  sandbox: 'sandbox.json',
  sending: 'sending.json',
} as const;
