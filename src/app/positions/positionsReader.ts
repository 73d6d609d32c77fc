import type { Holding } from '../../domain/positions/holding';
import { ApiError } from '../../service/errors';
import type { CallOptions, ServiceClient } from '../../service/serviceClient';
import { ifOffered } from '../session/accounts';
import type { Account } from '../session/accounts';
import { fromLivePosition, fromPosition } from './holdings';

/** The positions of an account; `notOffered` where the service has no such call. */
export type PositionsAnswer = { readonly kind: 'holdings'; readonly holdings: readonly Holding[] } | { readonly kind: 'notOffered' };

const backendError = -5;

/** Reads the positions of accounts and learns which accounts answer only when a market is named. */
export class PositionsReader {
  readonly #needsMarket = new Set<string>();

  /**
   * @param market - Sent as the query parameter `market`; simulated accounts only (Spec, Position list).
   * @throws {@link ServiceError}
   */
  async read(client: ServiceClient, account: Account, market: number | undefined, options: CallOptions): Promise<PositionsAnswer> {
    if (account.kind === 'simulated') return { kind: 'holdings', holdings: await this.#simulated(client, account, market, options) };
    const positions = await ifOffered(client.beyond.livePositions({ accountId: account.id }, options));
    return positions === undefined ? { kind: 'notOffered' } : { kind: 'holdings', holdings: positions.map(fromLivePosition) };
  }

  async #simulated(client: ServiceClient, account: Account, market: number | undefined, options: CallOptions): Promise<readonly Holding[]> {
    const ask = async (of: number | undefined): Promise<readonly Holding[]> =>
      (await client.simulatedPositions({ accountId: account.id, ...(of === undefined ? {} : { market: of }) }, options)).map(fromPosition);
    if (market !== undefined || account.markets.length === 0) return ask(market);
    if (this.#needsMarket.has(account.id)) return this.#eachMarket(account, ask);
    try {
      return await ask(undefined);
    } catch (error) {
      // Some services answer -5 unless a market is named; the account list says which markets there are.
      if (!(error instanceof ApiError) || error.serverCode !== backendError) throw error;
      const holdings = await this.#eachMarket(account, ask);
      this.#needsMarket.add(account.id);
      return holdings;
    }
  }

  async #eachMarket(account: Account, ask: (market: number) => Promise<readonly Holding[]>): Promise<readonly Holding[]> {
    return (await Promise.all(account.markets.map(ask))).flat();
  }
}
