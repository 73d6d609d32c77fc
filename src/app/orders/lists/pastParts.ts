import type { HistoryRange } from '../../../domain/time/historyRange';
import type { ClientSource } from '../../../service/endpoints/sources';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import { fillHistoryPart, orderFillsPart, orderHistoryPart, simulatedOrderHistoryPart } from '../../../service/endpoints/tradingSources';
import type { ListPart } from '../../../service/lists/readList';
import type { OrderRecord } from '../../../service/records';
import type { Account } from '../../session/accounts/accounts';

type Owner = Pick<Account, 'id' | 'kind' | 'markets'>;

/** Names of the parts of an account's fills. */
export const fillParts = { today: 'today', before: 'before' } as const;

/**
 * Orders that an account made in a range: one part for a live account, one per market for a paper account.
 *
 * @param code - Limits the list of a live account to one security; those of paper accounts cannot be limited.
 */
export function pastOrderParts(
  { id: accountId, kind, markets }: Owner,
  range: HistoryRange,
  source: ClientSource,
  code?: string,
): readonly ListPart<OrderRecord>[] {
  const { start, end } = range;
  if (kind === 'live') return [{ ...orderHistoryPart(source, { accountId, code, start, end }), first: 'orders' }];
  return markets.map((market) => ({ ...simulatedOrderHistoryPart(source, { accountId, market, start, end }), first: 'orders' }));
}

/**
 * Fills of a live account in a range; no call returns those of a paper account. Today's fills are a separate list, and it is not documented
 * whether the other list has them too: if the range includes today, both are read.
 *
 * @param code - Limits the list of past fills to one security; today's list cannot be limited.
 */
export function pastFillParts(
  { id: accountId, kind }: Owner,
  range: HistoryRange,
  source: ClientSource,
  code?: string,
): readonly ListPart<FillRecord>[] {
  if (kind !== 'live') return [];
  const { start, end, isCurrent } = range;
  const before: ListPart<FillRecord> = {
    ...fillHistoryPart(source, { accountId, code, start, end }),
    name: fillParts.before,
    first: 'orders',
  };
  const today: ListPart<FillRecord> = { ...orderFillsPart(source, { accountId }), name: fillParts.today, first: 'orders' };
  return isCurrent ? [today, before] : [before];
}
