import { amountOfCents, centsOf } from '../values/amount';
import type { Amount } from '../values/amount';
import type { Direction } from '../quotes/priceDirection';
import type { Holding, ReadHolding } from './holding';
import { surelyAgrees } from './profitRatio';
import type { Ratio } from './profitRatio';

/**
 * A holding whose market value, profit and ratio have two decimals at most and agree, as nearly all do. It keeps whole cents, which
 * take a fraction of the time and memory of an {@link Amount}, and makes exact amounts of them when they are asked for.
 */
export class CentHolding implements ReadHolding {
  #marketValue: Amount | undefined;
  #profit: Amount | undefined;
  #ratio: Ratio | undefined;

  constructor(
    readonly holding: Holding,
    readonly valueCents: number,
    readonly profitCents: number,
    readonly basisCents: number,
    readonly percentCents: number,
  ) {}

  get marketValue(): Amount {
    return (this.#marketValue ??= amountOfCents(this.valueCents));
  }

  get profit(): Amount {
    return (this.#profit ??= amountOfCents(this.profitCents));
  }

  get basis(): Amount {
    return amountOfCents(this.basisCents);
  }

  get ratio(): Ratio {
    return (this.#ratio ??= { kind: 'stated', percent: amountOfCents(this.percentCents), checked: true });
  }

  get direction(): Direction {
    if (this.profitCents === 0) return 'flat';
    return this.profitCents > 0 ? 'up' : 'down';
  }
}

/** Undefined where the holding must be read exactly. */
export function readInCents(holding: Holding): CentHolding | undefined {
  const value = centsOf(holding.marketValue);
  const profit = centsOf(holding.profit);
  const percent = centsOf(holding.profitRatio);
  if (value === undefined || profit === undefined || percent === undefined) return undefined;
  // As basisOf does with amounts.
  const basis = holding.side === 'short' && value >= 0 ? value + profit : Math.abs(value - profit);
  if (basis <= 0 || !surelyAgrees(percent / 100, profit, basis)) return undefined;
  return new CentHolding(holding, value, profit, basis, percent);
}
