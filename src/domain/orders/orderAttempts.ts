import type { WriteOutcome } from '../../service/records';
import type { OrderOrigin } from './orderOrigin';
import type { JournalFault } from './journalCheck';
import type { FieldChange } from './orderDraft';
import { serviceIdentity } from './serviceIdentity';

/** What a change is for. One order at one service is one target, in every window. */
export interface OrderTarget {
  /** Base URL of the service, as configured there. {@link isSameOrder} compares what it refers to. */
  readonly service: string;
  readonly isSandbox: boolean;
  /** True for an account that trades with virtual money. */
  readonly isPaper?: boolean | undefined;
  readonly accountId: string;
  /** Empty for a new order: the service assigns it. */
  readonly orderId: string;
  /** Empty for a new order whose symbol does not determine the exchange. */
  readonly exchange: string;
  /** Identifies a new order in the service’s lists; it is at the end of the order’s remark. */
  readonly mark?: string | undefined;
  /** A paper account's own integer, which every call about its orders includes. */
  readonly market?: number | undefined;
}

/** The outcome of one request as the journal keeps it: no token, no confirm_id, no address with a secret in it. */
export type StoredOutcome =
  | Extract<WriteOutcome, { kind: 'accepted' | 'refused' | 'saysRejected' | 'clockRejected' | 'notOffered' | 'unknown' }>
  | { readonly kind: 'notSent'; readonly reason: string }
  | { readonly kind: 'needsConfirmation'; readonly errmsg: string }
  | { readonly kind: 'needsBrowser'; readonly errmsg: string; readonly host: string }
  | { readonly kind: 'notAuthorized'; readonly lacks: 'scope' | 'token'; readonly errmsg: string }
  | { readonly kind: 'tooManyRequests'; readonly errmsg: string; readonly waitMs?: number | undefined };

/** What is traded, according to the order when the change was confirmed. */
export interface OrderFacts {
  readonly code: string;
  readonly name: string;
  readonly side: string;
  /** Left out by earlier versions. */
  readonly quantity?: string | undefined;
  readonly orderType: string;
  readonly status: string;
  readonly filled: string;
  /** The order's failure text at that time; a different text later means a new failure. */
  readonly lastError: string;
}

/** What a user requests for an order. */
export type OrderAction = 'modify' | 'cancel' | 'place';

/**
 * `tooLate`: the order had ended otherwise before it could be canceled. For a placement: `reached` if the order is at the broker and its status
 * does not show its outcome yet, `changed` if it is or was in the market, `rejected` if it failed.
 */
export type Verdict = 'changed' | 'notChanged' | 'givenUp' | 'tooLate' | 'reached' | 'rejected';

/** Written before anything is sent. `root` is the attempt that the user confirmed; a repetition or a confirmation has its own id. */
export interface IntentRecord {
  readonly kind: 'intent';
  readonly attempt: string;
  readonly root: string;
  readonly action: OrderAction | 'confirm';
  /** The action that a confirmation is about; a modification if left out. */
  readonly confirms?: OrderAction | undefined;
  readonly target: OrderTarget;
  /** The exact body; empty for a confirmation, whose body is a secret. */
  readonly body: string;
  readonly fields: readonly FieldChange[];
  /** Undefined if no record had it. */
  readonly order?: OrderFacts | undefined;
  /** True for a cancellation that the user requested although sending was stopped. */
  readonly whileStopped?: boolean | undefined;
  /** Who filled in what the user confirmed; left out if the user did. */
  readonly origin?: OrderOrigin | undefined;
  /** The session that sent it, by a digest; left out by earlier versions. */
  readonly session?: string | undefined;
}

export interface OutcomeRecord {
  readonly kind: 'outcome';
  readonly attempt: string;
  readonly root: string;
  readonly outcome: StoredOutcome;
}

/** An order as read after an attempt. */
export interface SeenOrder {
  readonly qty: string;
  readonly price: string;
  readonly auxPrice: string;
  readonly status: string;
}

/** Settles an unresolved attempt: by reading the order back, or by the user's decision. */
export interface ResolvedRecord {
  readonly kind: 'resolved';
  readonly root: string;
  readonly by: 'readBack' | 'user';
  readonly verdict: Verdict;
  readonly seen?: SeenOrder | undefined;
  /** The order that a placement created, found by its mark. */
  readonly orderId?: string | undefined;
  /** Further orders with that mark. */
  readonly others?: readonly string[] | undefined;
  /** That order's failure text. */
  readonly text?: string | undefined;
}

/** The end of an accepted attempt that was not seen applied. */
export interface FollowedRecord {
  readonly kind: 'followed';
  readonly root: string;
  readonly end: 'rejected' | 'notApplied' | 'tooLate' | 'endUnknown';
  /** The service's message about it. */
  readonly text: string;
  readonly seen?: SeenOrder | undefined;
  /** The order that a placement created. */
  readonly orderId?: string | undefined;
  /** The order that a placement probably created: it has everything but the whole mark. */
  readonly probablyId?: string | undefined;
  /** True for a new order of a kind that no list has. */
  readonly isUnlistable?: boolean | undefined;
}

