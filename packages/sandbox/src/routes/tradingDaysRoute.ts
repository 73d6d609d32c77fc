import type { SandboxRequest } from '../types';
import { isCivilDate } from '../dates/civilDate';
import type { TradingDay } from '../dates/tradingCalendar';
import { answerQuote, invalidParameter } from './envelopes';
import { failOnReserved, requiredText } from './query';
import type { RouteContext } from './routeContext';

/** Recorded: a longer answer is cut without notice, and the rest has to be requested separately. */
const mostRows = 4_000;

function requiredDate(context: SandboxRequest, name: string): string {
  const date = requiredText(context, name);
  if (!isCivilDate(date)) {
    throw invalidParameter(`${name} must be a date of the format yyyy-MM-dd`);
  }
  return date;
}

/** The body in public documentation. */
function documented(days: readonly TradingDay[]): object {
  return { data: { trading_days: days.map(({ date, type, seconds }) => ({ time: date, trade_date_type: type, trade_second: seconds })) } };
}

/** Another possible body, because the specification shows none. */
function undocumented(market: string, days: readonly TradingDay[]): object {
  return {
    data: { market, open: days.map(({ date }) => date), short: days.filter(({ type }) => type !== 'WHOLE').map(({ date }) => date) },
  };
}

function tradingDays({ tools, world }: RouteContext, context: SandboxRequest): object {
  const market = requiredText(context, 'market');
  const start = requiredDate(context, 'start');
  const end = requiredDate(context, 'end');
  failOnReserved(market);
  if (end < start) {
    throw invalidParameter('end must not be before start');
  }
  const { strict } = tools.options;
  const days = world().trading.tradingDays(market, start, end, strict ? undefined : mostRows);
  if (days === undefined) {
    throw invalidParameter('market is not known');
  }
  return strict ? undocumented(market, days) : documented(days);
}

/** Spec, GET /api/v1.0/quote/trading-days. */
export function registerTradingDaysRoute(route: RouteContext): void {
  route.app.get('/api/v1.0/quote/trading-days', route.tools.authorize('quote:read'), (context) =>
    answerQuote(context, 'ret_code', () => tradingDays(route, context)),
  );
}
