import { underSignals } from '../../../service/abortable';
import { loggedAsker } from '../../../domain/orders/orderOrigin';
import type { TicketBasisField } from '../../../domain/orders/orderDifferences';
import { isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt, IntentRecord, OrderFacts, Verdict } from '../../../domain/orders/orderAttempts';
import type { CheckedChange } from '../../../domain/orders/orderDraft';
import type { CheckedPlacement } from '../../../domain/orders/placing/placement';
import { AuthError } from '../../../service/errors';
import type { OrderModification, PreparedModification, WriteOutcome } from '../../../service/records';
import type { CallOptions, ServiceClient } from '../../../service/serviceClient';
import { orderLockName } from '../journal/orderLock';
import { askedBy, isStillThere } from '../request/orderRequest';
import type {
  CancelPreview,
  ChangePreview,
  ChangeResult,
  OrderPreview,
  PendingConfirmation,
  PlacePreview,
  PreviewFacts,
  PreviewParts,
  SubmitOptions,
} from '../request/orderRequest';
import type { OrderGates } from './orderGates';
import type { LimitCheck } from './limits/limitCheck';
import { inLimitTurn } from './limits/limitTurn';
import type { OrderPlace } from '../lists/readOrders';
import { JournalError } from '../journal/journalErrors';
import type { OrderJournal } from '../journal/orderJournal';
import type { Lock, Log } from '../../platform/ports';
import { preparedPlacement } from '../request/preparedPlacement';
import { prepareSimulatedCancellation, prepareSimulatedModification } from '../../../service/endpoints/simulated/writes';
import { storedOutcome } from '../journal/storedOutcome';
import { comparedOutcome } from '../eye/comparedOutcome';
import { mayPass, openWay, stoppedIn } from './stop/sendingWay';
import type { Sending, Way } from './stop/sendingWay';
import { isStale, nothingSeen } from '../request/basis';
import type { TicketBasis } from '../request/basis';
import { patienceFor } from '../eye/orderCheck';
import type { OrderCheck } from '../eye/orderCheck';
import type { WritingAccess } from '../../session/serviceAccess';
import { sessionMark } from '../../session/connection';
import type { Ports } from '../../ports';

/** One request of a confirmed change, in the form the journal needs. */
interface Shipment {
  readonly root: string;
  readonly action: IntentRecord['action'];
  readonly preview: OrderPreview;
  readonly basis: OrderPreview['basis'];
  readonly client: ServiceClient;
  readonly send: (options: CallOptions) => Promise<WriteOutcome>;
}

/**
 * The only code path that places, changes, or cancels an order: lock, gates, intent on disk, one request, outcome on disk.
 *
 * One preview leads to at most one accepted request. Nothing is resent except, once, after a complete -12006 of a signed
 * request, which the service did not execute. An outcome that the response does not prove is `unknown` and keeps the
 * order locked. Right before every request the order is compared with what the user saw.
 */
export class OrderWriter {
  /** Previews and confirmations that were used; a second use sends nothing. */
  readonly #used = new WeakSet();

  constructor(
    private readonly dependencies: Pick<Ports, 'locks' | 'log'> & {
      readonly access: WritingAccess;
      readonly journal: OrderJournal;
      readonly gates: OrderGates;
      readonly sending: Sending;
      /** The hard limits. */
      readonly limits: Pick<LimitCheck, 'breach' | 'isCounting'>;
      readonly check: Pick<OrderCheck, 'compare'>;
      readonly prepare: (modification: OrderModification) => PreparedModification;
      readonly newId: () => string;
      /** Keeps a secret out of every log from now on. */
      readonly protect: (secret: string) => void;
    },
  ) {}

  /** Keeps room in the service's limits for requests that are about to be confirmed, until the result is called. */
  readonly keepRoom = async (count: number): Promise<() => void> => (await this.dependencies.access.client()).keepRoom(count);

