import { seen } from '../../service/lists/list';
import type { ServiceAccess } from '../session/serviceAccess';
import { listAccounts } from '../session/accounts/accounts';
import type { AccountKind, ConfiguredAccount } from '../session/accounts/accounts';
import { PositionsReader } from './positionsReader';

export interface HeldName {
  readonly symbol: string;
  readonly name: string;
}

/** What the user holds now, each security once; null where not one account could be read. */
export type HoldingsSource = () => Promise<readonly HeldName[] | null>;

const patienceMs = 20_000;
const kinds: readonly AccountKind[] = ['simulated', 'live'];

/** Reads the positions of every account when asked. What could not be read is left out: it helps to find and to mark, and states nothing. */
export function heldSecurities(access: Pick<ServiceAccess, 'client'>, configured: () => readonly ConfiguredAccount[]): HoldingsSource {
  const reader = new PositionsReader();
  return async () => {
    const options = { signal: AbortSignal.timeout(patienceMs) };
    const source = async () => access.client();
    const lists = await Promise.allSettled(kinds.map(async (kind) => seen(await listAccounts(access, configured, kind, options)).items));
    const accounts = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
    const read = await Promise.allSettled(accounts.map(async (account) => seen(await reader.read(account, source, options)).items));
    const known = read.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []));
    if (known.length === 0) return null;
    const held = known.flat().map(({ symbol, name }) => [symbol, { symbol, name }] as const);
    return [...new Map(held).values()];
  };
}
