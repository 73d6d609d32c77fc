import { compareWithOrder } from '../../domain/orders/orderComparison';
import type { OrderDifference } from '../../domain/orders/orderDifferences';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt, IntentRecord, OrderFacts, OrderTarget } from '../../domain/orders/orderAttempts';
import type { CheckedChange } from '../../domain/orders/orderDraft';
import { AuthError } from '../../service/errors';
import type { OrderModification, OrderRecord, PreparedModification } from '../../service/records';
import type { CallOptions, ServiceClient } from '../../service/serviceClient';
import type { ConnectionState } from '../session/connection';
import { orderLockName } from './orderLock';
import { JournalError } from './journal/journalErrors';
import type { OrderJournal } from './journal/orderJournal';
import type { CrossProcessLock, Log } from '../platform/ports';
import { storedOutcome } from './storedOutcome';
import type { SentOutcome } from './storedOutcome';
import { isStale, nothingSeen } from './ticket/orderCheck';
import type { OrderCheck, StaleVerdict, TicketBasis } from './ticket/orderCheck';
import type { ServiceAccess } from '../session/serviceAccess';

/** Exactly what the user is shown and confirms. It can be sent once. */
export interface ChangePreview {
  readonly root: string;
  readonly target: OrderTarget;
  readonly connectionId: string;
  readonly sessionId: string;
  readonly change: CheckedChange;
  readonly prepared: PreparedModification;
  /** The order that the user saw; nothing is sent if it has changed since. */
  readonly basis: TicketBasis | typeof nothingSeen;
  /** The security and its terms, for the journal. */
  readonly facts: OrderFacts | undefined;
}

export interface PreviewFacts {
  readonly order: OrderFacts | undefined;
  readonly isPaper: boolean;
}

/** Why nothing was sent at all. */
export type BlockReason =
  | 'readOnly'
  | 'cancelled'
  | 'connectionChanged'
  | 'inFlight'
  | 'unresolved'
  | 'stale'
  | 'credential'
  | 'clock'
  | 'journal'
  | 'alreadySent'
  | 'internal';

/** Permission to call Order Confirm once with the id from the previous response; kept in this window's memory only. */
export interface PendingConfirmation {
  readonly preview: ChangePreview;
  readonly confirmId: string;
}

export type ChangeResult =
  | { readonly kind: 'blocked'; readonly reason: 'stale'; readonly verdict: StaleVerdict }
  | { readonly kind: 'blocked'; readonly reason: Exclude<BlockReason, 'stale'>; readonly error?: unknown; readonly attempt?: Attempt }
  | {
      readonly kind: 'settled';
      readonly root: string;
      readonly outcome: SentOutcome;
      /** False when the outcome could not be written: the attempt will be shown as unknown after a restart. */
      readonly isRecorded: boolean;
      /** The order as it was read after the service rejected the change; undefined if nothing was rejected or it could not be read. */
      readonly seen: SeenOldValues | undefined;
      readonly pending?: PendingConfirmation;
    };

/** An order that still has the old values of what was to be changed. One read proves no more: a service may show changes later. */
export interface SeenOldValues {
  readonly order: OrderRecord;
  /** What else of it is different now, such as the filled quantity. */
  readonly moved: readonly OrderDifference[];
}

