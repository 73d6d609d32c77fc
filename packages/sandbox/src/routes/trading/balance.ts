import Big from 'big.js';
import type { Fixed } from '../../decimalText';
import { fixedText } from '../../decimalText';
import type { SandboxAccount } from '../../world/accounts';
import { marginRates } from '../../world/exchange/purse';
import type { ValuedHolding } from '../../world/positions';
import { valued } from '../../world/positions';
import type { RouteContext } from '../routeContext';

/** The money of an account in one currency, each figure rounded to two places. */
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

export function balanceOf({ tools, world }: RouteContext, account: SandboxAccount, currency: string): Balance {
  const purse = world().orders.purse(tools.now());
  const held = purse
    .holdings(account)
    .filter(({ security }) => security.currency === currency)
    .map((holding) => valued(holding, world().quotes, tools.now()));
  const sum = (holdings: readonly ValuedHolding[], of: (holding: ValuedHolding) => Big): Big =>
    holdings.reduce((total, holding) => total.plus(of(holding)), new Big(0)).round(2);
  const margin = (kind: 'long' | 'keep'): Big =>
    sum(held, ({ marketValue, security }) => big(marketValue).times(marginRates(security)[kind]));
  return {
    cash: purse.cash(account, currency),
    frozen: purse.frozen(account, currency),
    power: purse.power(account, currency),
    long: sum(
      held.filter(({ short }) => !short),
      (holding) => big(worthOf(holding)),
    ),
    short: sum(
      held.filter(({ short }) => short),
      (holding) => big(worthOf(holding)).times(-1),
    ),
    unrealized: sum(held, ({ profit }) => big(profit)),
    realized: purse.realized(account, currency),
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
