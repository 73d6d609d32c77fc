import { marketOf } from '../market/security';
import type { Attempt } from './orderAttempts';

/** Orders of paper accounts lack their security's market. This finds `{market}.{code}`; undefined if nothing determines it. */
export type PaperCode = (accountId: string, market: number | undefined, code: string) => string | undefined;

/** Hong Kong is the only market whose integer is the same in all records. */
const hongKong = 1;

/** Sources of the market: the code itself, Hong Kong’s integer, or a new order that was accepted in the same market of the account. */
export function paperCodes(attempts: readonly Attempt[]): PaperCode {
  const prefixes = new Map<string, string>();
  for (const { action, state, target, order } of attempts) {
    if (action !== 'place' || target.isPaper !== true || target.market === undefined || order === undefined) continue;
    if (state === 'accepted' || state === 'applied') prefixes.set(keyOf(target.accountId, target.market), prefixOf(order.code));
  }
  return (accountId, market, code) => {
    if (marketOf(code) !== undefined) return code;
    if (market === undefined || code === '') return undefined;
    const prefix = market === hongKong ? 'HK.' : (prefixes.get(keyOf(accountId, market)) ?? '');
    return prefix === '' ? undefined : `${prefix}${code}`;
  };
}

function prefixOf(code: string): string {
  const market = marketOf(code);
  return market === undefined ? '' : `${market}.`;
}

function keyOf(accountId: string, market: number): string {
  return JSON.stringify([accountId, market]);
}