/** What must hold before an order is changed, besides the writer's own checks. */
export interface OrderGates {
  isReadOnly(): boolean;
  /** Makes sure that the credential outlives the request, renewing it if possible. @throws when it does not. */
  ensureCredential(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Whether the clock allows a write; always true where the time is not signed. */
  isClockGood(options: { readonly signal: AbortSignal }): Promise<boolean>;
  /** Measures the server's clock after it rejected our timestamp; true when the offset was updated. */
  resynchronize(options: { readonly signal: AbortSignal }): Promise<boolean>;
}

export interface OrderWriterOptions {
  readonly access: ServiceAccess;
  readonly journal: OrderJournal;
  readonly locks: CrossProcessLock;
  readonly gates: OrderGates;
  readonly check: Pick<OrderCheck, 'compare'>;
  readonly log: Log;
  readonly prepare: (modification: OrderModification) => PreparedModification;
  readonly newId: () => string;
  /** Keeps a secret out of every log from now on. */
  readonly protect: (secret: string) => void;
}

/** One request of a confirmed change, in the form the journal needs. */
interface Shipment {
  readonly root: string;
  readonly action: IntentRecord['action'];
  readonly preview: ChangePreview;
  readonly basis: ChangePreview['basis'];
  readonly client: ServiceClient;
  readonly send: () => Promise<SentOutcome>;
}

/**
 * The only code path that changes an order: lock, gates, intent on disk, one request, outcome on disk.
 *
 * One preview leads to at most one accepted modification. Nothing is resent except, once, after a complete -12006 of a signed
 * request, which the service did not execute. An outcome that the response does not prove is `unknown` and keeps the
 * order locked. Right before every request the order is compared with what the user saw.
 */
export class OrderWriter {
  /** Previews and confirmations that were used; a second use sends nothing. */
  readonly #used = new WeakSet();

  constructor(private readonly options: OrderWriterOptions) {}

  /**
   * Fixes the request to the last byte for the current service and session.
   *
   * @throws {@link AuthError} `sign-in-required` when not signed in, {@link InvalidInputError} for what cannot be sent.
   */
  preview(
    change: CheckedChange,
    basis: TicketBasis | typeof nothingSeen,
    { order: facts, isPaper }: PreviewFacts = { order: undefined, isPaper: false },
  ): ChangePreview {
    const { connection, session } = this.options.access.current;
    if (connection.kind === 'none' || session.kind === 'signedOut') throw new AuthError('sign-in-required');
    const { accountId, orderId, exchange, quantity, price, auxPrice } = change;
    const prepared = this.options.prepare({
      accountId,
      orderId,
      exchange,
      quantity,
      price,
      ...(auxPrice === undefined ? {} : { auxPrice }),
    });
    const isSandbox = connection.kind === 'sandbox';
    const target = { service: connection.baseUrl, isSandbox, ...(isPaper ? { isPaper } : {}), accountId, orderId, exchange };
    return { root: this.options.newId(), target, connectionId: connection.id, sessionId: session.id, change, prepared, basis, facts };
  }