/** The user has seen what is wrong with the preceding lines and continues. */
export interface AcknowledgedRecord {
  readonly kind: 'acknowledged';
  readonly line: number;
  readonly fault: JournalFault;
}

/** The user stopped or released the sending of orders. */
export type SwitchRecord = { readonly kind: 'stopped' } | { readonly kind: 'released' };

/** Records about one attempt. */
export type AttemptRecord = IntentRecord | OutcomeRecord | ResolvedRecord | FollowedRecord;
export type JournalRecord = AttemptRecord | AcknowledgedRecord | SwitchRecord;

/**
 * What became of an attempt.
 *
 * - `pending`: sent or about to be sent, no outcome yet; after a crash, nothing more is known.
 * - `needsConfirmation`, `needsBrowser`, `notOffered`, `abandoned`: nothing was applied.
 * - `accepted`: taken by the service; `applied` once it was read back, `rejectedLater` when it was rejected then, `notApplied`
 *   when the order still had its old values after a while, `endUnknown` when the order was as nobody asked, or in no list: it may have been
 *   applied, and changed again since.
 * - `saysRejected`: rejected, according to the service, which the order has not shown yet; `rejected` once it has.
 * - `tooLate`: the order ended otherwise, for example it was filled, before it could be canceled.
 * - `notAuthorized`, `tooManyRequests`: the service's gateway did not let it pass.
 */
export type AttemptState =
  | 'pending'
  | 'unknown'
  | 'saysRejected'
  | 'needsConfirmation'
  | 'needsBrowser'
  | 'accepted'
  | 'applied'
  | 'rejectedLater'
  | 'notApplied'
  | 'endUnknown'
  | 'tooLate'
  | 'rejected'
  | 'notAuthorized'
  | 'tooManyRequests'
  | 'notSent'
  | 'clockRejected'
  | 'notOffered'
  | 'notChanged'
  | 'abandoned';

/** One confirmed change or cancellation, with everything that happened to it. */
export interface Attempt {
  readonly root: string;
  readonly action: OrderAction;
  /** UTC, ISO 8601, of the first intent. */
  readonly startedAt: string;
  readonly endedAt: string | undefined;
  readonly target: OrderTarget;
  readonly body: string;
  readonly fields: readonly FieldChange[];
  readonly order: OrderFacts | undefined;
  /** The session that sent it, by a digest. */
  readonly session?: string | undefined;
  readonly state: AttemptState;
  /** Outcome of the last request. */
  readonly outcome: StoredOutcome | undefined;
  readonly resolution: ResolvedRecord | undefined;
  /** How an accepted change that was not seen applied ended. */
  readonly followed: FollowedRecord | undefined;
  /** Number of requests, including repetitions after -12006 and confirmations. */
  readonly requests: number;
}

const unresolved: ReadonlySet<AttemptState> = new Set(['pending', 'unknown', 'saysRejected', 'needsConfirmation', 'needsBrowser']);

/** In these states, the order accepts no other change. */
export function isUnresolved(state: AttemptState): boolean {
  return unresolved.has(state);
}

/**
 * Changes at one service; those that still lock an order are kept for every service.
 *
 * @param baseUrl - Address of the service; undefined if there is none.
 */
export function attemptsAt(baseUrl: string | undefined, attempts: readonly Attempt[]): readonly Attempt[] {
  const here = baseUrl === undefined ? undefined : serviceIdentity(baseUrl);
  return attempts.filter(({ state, target }) => isUnresolved(state) || serviceIdentity(target.service) === here);
}

/** An account of a service. A live and a paper account may have the same number, and the same IDs of orders. */
export type OrderHome = Pick<OrderTarget, 'service' | 'accountId' | 'isPaper'>;

/** Whether both are one account of one service, however the service's address is spelled. */
export function isSameAccount(a: OrderHome, b: OrderHome): boolean {
  const isSame = a.accountId === b.accountId && (a.isPaper ?? false) === (b.isPaper ?? false);
  return isSame && serviceIdentity(a.service) === serviceIdentity(b.service);
}

/** Whether both refer to one order of one account. Two markets of a paper account may use the same IDs. */
export function isSameOrder(a: OrderTarget, b: OrderTarget): boolean {
  const areApart = a.isPaper === true && a.market !== undefined && b.market !== undefined && a.market !== b.market;
  return !areApart && a.orderId === b.orderId && (a.mark ?? '') === (b.mark ?? '') && isSameAccount(a, b);
}

/** The order that an attempt is about; empty for a placement whose ID is in no response or list yet. */
export function orderIdOf({ target, outcome, resolution }: Pick<Attempt, 'target' | 'outcome' | 'resolution'>): string {
  if (target.orderId !== '') return target.orderId;
  const answered = outcome?.kind === 'accepted' || outcome?.kind === 'unknown' ? outcome.orderId : undefined;
  return resolution?.orderId ?? answered ?? '';
}

