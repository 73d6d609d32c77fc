import type { Capital, OrderSizes } from '../../service/marketRecords';
import { absolute, parseAmount } from '../values/amount';
import type { Amount } from '../values/amount';

/** Money in all orders; undefined if one of the sizes is unknown. */
export function totalOf(sizes: OrderSizes): Amount | undefined {
  return [sizes.extraLarge, sizes.large, sizes.medium, sizes.small].reduce<Amount | undefined>((sum, text) => {
    const amount = parseAmount(text);
    return sum === undefined || amount === undefined ? undefined : sum + amount;
  }, 0n);
}

/**
 * The net inflow from the opening to each point. Whether a service sends each minute by itself or the sum until then is documented nowhere: what
 * agrees better with the distribution is believed.
 *
 * @returns undefined if nothing tells which of the two was sent.
 */
export function netSinceOpening({ flow, distribution }: Capital): readonly Amount[] | undefined {
  const sent = flow.map(({ net }) => parseAmount(net) ?? 0n);
  const [inflow, out] = distribution === undefined ? [] : [totalOf(distribution.in), totalOf(distribution.out)];
  if (inflow === undefined || out === undefined || (inflow === 0n && out === 0n)) return undefined;
  let sum = 0n;
  const added = sent.map((net) => (sum += net));
  const net = inflow - out;
  return absolute((sent.at(-1) ?? 0n) - net) <= absolute(sum - net) ? sent : added;
}