  /**
   * Fixes the request to the last byte for the current service and session.
   *
   * @throws {@link AuthError} `sign-in-required` when not signed in, {@link InvalidInputError} for what cannot be sent.
   */
  preview(
    change: CheckedChange,
    basis: TicketBasis | typeof nothingSeen,
    { order: facts, isPaper, market, code }: PreviewFacts = { order: undefined, isPaper: false },
  ): ChangePreview {
    const { accountId, orderId, exchange, quantity, price, auxPrice } = change;
    const named = code === undefined ? {} : { code };
    const parts = { ...this.#parts({ accountId, orderId, exchange, isPaper, market }, basis, facts), ...named };
    if (isPaper && market !== undefined)
      return {
        ...parts,
        action: 'modify',
        change,
        prepared: prepareSimulatedModification({ accountId, orderId, market, quantity, price }),
      };
    const prepared = this.dependencies.prepare({
      accountId,
      orderId,
      exchange,
      quantity,
      price,
      ...(auxPrice === undefined ? {} : { auxPrice }),
    });
    return { ...parts, action: 'modify', change, prepared };
  }

  /**
   * The cancellation of an order for the current service and session. Further fills do not require asking again. A cancellation prepared while
   * sending is stopped is sent all the same, so the user must be asked about that.
   *
   * @throws {@link AuthError} `sign-in-required` when not signed in.
   */
  previewCancel(place: OrderPlace, basis: TicketBasis, { order: facts, isPaper, market }: PreviewFacts): CancelPreview {
    const { accountId, orderId } = place;
    const prepared = isPaper && market !== undefined ? prepareSimulatedCancellation({ accountId, orderId, market }) : undefined;
    const parts = this.#parts({ ...place, isPaper, market }, { ...basis, mayMove: fillFields }, facts);
    return { ...parts, action: 'cancel', prepared, whileStopped: this.dependencies.sending.isStopped };
  }

  /**
   * A new order for the current service and session, fixed to the last byte. There is nothing to compare it with before it is sent.
   *
   * @throws {@link AuthError} `sign-in-required` when not signed in, {@link InvalidInputError} for what cannot be sent.
   */
  previewPlace(placement: CheckedPlacement, facts: OrderFacts): PlacePreview {
    const { accountId, exchange, isPaper, market, mark } = placement;
    const parts = this.#parts({ accountId, orderId: '', exchange, isPaper, market }, nothingSeen, facts);
    return { ...parts, target: { ...parts.target, mark }, action: 'place', placement, prepared: preparedPlacement(placement) };
  }

  #parts(
    { accountId, orderId, exchange, isPaper, market }: OrderPlace & { readonly isPaper: boolean },
    basis: OrderPreview['basis'],
    facts: OrderFacts | undefined,
  ): PreviewParts {
    const { connection, session } = this.dependencies.access.current;
    if (connection.kind === 'none' || session.kind === 'signedOut') throw new AuthError('sign-in-required');
    const isSandbox = connection.kind === 'sandbox';
    const paper = { ...(isPaper ? { isPaper } : {}), ...(market === undefined ? {} : { market }) };
    const target = { service: connection.baseUrl, isSandbox, ...paper, accountId, orderId, exchange };
    return { root: this.dependencies.newId(), target, connectionId: connection.id, sessionId: session.id, basis, facts };
  }

