import type { HistoryRange } from '../../../domain/orders/lists/historyRange';
import type { ClientSource } from '../../../service/endpoints/sources';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import { fillHistoryPart, orderFillsPart, orderHistoryPart, simulatedOrderHistoryPart } from '../../../service/endpoints/tradingSources';
import type { ListPart } from '../../../service/lists/readList';
import type { OrderRecord } from '../../../service/records';
import type { Account } from '../../session/accounts/accounts';

type Owner = Pick<Account, 'id' | 'kind' | 'markets'>;

/** Names of the parts that the fills of an account come in. */
export const fillParts = { today: 'today', before: 'before' } as const;

/**
 * Orders that an account made in a range: one part of a live account, one for each market of a paper account.
 *
 * @param code - Limits the list of a live account to one security; those of paper accounts take no such limit.
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
 * Fills of a live account in a range; no call tells those of a paper account. Today's are a list of their own, and nothing says
 * whether the other has them as well: where the range has today in it, both are read.
 *
 * @param code - Limits the list of the past to one security; that of today takes no such limit.
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
