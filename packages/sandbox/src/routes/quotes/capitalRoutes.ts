import { turnoverOf } from '../../market/figures';
import { placeIn, startOfMinute } from '../../market/market';
import { noise } from '../../random';
import { prefixOf } from '../../securities/securities';
import type { Security } from '../../securities/securities';
import type { SandboxRequest } from '../../types';
import type { RouteContext } from '../routeContext';
import { symbolOf } from './codes';
import { answerNumerals, numeral } from './numerals';

const sizes = ['super', 'big', 'mid', 'small'] as const;
type Sizes = Readonly<Record<(typeof sizes)[number], bigint>>;

/** What a minute’s trades moved, in units of the price. */
interface Minute {
  readonly timeMs: number;
  readonly in: Sizes;
  readonly out: Sizes;
}

const thousand = 1000n;
const closedStates = ['CLOSED', 'WAITING_OPEN'];

/** Every minute of the regular hours until now; none outside the trading hours. */
function minutesOf({ tools, world }: RouteContext, security: Security): readonly Minute[] {
  const nowMs = tools.now();
  const { market } = world();
  const { day } = market.quote(security, nowMs);
  if (closedStates.includes(market.hours(prefixOf(security.code)).stateAt(nowMs))) return [];
  const place = placeIn(day.hours, nowMs);
  const last = Math.min(place.minute, day.hours.datedMinutes - 1);
  return Array.from({ length: last + 1 }, (_, index) => {
    const bar = index === last ? day.sinceUntil(index, place.minute, place.slot) : day.minute(index);
    const turnover = turnoverOf(bar);
    const timeMs = startOfMinute(day.hours, index);
    // The further a minute rose within its range, the more of its turnover were purchases.
    const risen = bar.high === bar.low ? 0 : (bar.close - bar.open) / (bar.high - bar.low);
    const bought = (turnover * BigInt(Math.round(500 + risen * 300))) / thousand;
    return {
      timeMs,
      in: split(bought, security, `${String(timeMs)} in`),
      out: split(turnover - bought, security, `${String(timeMs)} out`),
    };
  });
}

/** An amount by the size of orders: fewer large ones than small ones, differently in each minute. */
function split(amount: bigint, { code }: Security, name: string): Sizes {
  const share = (size: (typeof sizes)[number], from: number, spread: number): bigint =>
    (amount * BigInt(Math.round(from + Math.abs(noise(1, `${code} ${name} ${size}`)) * spread))) / thousand;
  const [large, big, mid] = [share('super', 100, 100), share('big', 150, 150), share('mid', 250, 100)];
  return { super: large, big, mid, small: amount - large - big - mid };
}

function flow(route: RouteContext, context: SandboxRequest): object {
  const security = symbolOf(context, route.world());
  const amount = (units: bigint): object => numeral(units, security.digits);
  const net = { super: 0n, big: 0n, mid: 0n, small: 0n };
  // Sums since the opening, as programs of users read them.
  const list = minutesOf(route, security).map(({ timeMs, in: bought, out }) => {
    for (const size of sizes) net[size] += bought[size] - out[size];
    return {
      capital_flow_item_time: timeMs,
      in_flow: amount(net.super + net.big + net.mid + net.small),
      super_in_flow: amount(net.super),
      big_in_flow: amount(net.big),
      mid_in_flow: amount(net.mid),
      sml_in_flow: amount(net.small),
    };
  });
  return { data: { flow_list: list, last_valid_time: list.at(-1)?.capital_flow_item_time ?? null } };
}

function distribution(route: RouteContext, context: SandboxRequest): object {
  const security = symbolOf(context, route.world());
  const minutes = minutesOf(route, security);
  const side = (of: 'in' | 'out'): readonly (readonly [string, object])[] =>
    sizes.map((size) => [
      `capital_${of}_${size}`,
      numeral(
        minutes.reduce((total, minute) => total + minute[of][size], 0n),
        security.digits,
      ),
    ]);
  return { data: { ...Object.fromEntries([...side('in'), ...side('out')]), update_time: Math.trunc(route.tools.now()) } };
}

/** Beyond the specification: money that came into a security and went out of it today. */
export function registerCapitalRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const read = tools.authorize('quote:read');
  app.get('/api/v1.0/quote/:symbol/capital-flow', read, (context) => answerNumerals(context, () => flow(route, context)));
  app.get('/api/v1.0/quote/:symbol/capital-distribution', read, (context) => answerNumerals(context, () => distribution(route, context)));
}
