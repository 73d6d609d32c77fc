import Big from 'big.js';
import type { Fixed } from '../../decimalText';
import { fixedText } from '../../decimalText';
import type { SandboxAccount } from '../../world/accounts';
import { marginRates } from '../../world/exchange/purse';
import type { Purse } from '../../world/exchange/purse';
import type { ValuedHolding } from '../../world/positions';
import { valued } from '../../world/positions';
import type { RouteContext } from '../routeContext';

/** The money of an account, each figure rounded to two places. */
export interface Balance {
  /** With what short sales brought. */
  readonly cash: Big;
  readonly frozen: Big;
  readonly power: Big;
  /** What long positions are worth: a future its profit or loss, anything else its value. */
  readonly long: Big;
  /** What short positions would cost, likewise. */
  readonly short: Big;
  readonly unrealized: Big;
  readonly realized: Big;
  readonly initialMargin: Big;
  readonly maintenanceMargin: Big;
}

/** What a unit of each currency is worth in Hong Kong dollars. In this world it never changes. */
export const exchangeRates: ReadonlyMap<string, string> = new Map([
  ['HKD', '1'],
  ['USD', '7.8'],
  ['CNY', '1.08'],
  ['SGD', '5.8'],
  ['JPY', '0.052'],
  ['CAD', '5.6'],
  ['AUD', '5.1'],
]);

/** The money in one currency, and the positions in it. */
export function balanceOf(route: RouteContext, account: SandboxAccount, currency: string): Balance {
  const purse = purseOf(route);
  return {
    cash: purse.cash(account, currency),
    frozen: purse.frozen(account, currency),
    power: purse.power(account, currency),
    realized: purse.realized(account, currency),
    ...positionsOf(
      valuedHoldings(route, account).filter(({ security }) => security.currency === currency),
      (amount) => amount,
    ),
  };
}

/** Everything in the account, converted into one currency; only what is in that currency if it has no rate. */
export function wholeBalance(route: RouteContext, account: SandboxAccount, currency: string): Omit<Balance, 'frozen' | 'power'> {
  const purse = purseOf(route);
  const rate = exchangeRates.get(currency);
  const currencies = rate === undefined ? [currency] : [...exchangeRates.keys()];
  const convert = (amount: Big, from: string): Big =>
    rate === undefined || from === currency ? amount : amount.times(exchangeRates.get(from) ?? '0').div(rate);
  const all = (of: (each: string) => Big): Big => currencies.reduce((sum, each) => sum.plus(convert(of(each), each)), new Big(0)).round(2);
  return {
    cash: all((each) => purse.cash(account, each)),
    realized: all((each) => purse.realized(account, each)),
    ...positionsOf(
      valuedHoldings(route, account).filter(({ security }) => currencies.includes(security.currency)),
      convert,
    ),
  };
}

function purseOf({ tools, world }: RouteContext): Purse {
  return world().orders.purse(tools.now());
}

function valuedHoldings(route: RouteContext, account: SandboxAccount): readonly ValuedHolding[] {
  const { tools, world } = route;
  return purseOf(route)
    .holdings(account)
    .map((holding) => valued(holding, world().quotes, tools.now()));
}

function positionsOf(
  held: readonly ValuedHolding[],
  convert: (amount: Big, from: string) => Big,
): Omit<Balance, 'cash' | 'frozen' | 'power' | 'realized'> {
  const sum = (holdings: readonly ValuedHolding[], of: (holding: ValuedHolding) => Big): Big =>
    holdings.reduce((total, holding) => total.plus(convert(of(holding), holding.security.currency)), new Big(0)).round(2);
  const margin = (kind: 'long' | 'keep'): Big =>
    sum(held, ({ marketValue, security }) => big(marketValue).times(marginRates(security)[kind]));
  return {
    long: sum(
      held.filter(({ short }) => !short),
      (holding) => big(worthOf(holding)),
    ),
    short: sum(
      held.filter(({ short }) => short),
      (holding) => big(worthOf(holding)).times(-1),
    ),
    unrealized: sum(held, ({ profit }) => big(profit)),
    initialMargin: margin('long'),
    maintenanceMargin: margin('keep'),
  };
}

function worthOf({ security, short, profit, marketValue }: ValuedHolding): Fixed {
  if (security.type === 'FUTURES') return profit;
  return short ? { ...marketValue, units: -marketValue.units } : marketValue;
}

function big(value: Fixed): Big {
  return new Big(fixedText(value));
}
