import type { Holding } from '../../domain/positions/holding';
import { livePositionsPart, simulatedPositionsPart } from '../../service/endpoints/sources';
import type { ClientSource } from '../../service/endpoints/sources';
import { ApiError } from '../../service/errors';
import { firstFailure } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { mapPart } from '../../service/lists/readList';
import type { ListPart } from '../../service/lists/readList';
import { serverCodes } from '../../service/serverCodes';
import type { PartsContext } from '../session/accounts/accountBook';
import type { AccountMemory } from '../session/accounts/accountMemory';
import type { Account } from '../session/accounts/accounts';
import { fromLivePosition, fromPosition } from './holdings';

/** What a service answers that wants a market named. */
const marketWanted: ReadonlySet<number> = new Set([serverCodes.remoteCallFailed, serverCodes.invalidParameter]);

/** Name of the part that holds all markets. */
const allMarkets = '';

/** Knows from which requests the positions of an account come, and remembers which accounts answer only when a market is named. */
export class PositionsReader {
  constructor(private readonly memory: Pick<AccountMemory, 'current'>) {}

  /** A market is sent as the query parameter `market`; simulated accounts only (Spec, Position list). */
  parts(account: Account, { market, accounts, source }: PartsContext): readonly ListPart<Holding>[] {
    if (account.kind === 'live') return [{ ...mapPart(livePositionsPart(source, account.id), fromLivePosition), first: 'livePositions' }];
    if (market !== undefined) return [simulatedPart(account, market, source)];
    const whole = simulatedPart(account, undefined, source);
    if (account.markets.length === 0) return [whole];
    if (this.memory.current().wantsMarkets(account) || hasAccountForEachMarket(accounts)) return eachMarket(account, source);
    // Sent again, the same question gets the same answer; the markets one by one are another one.
    return [{ ...whole, ask: async (cursor, options) => whole.ask(cursor, { ...options, settledBy: marketWanted }) }];
  }

  /** The markets of the account one by one, where `list` shows that the service wants them named. */
  instead(account: Account, list: List<unknown>, { source }: PartsContext): readonly ListPart<Holding>[] | undefined {
    const failure = firstFailure(list);
    const isRefused = failure?.part === allMarkets && failure.error instanceof ApiError && marketWanted.has(failure.error.serverCode);
    // Only the call for simulated accounts takes a market; asked for a live account it would answer with the positions of nobody.
    if (!isRefused || account.kind !== 'simulated' || account.markets.length === 0) return undefined;
    this.memory.current().foundToWantMarkets(account);
    return eachMarket(account, source);
  }
}

/**
 * Services with an account for each market want the market named, although its name is optional (Spec, Position list). Where all
 * accounts name the same market it may be the main one of several.
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
