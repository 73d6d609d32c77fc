import { readChanges } from '../../domain/positions/holding';
import type { Holding, ReadHolding } from '../../domain/positions/holding';
import { keptHolding } from '../lastState/keptRows';
import { AccountBook } from '../accounts/accountBook';
import type { AccountItems, AccountListsState, AccountWatch, BookParts, PartsContext } from '../accounts/accountBook';
import type { Account } from '../session/accounts/accounts';
import { livePositionsPart, simulatedPositionsPart } from '../../service/endpoints/sources';
import type { ClientSource } from '../../service/endpoints/sources';
import { ApiError } from '../../service/errors';
import { firstFailure } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { mapPart } from '../../service/lists/readList';
import type { ListPart } from '../../service/lists/readList';
import { serverCodes } from '../../service/serverCodes';
import type { AccountMemory } from '../accounts/accountMemory';
import { fromLivePosition, fromPosition } from './holdings';

/** Error codes of a service that requires a market. */
const marketWanted: ReadonlySet<number> = new Set([serverCodes.remoteCallFailed, serverCodes.invalidParameter]);

/** Name of the part that holds all markets. */
const allMarkets = '';

/** Knows which requests return an account's positions, and remembers which accounts answer only if the request names a market. */
class PositionsReader {
  constructor(private readonly memory: Pick<AccountMemory, 'current'>) {}

  /** A market is sent as the query parameter `market`; simulated accounts only (Spec, Position list). */
  parts(account: Account, { market, accounts, source }: PartsContext): readonly ListPart<Holding>[] {
    if (account.kind === 'live') return [{ ...mapPart(livePositionsPart(source, account.id), fromLivePosition), first: 'livePositions' }];
    if (market !== undefined) return [simulatedPart(account, market, source)];
    const whole = simulatedPart(account, undefined, source);
    if (account.markets.length === 0) return [whole];
    if (this.memory.current().wantsMarkets(account) || hasAccountForEachMarket(accounts)) return eachMarket(account, source);
    // Repeating the request would give the same response; the requests for each market are different ones.
    return [{ ...whole, ask: async (cursor, options) => whole.ask(cursor, { ...options, settledBy: marketWanted }) }];
  }

  /** The account's markets one by one, if `list` shows that the service requires a market. */
  instead(account: Account, list: List<unknown>, { source }: PartsContext): readonly ListPart<Holding>[] | undefined {
    const failure = firstFailure(list);
    const isRefused = failure?.part === allMarkets && failure.error instanceof ApiError && marketWanted.has(failure.error.serverCode);
    // Only the call for simulated accounts takes a market; for a live account it would return no account's positions.
    if (!isRefused || account.kind !== 'simulated' || account.markets.length === 0) return undefined;
    this.memory.current().foundToWantMarkets(account);
    return eachMarket(account, source);
  }
}

/**
 * Services with an account for each market require the market, although it is optional (Spec, Position list). If all accounts name the same
 * market, it may be the main one of several.
 */
function hasAccountForEachMarket(accounts: readonly Account[]): boolean {
  const listed = accounts.filter(({ kind, source }) => kind === 'simulated' && source === 'service');
  return new Set(listed.flatMap(({ markets }) => markets)).size > 1 && listed.every(({ markets }) => markets.length === 1);
}

function eachMarket(account: Account, source: ClientSource): readonly ListPart<Holding>[] {
  return account.markets.map((market) => simulatedPart(account, market, source));
}

function simulatedPart(account: Account, market: number | undefined, source: ClientSource): ListPart<Holding> {
  return { ...mapPart(simulatedPositionsPart(source, account.id, market), fromPosition), first: 'paperPositions' };
}

/** The positions of one account; the object of a holding is replaced only when the holding changed. */
export type AccountPositions = AccountItems<ReadHolding>;
export type PositionsState = AccountListsState<ReadHolding>;
export type PositionsWatch = AccountWatch<ReadHolding>;

/** The positions of all accounts, simulated and live, shared by everything in the window that shows positions. */
export class PositionsBook extends AccountBook<Holding, ReadHolding> {
  constructor(parts: BookParts) {
    const reader = new PositionsReader(parts.memory);
    super({
      ...parts,
      name: 'Positions',
      kinds: ['simulated', 'live'],
      kept: { row: keptHolding, idOf: ({ id }) => id },
      parts: (account, context) => reader.parts(account, context),
      instead: (account, list, context) => reader.instead(account, list, context),
      view: readChanges,
    });
  }
}

/** Accounts with these ids; all accounts if none of them exists. */
export function chosenAccounts(accounts: readonly Account[], ids: readonly string[] | undefined): readonly Account[] {
  const found = accounts.filter(({ id }) => ids === undefined || ids.includes(id));
  return found.length === 0 ? accounts : found;
}