  /** Sends a preview that the user confirmed. Never rejects: every outcome is a result. */
  async submit(preview: OrderPreview, options: SubmitOptions): Promise<ChangeResult> {
    return this.#once(preview, preview, options, async (client) => {
      const open = await this.dependencies.journal.unresolvedFor(preview.target);
      if (open !== undefined) return { kind: 'blocked', reason: 'unresolved', attempt: open };
      const sameMark = preview.action === 'place' ? await this.dependencies.journal.latestFor(preview.target) : undefined;
      // A mark names one order: after any request with it, another order needs a new one.
      if (sameMark !== undefined) return { kind: 'blocked', reason: 'alreadySent', attempt: sameMark };
      const send: Shipment['send'] = async (sending) => sendOnce(client, preview, sending);
      return this.#ship({ root: preview.root, action: preview.action, preview, basis: preview.basis, client, send }, options);
    });
  }

  /** Calls Order Confirm with the id from the previous response. Never rejects. */
  async confirm(pending: PendingConfirmation, options: CallOptions): Promise<ChangeResult> {
    const { preview, confirmId } = pending;
    return this.#once(pending, preview, options, async (client) => {
      const attempt = await this.dependencies.journal.find(preview.root);
      if (attempt?.state !== 'needsConfirmation')
        return { kind: 'blocked', reason: 'unresolved', ...(attempt === undefined ? {} : { attempt }) };
      const { accountId, orderId } = preview.target;
      const about = orderId === '' ? {} : { orderId };
      const send: Shipment['send'] = async (sending) => client.beyond.confirmOrder({ accountId, ...about, confirmId }, sending);
      // The newest attempt on the order is the one being confirmed.
      const basis = preview.basis === nothingSeen ? nothingSeen : { ...preview.basis, latestRoot: preview.root };
      return this.#ship({ root: preview.root, action: 'confirm', preview, basis, client, send }, options);
    });
  }

  /** Abandons a change that awaits the user, or resolves an unknown one as the user says, if it is still as the user saw it. */
  async resolve(
    seen: Pick<Attempt, 'root' | 'target' | 'requests'>,
    verdict: Extract<Verdict, 'changed' | 'notChanged' | 'givenUp'>,
  ): Promise<'resolved' | 'inFlight' | 'settled'> {
    const { root } = seen;
    const lock = await this.dependencies.locks.tryAcquire(orderLockName(seen.target));
    if (lock === undefined) return 'inFlight';
    try {
      const now = await this.dependencies.journal.find(root);
      if (now === undefined || !isUnresolved(now.state)) return 'settled';
      // Another request, such as a confirmation, was sent since: the user's decision is not about that one.
      if (now.requests !== seen.requests) return 'inFlight';
      await this.dependencies.journal.append({ kind: 'resolved', root, by: 'user', verdict });
      return 'resolved';
    } finally {
      await lock.release();
    }
  }

  async #once(
    token: object,
    preview: OrderPreview,
    options: SubmitOptions,
    work: (client: ServiceClient) => Promise<ChangeResult>,
  ): Promise<ChangeResult> {
    if (this.#used.has(token)) return { kind: 'blocked', reason: 'alreadySent' };
    this.#used.add(token);
    let lock;
    try {
      lock = await this.dependencies.locks.tryAcquire(orderLockName(preview.target));
    } catch (error) {
      return { kind: 'blocked', reason: 'internal', error };
    }
    if (lock === undefined) return { kind: 'blocked', reason: 'inFlight' };
    try {
      const opened = await this.#openGates(preview, options);
      return 'kind' in opened ? opened : await work(opened.client);
    } catch (error) {
      // Failures after the first byte are caught closer to it, so this one happened before.
      this.dependencies.log.error('An order change was stopped before it was sent', error);
      return { kind: 'blocked', reason: error instanceof JournalError ? 'journal' : 'internal', error };
    } finally {
      await lock.release();
    }
  }

  async #openGates(preview: OrderPreview, { signal }: CallOptions): Promise<{ readonly client: ServiceClient } | ChangeResult> {
    const { gates, access } = this.dependencies;
    if (!mayPass(preview) && (await this.dependencies.sending.check()).kind === 'stopped') return { kind: 'blocked', reason: 'stopped' };
    if (gates.isReadOnly()) return { kind: 'blocked', reason: 'readOnly' };
    // Without the integer, only live accounts' calls are left, and a live account may have the same number.
    if (preview.target.isPaper === true && preview.target.market === undefined) return { kind: 'blocked', reason: 'paperAccount' };
    if (!gates.isAllowed(preview.action, preview.target)) return { kind: 'blocked', reason: 'notAllowed' };
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

  async #ship(shipment: Shipment, options: SubmitOptions): Promise<ChangeResult> {
    const first = await this.#shipFirst(shipment, options);
    const mayRepeat = first.kind === 'settled' && first.outcome.kind === 'clockRejected' && first.isRecorded && this.#isSigned();
    if (!mayRepeat || options.signal.aborted || !(await this.#resynchronized(options))) return first;
    const opened = await this.#openGates(shipment.preview, options);
    if ('kind' in opened || (await this.#staleness(shipment, latestNow(shipment), options)) !== undefined) return first;
    const second = await this.#shipOnce(shipment, options);
    return second.kind === 'blocked' ? first : second;
  }

  async #shipFirst(shipment: Shipment, options: SubmitOptions): Promise<ChangeResult> {
    const { limits, locks } = this.dependencies;
    const ship = async (turn?: Lock): Promise<ChangeResult> => {
      // Much may have happened while other windows had their turns.
      const opened = turn === undefined ? undefined : await this.#openGates(shipment.preview, options);
      if (opened !== undefined && 'kind' in opened) return opened;
      const stale = (await this.#staleness(shipment, shipment.basis, options)) ?? (await this.#overLimit(shipment, options));
      return stale ?? (await this.#shipOnce(shipment, options, turn));
    };
    // Cancellations are not limited, and a confirmed order kept the limits when it was sent.
    const isLimited = shipment.action === 'place' || shipment.action === 'modify';
    return isLimited && limits.isCounting ? inLimitTurn(locks, options, ship) : ship();
  }

  /** Only a timestamp can be rejected: without one the response proves nothing. */
  #isSigned(): boolean {
    const { connection } = this.dependencies.access.current;
    return connection.kind !== 'none' && connection.authentication === 'apiKey';
  }

  /** Why the order is not what the user saw. A check that is delayed or fails stops no cancellation: only what is seen does. */
  async #staleness(
    { client, preview }: Shipment,
    basis: Shipment['basis'],
    { signal, othersSent }: SubmitOptions,
  ): Promise<ChangeResult | undefined> {
    if (basis === nothingSeen || othersSent !== undefined) return undefined;
    const isCancel = preview.action === 'cancel';
    const verdict = await underSignals(isCancel ? [signal, patienceFor(client)] : [signal], async (patience) =>
      this.dependencies.check.compare(client, preview.target, basis, { signal: patience }),
    );
    if (signal.aborted) return { kind: 'blocked', reason: 'cancelled' };
    if (!isStale(verdict) || (isCancel && verdict.kind === 'notRead')) return undefined;
    return { kind: 'blocked', reason: 'stale', verdict };
  }

  async #overLimit({ client, preview, action }: Shipment, options: CallOptions): Promise<ChangeResult | undefined> {
    if (preview.action === 'cancel' || action === 'confirm') return undefined;
    const breach = await this.dependencies.limits.breach(client, preview, options);
    if (options.signal.aborted) return { kind: 'blocked', reason: 'cancelled' };
    return breach === undefined ? undefined : { kind: 'blocked', reason: 'limit', breach };
  }

  async #resynchronized(options: CallOptions): Promise<boolean> {
    try {
      return await this.dependencies.gates.resynchronize(options);
    } catch (error) {
      this.dependencies.log.error('The clock could not be synchronized after a rejected timestamp', error);
      return false;
    }
  }

  /** The switch is the last gate: checked under the order's lock, and once more in one step with the first byte. */
  async #shipOnce(shipment: Shipment, options: SubmitOptions, turn?: Lock): Promise<ChangeResult> {
    const way = mayPass(shipment.preview) ? openWay : await this.dependencies.sending.enter();
    if (way === undefined) return { kind: 'blocked', reason: 'stopped' };
    try {
      return await this.#shipThrough(way, shipment, options, turn);
    } finally {
      await way.leave();
    }
  }

  async #shipThrough(way: Way, shipment: Shipment, { signal, othersSent }: SubmitOptions, turn: Lock | undefined): Promise<ChangeResult> {
    const { journal, newId } = this.dependencies;
    const { root, action, preview } = shipment;
    const attempt = newId();
    const asker = preview.origin ?? { kind: 'user' };
    try {
      const { target, facts: order } = preview;
      const by = { session: sessionMark(preview.sessionId), ...(preview.origin === undefined ? {} : { origin: preview.origin }) };
      const { fields } = askedBy(preview);
      const body = action === 'confirm' ? '' : (preview.prepared?.bodyText ?? '');
      const whileStopped = mayPass(preview) ? { whileStopped: true } : {};
      const confirms = action === 'confirm' && preview.action !== 'modify' ? { confirms: preview.action } : {};
      await journal.append({ kind: 'intent', attempt, root, action, ...confirms, ...whileStopped, ...by, target, body, fields, order });
    } catch (error) {
      // The line may be on disk although the write failed: record, if possible, that nothing followed.
      await this.#record(shipment, attempt, { kind: 'notSent', error });
      return { kind: 'blocked', reason: 'journal', error };
    }
    await turn?.release();
    const answered = await underSignals([signal, way.signal], async (until) =>
      until.aborted
        ? { kind: 'notSent' as const, error: until.reason as unknown }
        : sendGuarded(async () => shipment.send({ signal: until, mayStart: () => way.mayStart(), askedBy: asker }), this.dependencies.log),
    );
    await way.leave();
    const { outcome, seen } = await comparedOutcome(shipment, stoppedIn(answered, way), this.dependencies, { signal, othersSent });
    const isRecorded = await this.#record(shipment, attempt, outcome);
    this.dependencies.log.info(
      `order change ${root}: ${action} ended ${outcome.kind}${isRecorded ? '' : ', not recorded'}; asked by ${loggedAsker(asker, 'write')}`,
    );
    const pending =
      outcome.kind === 'needsConfirmation' && action !== 'confirm' ? { pending: { preview, confirmId: outcome.confirmId } } : {};
    return { kind: 'settled', root, outcome, isRecorded, seen, ...pending };
  }

  async #record(shipment: Shipment, attempt: string, outcome: WriteOutcome): Promise<boolean> {
    if (outcome.kind === 'needsConfirmation') this.dependencies.protect(outcome.confirmId);
    try {
      await this.dependencies.journal.append({ kind: 'outcome', attempt, root: shipment.root, outcome: storedOutcome(outcome) });
      return true;
    } catch (error) {
      this.dependencies.log.error('The outcome of an order change could not be recorded', error);
      return false;
    }
  }
}