  /** Sends a preview that the user confirmed. Never rejects: every outcome is a result. */
  async submit(preview: ChangePreview, options: CallOptions): Promise<ChangeResult> {
    return this.#once(preview, preview, options, async (client) => {
      const open = await this.options.journal.unresolvedFor(preview.target);
      if (open !== undefined) return { kind: 'blocked', reason: 'unresolved', attempt: open };
      const send = async (): Promise<SentOutcome> => client.modifyOrder(preview.prepared, options);
      return this.#ship({ root: preview.root, action: 'modify', preview, basis: preview.basis, client, send }, options);
    });
  }

  /** Calls Order Confirm with the id from the previous response. Never rejects. */
  async confirm(pending: PendingConfirmation, options: CallOptions): Promise<ChangeResult> {
    const { preview, confirmId } = pending;
    return this.#once(pending, preview, options, async (client) => {
      const attempt = await this.options.journal.find(preview.root);
      if (attempt?.state !== 'needsConfirmation')
        return { kind: 'blocked', reason: 'unresolved', ...(attempt === undefined ? {} : { attempt }) };
      const send = async (): Promise<SentOutcome> =>
        client.beyond.confirmOrder({ accountId: preview.target.accountId, orderId: preview.target.orderId, confirmId }, options);
      // The newest attempt on the order is the one that is confirmed.
      const basis = preview.basis === nothingSeen ? nothingSeen : { ...preview.basis, latestRoot: preview.root };
      return this.#ship({ root: preview.root, action: 'confirm', preview, basis, client, send }, options);
    });
  }

  /** Abandons a change that awaits the user, or resolves an unknown one as the user says. */
  async resolve(root: string, verdict: 'changed' | 'notChanged' | 'givenUp'): Promise<'resolved' | 'inFlight' | 'settled'> {
    const attempt = await this.options.journal.find(root);
    if (attempt === undefined || !isUnresolved(attempt.state)) return 'settled';
    const lock = await this.options.locks.tryAcquire(orderLockName(attempt.target));
    if (lock === undefined) return 'inFlight';
    try {
      const now = await this.options.journal.find(root);
      if (now === undefined || !isUnresolved(now.state)) return 'settled';
      await this.options.journal.append({ kind: 'resolved', root, by: 'user', verdict });
      return 'resolved';
    } finally {
      await lock.release();
    }
  }

  async #once(
    token: object,
    preview: ChangePreview,
    options: CallOptions,
    work: (client: ServiceClient) => Promise<ChangeResult>,
  ): Promise<ChangeResult> {
    if (this.#used.has(token)) return { kind: 'blocked', reason: 'alreadySent' };
    this.#used.add(token);
    let lock;
    try {
      lock = await this.options.locks.tryAcquire(orderLockName(preview.target));
    } catch (error) {
      return { kind: 'blocked', reason: 'internal', error };
    }
    if (lock === undefined) return { kind: 'blocked', reason: 'inFlight' };
    try {
      const opened = await this.#openGates(preview, options);
      return 'kind' in opened ? opened : await work(opened.client);
    } catch (error) {
      // Everything after the first byte is caught closer to it, so that what arrives here happened before.
      this.options.log.error('An order change was stopped before it was sent', error);
      return { kind: 'blocked', reason: error instanceof JournalError ? 'journal' : 'internal', error };
    } finally {
      await lock.release();
    }
  }

  async #openGates(preview: ChangePreview, { signal }: CallOptions): Promise<{ readonly client: ServiceClient } | ChangeResult> {
    const { gates, access } = this.options;
    if (gates.isReadOnly()) return { kind: 'blocked', reason: 'readOnly' };
    if (!isStillThere(preview, access.current)) return { kind: 'blocked', reason: 'connectionChanged' };
    let client;
    try {
      await gates.ensureCredential({ signal });
      client = await access.client();
    } catch (error) {
      return { kind: 'blocked', reason: signal.aborted ? 'cancelled' : 'credential', error };
    }
    if (!(await gates.isClockGood({ signal }))) return { kind: 'blocked', reason: signal.aborted ? 'cancelled' : 'clock' };
    if (signal.aborted) return { kind: 'blocked', reason: 'cancelled' };
    // During the waits above, the user may have signed out or chosen another service.
    const isSame = isStillThere(preview, access.current) && client.baseUrl === preview.target.service;
    return isSame ? { client } : { kind: 'blocked', reason: 'connectionChanged' };
  }

  async #ship(shipment: Shipment, options: CallOptions): Promise<ChangeResult> {
    const stale = await this.#staleness(shipment, shipment.basis, options);
    if (stale !== undefined) return stale;
    const first = await this.#shipOnce(shipment, options);
    const mayRepeat = first.kind === 'settled' && first.outcome.kind === 'clockRejected' && first.isRecorded && this.#isSigned();
    if (!mayRepeat || options.signal.aborted || !(await this.#resynchronized(options))) return first;
    const opened = await this.#openGates(shipment.preview, options);
    if ('kind' in opened || (await this.#staleness(shipment, latestNow(shipment), options)) !== undefined) return first;
    const second = await this.#shipOnce(shipment, options);
    return second.kind === 'blocked' ? first : second;
  }

  /** Only a timestamp can be rejected: without one the response proves nothing. */
  #isSigned(): boolean {
    const { connection } = this.options.access.current;
    return connection.kind !== 'none' && connection.authentication === 'apiKey';
  }

  async #staleness({ client, preview }: Shipment, basis: Shipment['basis'], options: CallOptions): Promise<ChangeResult | undefined> {
    if (basis === nothingSeen) return undefined;
    const verdict = await this.options.check.compare(client, preview.target, basis, options);
    if (options.signal.aborted) return { kind: 'blocked', reason: 'cancelled' };
    return isStale(verdict) ? { kind: 'blocked', reason: 'stale', verdict } : undefined;
  }

  async #resynchronized(options: CallOptions): Promise<boolean> {
    try {
      return await this.options.gates.resynchronize(options);
    } catch {
      return false;
    }
  }

  async #shipOnce(shipment: Shipment, { signal }: CallOptions): Promise<ChangeResult> {
    const { journal, newId } = this.options;
    const { root, action, preview } = shipment;
    const attempt = newId();
    try {
      const body = action === 'confirm' ? '' : preview.prepared.bodyText;
      const { target, change, facts: order } = preview;
      await journal.append({ kind: 'intent', attempt, root, action, target, body, fields: change.fields, order });
    } catch (error) {
      // The line may be on disk although the write failed: record, if possible, that nothing followed.
      await this.#record(shipment, attempt, { kind: 'notSent', error });
      return { kind: 'blocked', reason: 'journal', error };
    }
    const { outcome, seen } = signal.aborted
      ? { outcome: { kind: 'notSent' as const, error: signal.reason as unknown }, seen: undefined }
      : await this.#compared(shipment, await sendGuarded(shipment.send), signal);
    const isRecorded = await this.#record(shipment, attempt, outcome);
    this.options.log.info(`order change ${root}: ${action} ended ${outcome.kind}${isRecorded ? '' : ', not recorded'}`);
    const pending =
      outcome.kind === 'needsConfirmation' && action === 'modify' ? { pending: { preview, confirmId: outcome.confirmId } } : {};
    return { kind: 'settled', root, outcome, isRecorded, seen, ...pending };
  }

  /**
   * That a change was not made is only the service's claim. If the order can be read, its values count more: where a field of the
   * change has left its old value all the same, the outcome is unknown. What else moved meanwhile, such as a fill, is no
   * contradiction. A failed read proves nothing, and the claim stands.
   */
  async #compared({ basis, client, preview, root }: Shipment, outcome: SentOutcome, signal: AbortSignal): Promise<Compared> {
    const isClaim = claims.has(outcome.kind);
    if (!isClaim || basis === nothingSeen || basis.order === undefined) return { outcome, seen: undefined };
    const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(readBackMs)]) };
    const found = await this.options.check.compare(client, preview.target, { ...basis, latestRoot: root }, options);
    if (found.kind !== 'same' && found.kind !== 'changed') return { outcome, seen: undefined };
    if (compareWithOrder(preview.change.fields, found.order) === 'old')
      return { outcome, seen: { order: found.order, moved: found.kind === 'same' ? [] : found.differences } };
    const words = 'errmsg' in outcome ? { errmsg: outcome.errmsg } : {};
    return { outcome: { kind: 'unknown', reason: 'changed although refused', ...words }, seen: undefined };
  }

  async #record(shipment: Shipment, attempt: string, outcome: SentOutcome): Promise<boolean> {
    if (outcome.kind === 'needsConfirmation') this.options.protect(outcome.confirmId);
    try {
      await this.options.journal.append({ kind: 'outcome', attempt, root: shipment.root, outcome: storedOutcome(outcome) });
      return true;
    } catch (error) {
      this.options.log.error('The outcome of an order change could not be recorded', error);
      return false;
    }
  }
}

interface Compared {
  readonly outcome: SentOutcome;
  readonly seen: SeenOldValues | undefined;
}

/** Outcomes that unlock the order because the service says that it made no change. */
const claims: ReadonlySet<SentOutcome['kind']> = new Set(['refused', 'notAuthorized', 'tooManyRequests', 'notOffered']);

/** A rejection is reported once the order is read, or could not be for this long: reads wait up to 30 s for the rate limit. */
const readBackMs = 35_000;

/** After the first request of a change, that change itself is the newest attempt. */
function latestNow({ basis, root }: Shipment): Shipment['basis'] {
  return basis === nothingSeen ? nothingSeen : { ...basis, latestRoot: root };
}

function isStillThere(preview: ChangePreview, { connection, session }: ConnectionState): boolean {
  return (
    connection.kind !== 'none' && connection.id === preview.connectionId && session.kind === 'signedIn' && session.id === preview.sessionId
  );
}

/** If the client throws although it must not, something may have been sent. */
async function sendGuarded(send: () => Promise<SentOutcome>): Promise<SentOutcome> {
  try {
    return await send();
  } catch {
    return { kind: 'unknown', reason: 'internal error while sending' };
  }
}
