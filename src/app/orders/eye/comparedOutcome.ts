import { underSignals } from '../../../service/abortable';
import type { WriteOutcome } from '../../../service/records';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import type { OrderJournal } from '../journal/orderJournal';
import { askedBy } from '../request/orderRequest';
import type { OrderPreview, SeenOldValues } from '../request/orderRequest';
import { contradictsRefusal, isPlacedAfterAll } from './judge';
import { searchPlaced } from './placedSearch';
import { nothingSeen } from '../request/basis';
import type { OrderCheck } from './orderCheck';

/** A request whose answer is judged. */
export interface SentRequest {
  readonly root: string;
  readonly preview: OrderPreview;
  readonly basis: OrderPreview['basis'];
  readonly client: ReadingClient;
}

export interface ComparedOutcome {
  readonly outcome: WriteOutcome;
  readonly seen: SeenOldValues | undefined;
}

/** Outcomes that unlock the order because the service says that it made no change. */
const claims: ReadonlySet<WriteOutcome['kind']> = new Set(['refused', 'notAuthorized', 'tooManyRequests', 'notOffered']);

/** A rejection is reported once the order is read, or could not be for this long: reads wait up to 30 s for the rate limit. */
const readBackMs = 35_000;

/**
 * That a change was not made is only the service's claim. If the order can be read, its values count more: if a changed field no longer has its
 * old value, the outcome is unknown. Other differences, such as a fill, are no contradiction. A failed read proves nothing, and the claim
 * stands. A new order is searched for by its mark, also before a request that the clock is blamed for is repeated.
 */
export async function comparedOutcome(
  sent: SentRequest,
  outcome: WriteOutcome,
  parts: { readonly journal: Pick<OrderJournal, 'find'>; readonly check: Pick<OrderCheck, 'compare'> },
  { signal, othersSent }: { readonly signal: AbortSignal; readonly othersSent?: (() => Promise<void>) | undefined },
): Promise<ComparedOutcome> {
  const { basis, client, preview, root } = sent;
  if (!claims.has(outcome.kind) && !(outcome.kind === 'clockRejected' && preview.action === 'place')) return { outcome, seen: undefined };
  await othersSent?.();
  const words = 'errmsg' in outcome ? { errmsg: outcome.errmsg } : {};
  const patience = [signal, AbortSignal.timeout(readBackMs)];
  if (
    preview.action === 'place' &&
    (await underSignals(patience, async (patient) => isPlaced(client, root, parts.journal, { signal: patient })))
  )
    return { outcome: { kind: 'unknown', reason: 'placed although refused', ...words }, seen: undefined };
  if (basis === nothingSeen || basis.order === undefined) return { outcome, seen: undefined };
  const found = await underSignals(patience, async (patient) =>
    parts.check.compare(client, preview.target, { ...basis, latestRoot: root }, { signal: patient }),
  );
  if (found.kind !== 'same' && found.kind !== 'changed') return { outcome, seen: undefined };
  const contradicts = contradictsRefusal({ ...askedBy(preview), order: basis.order }, found.order);
  if (contradicts === undefined) return { outcome, seen: undefined };
  if (!contradicts) return { outcome, seen: { order: found.order, moved: found.kind === 'same' ? [] : found.differences } };
  return { outcome: { kind: 'unknown', reason: 'changed although refused', ...words }, seen: undefined };
}

/** True if the lists have the new order and do not show it as failed. */
async function isPlaced(client: ReadingClient, root: string, journal: Pick<OrderJournal, 'find'>, options: CallOptions): Promise<boolean> {
  try {
    const attempt = await journal.find(root);
    if (attempt === undefined) return false;
    const found = await searchPlaced(client, attempt, [], Date.parse(attempt.endedAt ?? attempt.startedAt), options);
    return found.kind === 'found' && isPlacedAfterAll(attempt, [found.order, ...found.others]);
  } catch {
    return false;
  }
}
