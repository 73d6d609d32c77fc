import type { FeatureName } from '../ui/platform/ids';
import type { Compose } from './core';

/** How to load each part of the program that is not needed at once. The build gives each a file of its own. */
export const features: Readonly<Record<Exclude<FeatureName, 'session'>, () => Promise<Compose>>> = {
  signIn: async () => (await import('./features/signIn')).composeSignIn,
  apiKey: async () => (await import('./features/apiKey')).composeApiKey,
  sandbox: async () => (await import('./features/sandbox')).composeSandbox,
  positions: async () => (await import('./features/positions')).composePositions,
  portfolio: async () => (await import('./features/portfolio')).composePortfolio,
  security: async () => (await import('./features/security')).composeSecurity,
  plates: async () => (await import('./features/plates')).composePlates,
  today: async () => (await import('./features/today')).composeToday,
  calendar: async () => (await import('./features/calendar')).composeCalendar,
  orders: async () => (await import('./features/orders')).composeOrders,
  quotes: async () => (await import('./features/quotes')).composeQuotes,
  watchlist: async () => (await import('./features/watchlist')).composeWatchlist,
  alerts: async () => (await import('./features/alerts')).composeAlerts,
  tradingDays: async () => (await import('./features/tradingDays')).composeTradingDays,
  diagnostics: async () => (await import('./features/diagnostics')).composeDiagnostics,
  languageTools: async () => (await import('./features/languageTools')).composeLanguageTools,
};
