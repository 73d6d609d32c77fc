import type { Asker } from '../../service/requests/asker';
import { seen } from '../../service/lists/list';
import type { PositionsBook } from './positionsBook';

export interface HeldName {
  readonly symbol: string;
  readonly name: string;
}

/** The user's current holdings, each security once; null if no account could be read. */
export type HoldingsSource = () => Promise<readonly HeldName[] | null>;

const patienceMs = 20_000;
/** Names of securities rarely change, and the list is only a help. */
const maxAgeMs = 60_000;

/**
 * The positions of every account, for a single read. Accounts that could not be read are left out: the result helps to find and mark
 * securities, and states nothing.
 *
 * @param askedBy - The program that asks; undefined for the user.
 */
export function heldSecurities(book: Pick<PositionsBook, 'read' | 'state'>, askedBy?: Asker): HoldingsSource {
  return async () => {
    const { accounts = [] } = await book.read({ maxAgeMs, askedBy }, AbortSignal.timeout(patienceMs)).catch(() => book.state);
    const lists = accounts.flatMap(({ list }) => (list === undefined ? [] : [seen(list)]));
    if (!lists.some(({ items, gaps, isOffered }) => items.length > 0 || (isOffered && gaps.length === 0))) return null;
    const held = lists.flatMap(({ items }) => items.map(({ holding: { symbol, name } }) => [symbol, { symbol, name }] as const));
    return [...new Map(held).values()];
  };
}