/** After the first request of a change, that change itself is the newest attempt. */
function latestNow({ basis, root }: Shipment): Shipment['basis'] {
  return basis === nothingSeen ? nothingSeen : { ...basis, latestRoot: root };
}

/** Fields that a fill changes: cancelling the rest of the order means the same before and after. */
const fillFields: ReadonlySet<TicketBasisField> = new Set(['dealtQuantity', 'status']);

async function sendOnce(client: ServiceClient, preview: OrderPreview, options: CallOptions): Promise<WriteOutcome> {
  switch (preview.action) {
    case 'modify':
      return 'method' in preview.prepared
        ? client.beyond.modifySimulatedOrder(preview.prepared, options)
        : client.modifyOrder(preview.prepared, options);
    case 'cancel': {
      const { accountId, orderId, exchange } = preview.target;
      return preview.prepared === undefined
        ? client.beyond.cancelOrder({ accountId, orderId, exchange }, options)
        : client.beyond.cancelSimulatedOrder(preview.prepared, options);
    }
    case 'place':
      return preview.placement.isPaper
        ? client.beyond.placeSimulatedOrder(preview.prepared, options)
        : client.beyond.placeOrder(preview.prepared, options);
  }
}

/** If the client throws although it must not, something may have been sent. */
async function sendGuarded(send: () => Promise<WriteOutcome>, log: Pick<Log, 'error'>): Promise<WriteOutcome> {
  try {
    return await send();
  } catch (error) {
    log.error('The client failed while it sent an order change', error);
    return { kind: 'unknown', reason: 'internal error while sending' };
  }
}
