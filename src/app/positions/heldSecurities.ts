import { seen } from '../../service/lists/list';
import type { PositionsBook } from './positionsBook';

export interface HeldName {
  readonly symbol: string;
  readonly name: string;
}

/** What the user holds now, each security once; null where not one account could be read. */
export type HoldingsSource = () => Promise<readonly HeldName[] | null>;

const patienceMs = 20_000;
/** Names of securities rarely change, and it states nothing. */
const maxAgeMs = 60_000;

/** The positions of every account, for somebody who asks. What could not be read is left out: it helps to find and to mark, and states nothing. */
export function heldSecurities(book: Pick<PositionsBook, 'read' | 'state'>): HoldingsSource {
  return async () => {
    const { accounts = [] } = await book.read({ maxAgeMs }, AbortSignal.timeout(patienceMs)).catch(() => book.state);
    const lists = accounts.flatMap(({ list }) => (list === undefined ? [] : [seen(list)]));
    if (!lists.some(({ items, gaps, isOffered }) => items.length > 0 || (isOffered && gaps.length === 0))) return null;
    const held = lists.flatMap(({ items }) => items.map(({ holding: { symbol, name } }) => [symbol, { symbol, name }] as const));
    return [...new Map(held).values()];
  };
}
