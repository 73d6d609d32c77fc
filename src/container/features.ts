import type { Disposable } from '../app/platform/ports';
import type { FeatureName } from '../ui/platform/ids';
import type { Compose, Core } from './core';
import type { Live } from './live';

/** A feature that only needs the core. */
function simple(register: (core: Core) => Disposable): Compose {
  return (core, lifetime) => void lifetime.own(register(core));
}

/** A feature that also needs prices. */
function moving(register: (core: Core & Pick<Live, 'market'>) => Disposable): Compose {
  return async (core, lifetime) => {
    const { market } = await core.live();
    lifetime.own(register({ ...core, market }));
  };
}

/**
 * How to load each part of the program that is not needed at once. The build gives each its own file. A feature that needs more than the core
 * is composed in `features/`.
 */
export const features: Readonly<Record<Exclude<FeatureName, 'session' | 'welcome'>, () => Promise<Compose>>> = {
  signIn: async () => (await import('./features/signIn')).composeSignIn,
  apiKey: async () => (await import('./features/apiKey')).composeApiKey,
  sandbox: async () => (await import('../ui/sandbox/registerSandbox')).registerSandbox,
  positions: async () => simple((await import('../ui/positions/registerPositions')).registerPositions),
  portfolio: async () => moving((await import('../ui/portfolio/registerPortfolio')).registerPortfolio),
  security: async () => (await import('./features/security')).composeSecurity,
  plates: async () => simple((await import('../ui/plates/registerPlates')).registerPlates),
  screener: async () => moving((await import('../ui/plates/screener/registerScreener')).registerScreener),
  today: async () => (await import('./features/today')).composeToday,
  calendar: async () => (await import('./features/calendar')).composeCalendar,
  history: async () => (await import('./features/history')).composeHistory,
  orders: async () => (await import('./features/orders/orders')).composeOrders,
  ordersPage: async () => moving((await import('../ui/orders/page/registerOrdersPage')).registerOrdersPage),
  orderLimits: async () => simple((await import('../ui/orders/limits/limitsPanel')).registerLimits),
  quotes: async () => moving((await import('../ui/quotes/registerQuotes')).registerQuotes),
  watchlist: async () => (await import('./features/watchlist')).composeWatchlist,
  alerts: async () => (await import('./features/alerts')).composeAlerts,
  ticker: async () => moving((await import('../ui/quotes/registerTicker')).registerTicker),
  nextRelease: async () => simple((await import('../ui/calendar/registerNextRelease')).registerNextRelease),
  dayProfit: async () => simple((await import('../ui/positions/day/registerDayProfit')).registerDayProfit),
  tradingDays: async () => simple((await import('../ui/tradingDays/registerTradingDays')).registerTradingDays),
  diagnostics: async () => (await import('./features/diagnostics')).composeDiagnostics,
  records: async () => (await import('./features/records')).composeRecords,
  api: async () => (await import('./features/api')).composeApi,
  agents: async () => (await import('./features/agents')).composeAgents,
  languageTools: async () => (await import('./features/languageTools')).composeLanguageTools,
};
