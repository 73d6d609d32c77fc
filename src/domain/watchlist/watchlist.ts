import { canonicalCode, isQuotable } from '../market/security';

/** A named group of securities, in the user's order. Has no private figures, because it is synchronized between machines. */
export interface WatchGroup {
  /** Stable; never shown. */
  readonly id: string;
  readonly name: string;
  readonly symbols: readonly string[];
  readonly isCollapsed: boolean;
}

export type Watchlist = readonly WatchGroup[];

/** One entry: the same security may be in several groups. */
export interface WatchEntry {
  readonly groupId: string;
  readonly symbol: string;
}

export const mostSymbols = 400;
export const mostGroups = 50;
export const longestGroupName = 60;

/** The id of an entry in the page; see {@link entryOf}. */
export function entryId({ groupId, symbol }: WatchEntry): string {
  return `${groupId} ${symbol}`;
}

export function entryOf(id: string): WatchEntry | undefined {
  const at = id.indexOf(' ');
  return at <= 0 ? undefined : { groupId: id.slice(0, at), symbol: id.slice(at + 1) };
}

/** The stored list, as far as it can be read: synchronized state may come from another version. */
export function readWatchlist(stored: unknown): Watchlist | undefined {
  if (!Array.isArray(stored)) return undefined;
  const groups = stored.flatMap((entry: unknown): readonly WatchGroup[] => {
    if (typeof entry !== 'object' || entry === null || !('id' in entry) || !('symbols' in entry)) return [];
    const { id, symbols } = entry;
    if (typeof id !== 'string' || !/^[\w-]{1,40}$/.test(id) || !Array.isArray(symbols)) return [];
    const name = 'name' in entry && typeof entry.name === 'string' ? entry.name.slice(0, longestGroupName) : '';
    // Earlier versions kept symbols as they were typed: `US.aapl`, `AAPL.US`.
    const texts = symbols.flatMap((symbol: unknown) => (typeof symbol === 'string' ? (watchSymbol(symbol) ?? []) : []));
    return [{ id, name, symbols: [...new Set(texts)], isCollapsed: 'isCollapsed' in entry && entry.isCollapsed === true }];
  });
  return [...new Map(groups.map((group) => [group.id, group])).values()].slice(0, mostGroups);
}

/**
 * What to store for a list: also the groups, fields, and symbols that {@link readWatchlist} could not read, because another version or an
 * accident wrote them.
 */
export function storedWatchlist(list: Watchlist, before: unknown): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(before) ? before : [];
  const readable = new Map(entries.flatMap((entry) => (readWatchlist([entry]) ?? []).map(({ id }) => [id, entry] as const)));
  const unread = entries.filter((entry) => readWatchlist([entry])?.length === 0);
  const whole = (group: WatchGroup): unknown => {
    const entry = readable.get(group.id);
    const fields: object = typeof entry === 'object' && entry !== null ? entry : {};
    return { ...fields, ...group, symbols: [...group.symbols, ...unreadSymbols(entry)] };
  };
  return [...list.map(whole), ...unread];
}

function unreadSymbols(entry: unknown): readonly unknown[] {
  if (typeof entry !== 'object' || entry === null || !('symbols' in entry) || !Array.isArray(entry.symbols)) return [];
  return entry.symbols.filter((symbol: unknown) => typeof symbol !== 'string' || watchSymbol(symbol) === undefined);
}

/** The symbol of an entry for a code as a service or a page has it; undefined if prices can't be asked for it. */
export function watchSymbol(sent: string): string | undefined {
  const symbol = canonicalCode(sent);
  return isQuotable(symbol) && !/[\p{Cc}\p{Cf}]/u.test(symbol) ? symbol : undefined;
}

export function countSymbols(list: Watchlist): number {
  return list.reduce((sum, { symbols }) => sum + symbols.length, 0);
}

/** Adds at the end of a group; existing entries stay in place. Stops at {@link mostSymbols}. */
export function addSymbols(list: Watchlist, groupId: string, symbols: readonly string[]): Watchlist {
  const room = mostSymbols - countSymbols(list);
  return changeGroup(list, groupId, (group) => {
    const added = [...new Set(symbols)].flatMap((symbol) => watchSymbol(symbol) ?? []).filter((symbol) => !group.symbols.includes(symbol));
    return { ...group, symbols: [...group.symbols, ...added.slice(0, Math.max(0, room))] };
  });
}

export function removeEntries(list: Watchlist, entries: readonly WatchEntry[]): Watchlist {
  const gone = new Set(entries.map(entryId));
  return list.map((group) => ({
    ...group,
    symbols: group.symbols.filter((symbol) => !gone.has(entryId({ groupId: group.id, symbol }))),
  }));
}

/**
 * Puts removed entries back before the entries that followed them, whatever has changed since.
 *
 * @param former - The list before they were removed.
 */
export function putBack(list: Watchlist, entries: readonly WatchEntry[], former: Watchlist): Watchlist {
  const gone = new Set(entries.map(entryId));
  const places = former.flatMap(({ id: groupId, symbols }) =>
    symbols.map((symbol, at) => ({ entry: { groupId, symbol }, before: symbols[at + 1] ?? null })),
  );
  return places
    .filter(({ entry }) => gone.has(entryId(entry)))
    .reduceRight((now, { entry, before }) => moveEntries(now, [entry], entry.groupId, before), list);
}

/** Moves entries, in their order, before another one; if `before` is null, to the end of the group `groupId`. */
export function moveEntries(list: Watchlist, entries: readonly WatchEntry[], groupId: string, before: string | null): Watchlist {
  const moved = [...new Set(entries.map(({ symbol }) => symbol))];
  const rest = removeEntries(list, entries);
  return changeGroup(rest, groupId, (group) => {
    const kept = group.symbols.filter((symbol) => !moved.includes(symbol));
    const found = before === null ? -1 : kept.indexOf(before);
    const at = found < 0 ? kept.length : found;
    return { ...group, symbols: [...kept.slice(0, at), ...moved, ...kept.slice(at)] };
  });
}

/**
 * The target of a move: before an entry, at the end of the group whose heading is given (`group {id}`), or at the end of all.
 *
 * @param before - Id of an entry or of a heading; null for the end.
 */
export function moveTarget(
  list: Watchlist,
  before: string | null,
): { readonly groupId: string | undefined; readonly symbol: string | null } {
  const headed = list.find(({ id }) => before === headingId(id));
  if (headed !== undefined) return { groupId: headed.id, symbol: null };
  const entry = before === null ? undefined : entryOf(before);
  if (entry === undefined) return { groupId: list.at(-1)?.id, symbol: null };
  // Another window may have removed the group: moved entries stay where they are.
  return { groupId: list.find(({ id }) => id === entry.groupId)?.id, symbol: entry.symbol };
}

/** Id of a group's heading line. */
export function headingId(groupId: string): string {
  return `group ${groupId}`;
}

export function changeGroup(list: Watchlist, groupId: string, change: (group: WatchGroup) => WatchGroup): Watchlist {
  return list.map((group) => (group.id === groupId ? change(group) : group));
}
