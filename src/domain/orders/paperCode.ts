import type { Attempt } from './orderAttempts';

/** Orders of paper accounts come without the market of their security. This finds `{market}.{code}` again; undefined where nothing says it. */
export type PaperCode = (accountId: string, market: number | undefined, code: string) => string | undefined;

/** Hong Kong is the one market whose integer all records agree on. */
const hongKong = 1;
const withMarket = /^[A-Z]{2,5}\./;

/** What says it: the code itself, Hong Kong’s integer, or a new order that was accepted in the same market of the account. */
export function paperCodes(attempts: readonly Attempt[]): PaperCode {
  const prefixes = new Map<string, string>();
  for (const { action, state, target, order } of attempts) {
    if (action !== 'place' || target.isPaper !== true || target.market === undefined || order === undefined) continue;
    if (state === 'accepted' || state === 'applied') prefixes.set(keyOf(target.accountId, target.market), prefixOf(order.code));
  }
  return (accountId, market, code) => {
    if (withMarket.test(code)) return code;
    if (market === undefined || code === '') return undefined;
    const prefix = market === hongKong ? 'HK.' : (prefixes.get(keyOf(accountId, market)) ?? '');
    return prefix === '' ? undefined : `${prefix}${code}`;
  };
}

function prefixOf(code: string): string {
  return withMarket.exec(code)?.[0] ?? '';
}

function keyOf(accountId: string, market: number): string {
  return JSON.stringify([accountId, market]);
}
