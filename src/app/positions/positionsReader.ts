import type { Holding } from '../../domain/positions/holding';
import { ApiError } from '../../service/errors';
import { firstFailure } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { mapPart } from '../../service/lists/readList';
import type { ListPart } from '../../service/lists/readList';
import { livePositionsPart, simulatedPositionsPart } from '../../service/endpoints/sources';
import type { ClientSource } from '../../service/endpoints/sources';
import { serverCodes } from '../../service/serverCodes';
import { accountKey } from '../session/accounts/accounts';
import type { Account } from '../session/accounts/accounts';
import { fromLivePosition, fromPosition } from './holdings';

/** What a service answers that wants a market named. */
const marketWanted: ReadonlySet<number> = new Set([serverCodes.remoteCallFailed, serverCodes.invalidParameter]);

/** Knows from which requests the positions of an account come, and learns which accounts answer only when a market is named. */
export class PositionsReader {
  readonly #needsMarket = new Set<string>();

  /** @param market - Sent as the query parameter `market`; simulated accounts only (Spec, Position list). */
  parts(account: Account, market: number | undefined, source: ClientSource): readonly ListPart<Holding>[] {
    if (account.kind === 'live') return [mapPart(livePositionsPart(source, account.id), fromLivePosition)];
    if (market === undefined && this.#needsMarket.has(accountKey(account))) return eachMarket(account, source);
    return [simulatedPart(account, market, source)];
  }

  /** The markets of the account one by one, where `list` shows that the service wants them named. */
  instead(
    account: Account,
    market: number | undefined,
    list: List<unknown>,
    source: ClientSource,
  ): readonly ListPart<Holding>[] | undefined {
    const error = firstFailure(list)?.error;
    const key = accountKey(account);
    if (market !== undefined || this.#needsMarket.has(key) || !wantsMarketNamed(account, error)) return undefined;
    this.#needsMarket.add(key);
    return eachMarket(account, source);
  }
}

/** Only the call for simulated accounts takes a market; asked for a live account it would answer with the positions of nobody. */
function wantsMarketNamed(account: Account, error: unknown): boolean {
  const isPossible = account.kind === 'simulated' && account.markets.length > 0;
  return isPossible && error instanceof ApiError && marketWanted.has(error.serverCode);
}

function eachMarket(account: Account, source: ClientSource): readonly ListPart<Holding>[] {
  return account.markets.map((market) => simulatedPart(account, market, source));
}

function simulatedPart(account: Account, market: number | undefined, source: ClientSource): ListPart<Holding> {
  return mapPart(simulatedPositionsPart(source, account.id, market), fromPosition);
}