/** An attempt of which only the intent is known. */
export function begunAttempt(
  at: string,
  { root, action, confirms = 'modify', target, body, fields, order, session }: IntentRecord,
): Attempt {
  return {
    root,
    action: action === 'confirm' ? confirms : action,
    startedAt: at,
    endedAt: undefined,
    target,
    body,
    fields,
    order,
    ...(session === undefined ? {} : { session }),
    state: 'pending',
    outcome: undefined,
    resolution: undefined,
    followed: undefined,
    requests: 1,
  };
}

interface Known {
  readonly attempt: Attempt;
  readonly last: IntentRecord;
}

/** Builds attempts from journal records, in the order in which they began. Records that belong to no attempt are skipped. */
export class AttemptFold {
  /** Bounded by the journal. */
  readonly #attempts = new Map<string, Known>();
  /** Kept separately, because it is read before every change and stays small while the journal grows. */
  readonly #unresolved = new Set<string>();

  add(at: string, record: AttemptRecord): void {
    switch (record.kind) {
      case 'intent':
        this.#addIntent(at, record);
        break;
      case 'outcome':
        this.#addOutcome(at, record);
        break;
      case 'resolved':
        this.#addResolution(at, record);
        break;
      case 'followed':
        this.#addEnd(at, record);
        break;
    }
  }

  get unresolved(): readonly Attempt[] {
    return [...this.#unresolved].flatMap((root) => this.find(root) ?? []);
  }

  /** The newest attempt on the order. */
  latestFor(target: OrderTarget): Attempt | undefined {
    return this.attempts.findLast((attempt) => isSameOrder(attempt.target, target));
  }

  /** The intent of the last request of an attempt. */
  intentOf(root: string): IntentRecord | undefined {
    return this.#attempts.get(root)?.last;
  }

  get attempts(): readonly Attempt[] {
    return [...this.#attempts.values()].map(({ attempt }) => attempt);
  }

  find(root: string): Attempt | undefined {
    return this.#attempts.get(root)?.attempt;
  }

  #addIntent(at: string, record: IntentRecord): void {
    const known = this.#attempts.get(record.root);
    const attempt: Attempt =
      known === undefined
        ? begunAttempt(at, record)
        : { ...known.attempt, endedAt: undefined, state: 'pending', requests: known.attempt.requests + 1 };
    this.#set({ attempt, last: record });
  }

  #addOutcome(at: string, record: OutcomeRecord): void {
    const known = this.#attempts.get(record.root);
    if (known === undefined || known.last.attempt !== record.attempt || known.attempt.resolution !== undefined) return;
    const state = stateAfter(known.last.action, record.outcome);
    this.#set({ ...known, attempt: { ...known.attempt, endedAt: at, state, outcome: record.outcome } });
  }

  #addResolution(at: string, record: ResolvedRecord): void {
    const known = this.#attempts.get(record.root);
    if (known === undefined) return;
    const { outcome, state: before, endedAt = at } = known.attempt;
    const isRejection = record.verdict === 'notChanged' && outcome?.kind === 'saysRejected';
    const state = isRejection ? 'rejected' : resolvedAs[record.verdict];
    // What becomes of an order later is no later end of the request.
    const ended = before === 'applied' && state === 'applied' ? endedAt : at;
    this.#set({ ...known, attempt: { ...known.attempt, endedAt: ended, state, resolution: record, followed: undefined } });
  }

  #addEnd(at: string, record: FollowedRecord): void {
    const known = this.#attempts.get(record.root);
    if (known?.attempt.state !== 'accepted') return;
    this.#set({ ...known, attempt: { ...known.attempt, endedAt: at, state: endedAs(record), followed: record } });
  }

  #set(known: Known): void {
    const { root, state } = known.attempt;
    this.#attempts.set(root, known);
    if (isUnresolved(state)) this.#unresolved.add(root);
    else this.#unresolved.delete(root);
  }
}

/** What the outcome of a request makes of its attempt. */
export function stateAfter(action: IntentRecord['action'], outcome: StoredOutcome): AttemptState {
  switch (outcome.kind) {
    case 'refused':
      return 'rejected';
    case 'notSent':
    case 'clockRejected':
      // The change itself still waits for its confirmation.
      return action === 'confirm' ? 'needsConfirmation' : outcome.kind;
    default:
      return outcome.kind;
  }
}

/** What a verdict makes of its attempt. */
export const resolvedAs: Readonly<Record<Verdict, AttemptState>> = {
  changed: 'applied',
  notChanged: 'notChanged',
  givenUp: 'abandoned',
  tooLate: 'tooLate',
  reached: 'accepted',
  rejected: 'rejected',
};

/** What the end of an accepted attempt makes of it. */
export function endedAs({ end }: FollowedRecord): AttemptState {
  return end === 'rejected' ? 'rejectedLater' : end;
}
