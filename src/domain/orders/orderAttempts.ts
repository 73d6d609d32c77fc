import type { FieldChange } from './orderDraft';

/** Where a change goes. One order at one service is one target, in every window. */
export interface OrderTarget {
  /** Base URL of the service. */
  readonly service: string;
  readonly isSandbox: boolean;
  readonly accountId: string;
  readonly orderId: string;
  readonly exchange: string;
}

/** What one request led to, as the journal keeps it: no token, no confirm_id, no address with a secret in it. */
export type StoredOutcome =
  | { readonly kind: 'notSent'; readonly reason: string }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly errcode: number; readonly errmsg: string }
  | { readonly kind: 'needsConfirmation'; readonly errmsg: string }
  | { readonly kind: 'needsBrowser'; readonly errmsg: string; readonly host: string }
  | { readonly kind: 'clockRejected' }
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'unknown'; readonly reason: string; readonly status?: number | undefined };

export type Verdict = 'changed' | 'notChanged' | 'givenUp';

/** Written before anything is sent. `root` is the attempt that the user confirmed; a repetition or a confirmation has its own id. */
export interface IntentRecord {
  readonly kind: 'intent';
  readonly attempt: string;
  readonly root: string;
  readonly action: 'modify' | 'confirm';
  readonly target: OrderTarget;
  /** The exact body; empty for a confirmation, whose body is a secret. */
  readonly body: string;
  readonly fields: readonly FieldChange[];
}

export interface OutcomeRecord {
  readonly kind: 'outcome';
  readonly attempt: string;
  readonly root: string;
  readonly outcome: StoredOutcome;
}

/** An order as it was read after an attempt. */
export interface SeenOrder {
  readonly qty: string;
  readonly price: string;
  readonly auxPrice: string;
  readonly status: string;
}

/** The end of doubt: by reading the order back, or by the user's word. */
export interface ResolvedRecord {
  readonly kind: 'resolved';
  readonly root: string;
  readonly by: 'readBack' | 'user';
  readonly verdict: Verdict;
  readonly seen?: SeenOrder | undefined;
}

export type JournalRecord = IntentRecord | OutcomeRecord | ResolvedRecord;

/**
 * What became of an attempt.
 *
 * - `pending`: sent or about to be sent, no outcome yet; after a crash nobody knows more.
 * - `needsConfirmation`, `needsBrowser`, `notInForce`, `givenUp`: nothing is in force.
 * - `accepted`: taken by the service; `inForce` once it was read back.
 */
export type AttemptState =
  | 'pending'
  | 'unknown'
  | 'needsConfirmation'
  | 'needsBrowser'
  | 'accepted'
  | 'inForce'
  | 'refused'
  | 'notSent'
  | 'clockRejected'
  | 'notInForce'
  | 'notChanged'
  | 'givenUp';

/** One confirmed change with everything that happened to it. */
export interface Attempt {
  readonly root: string;
  /** UTC, ISO 8601, of the first intent. */
  readonly startedAt: string;
  readonly endedAt: string | undefined;
  readonly target: OrderTarget;
  readonly body: string;
  readonly fields: readonly FieldChange[];
  readonly state: AttemptState;
  /** Outcome of the last request. */
  readonly outcome: StoredOutcome | undefined;
  readonly resolution: ResolvedRecord | undefined;
  /** Requests made, repetitions after -12006 and confirmations included. */
  readonly requests: number;
}

/** While one of these lasts, the order takes no other change. */
export function isUnresolved(state: AttemptState): boolean {
  return state === 'pending' || state === 'unknown' || state === 'needsConfirmation' || state === 'needsBrowser';
}

export function isSameOrder(a: OrderTarget, b: OrderTarget): boolean {
  return a.service === b.service && a.accountId === b.accountId && a.orderId === b.orderId;
}

interface Known {
  readonly attempt: Attempt;
  readonly last: IntentRecord;
}

/** Attempts out of journal records, in the order in which they began. Records that fit nowhere are passed over. */
export class AttemptFold {
  readonly #attempts = new Map<string, Known>();
  /** Kept apart, because it is asked before every change and stays small while the journal grows. */
  readonly #unresolved = new Set<string>();

  add(at: string, record: JournalRecord): void {
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
    }
  }

  get attempts(): readonly Attempt[] {
    return [...this.#attempts.values()].map(({ attempt }) => attempt);
  }

  find(root: string): Attempt | undefined {
    return this.#attempts.get(root)?.attempt;
  }

  unresolvedFor(target: OrderTarget): Attempt | undefined {
    for (const root of this.#unresolved) {
      const attempt = this.find(root);
      if (attempt !== undefined && isSameOrder(attempt.target, target)) return attempt;
    }
    return undefined;
  }

  #addIntent(at: string, record: IntentRecord): void {
    const known = this.#attempts.get(record.root);
    const { target, body, fields } = record;
    const attempt: Attempt =
      known === undefined
        ? {
            root: record.root,
            startedAt: at,
            endedAt: undefined,
            target,
            body,
            fields,
            state: 'pending',
            outcome: undefined,
            resolution: undefined,
            requests: 1,
          }
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
    const state = { changed: 'inForce', notChanged: 'notChanged', givenUp: 'givenUp' } as const;
    this.#set({ ...known, attempt: { ...known.attempt, endedAt: at, state: state[record.verdict], resolution: record } });
  }

  #set(known: Known): void {
    const { root, state } = known.attempt;
    this.#attempts.set(root, known);
    if (isUnresolved(state)) this.#unresolved.add(root);
    else this.#unresolved.delete(root);
  }
}

function stateAfter(action: IntentRecord['action'], outcome: StoredOutcome): AttemptState {
  switch (outcome.kind) {
    case 'notOffered':
      return 'notInForce';
    case 'notSent':
    case 'clockRejected':
      // The change itself still waits for its confirmation.
      return action === 'confirm' ? 'needsConfirmation' : outcome.kind;
    default:
      return outcome.kind;
  }
}
