import type { CallOptions, ReadingClient } from '../../service/serviceClient';
import type { Funds } from '../../service/endpoints/tradingRecords';
import { ApiError } from '../../service/errors';
import type { Account } from '../session/accounts/accounts';

/** The currency in which the firm of an account keeps it, by the service's names of firms. */
const ofFirm: ReadonlyMap<string, string> = new Map([
  ['FUTUSECURITIES', 'HKD'],
  ['FUTUINC', 'USD'],
  ['FUTUSG', 'SGD'],
  ['FUTUAU', 'AUD'],
  ['FUTUCA', 'CAD'],
  ['FUTUJP', 'JPY'],
  ['FUTUMY', 'MYR'],
]);
/** By the market integers of live accounts whose market is documented. */
const ofMarket: ReadonlyMap<number, string> = new Map([
  [1, 'HKD'],
  [2, 'USD'],
  [4, 'HKD'],
]);
/** Nearly every account may be reported in one of these. */
const usual = ['HKD', 'USD'] as const;

/**
 * The currencies in which a live account's funds are asked for, the most likely one first: the service requires one (beyond the specification,
 * funds), and lists no currency for an account.
 */
export function fundsCurrencies({ firm, markets }: Pick<Account, 'firm' | 'markets'>): readonly [string, ...string[]] {
  const known = ofFirm.get((firm ?? '').toUpperCase());
  if (known !== undefined) return [known];
  const [first = usual[0]] = markets.flatMap((market) => ofMarket.get(market) ?? []);
  return [first, ...usual.filter((currency) => currency !== first)];
}

/** The currency in which a live account is kept, as far as that can be told; paper accounts have one for each market. */
export function homeCurrency(account: Pick<Account, 'kind' | 'firm' | 'markets'>): string | undefined {
  return account.kind === 'live' ? fundsCurrencies(account)[0] : undefined;
}

/**
 * The funds of a live account in its own currency, as far as that can be told: the next one if the service refuses a currency.
 *
 * @throws {@link ServiceError} of the first currency.
 */
export async function fundsOf(
  { beyond }: ReadingClient,
  account: Pick<Account, 'id' | 'firm' | 'markets'>,
  options: CallOptions,
): Promise<Funds> {
  const [first, ...others] = fundsCurrencies(account);
  try {
    return await beyond.funds({ accountId: account.id, currency: first }, options);
  } catch (error) {
    if (!(error instanceof ApiError && error.envelope === 'order')) throw error;
    for (const currency of others) {
      const found = await beyond.funds({ accountId: account.id, currency }, options).catch(() => undefined);
      if (found !== undefined) return found;
    }
    throw error;
  }
}
