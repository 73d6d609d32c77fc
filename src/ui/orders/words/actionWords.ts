import type { FollowedEnd } from '../../../app/orders/eye/judge';
import type { AttemptState, OrderAction } from '../../../domain/orders/orderAttempts';
import { cancelWords } from './cancelWords';
import { changeWords } from './changeWords';
import { placeWords } from './placeWords';

/** An order and the requested terms, as texts. */
export interface Named {
  /** `BUY 300 TENCENT (OK-1)`, or only the order's ID; for a new order, its side and security. */
  readonly order: string;
  /** `200 @ 12.34`, for a change and a new order. */
  readonly terms: string;
  /** `100 of 300`, if anything of an order that ended was filled. */
  readonly filled?: string | undefined;
  /** The order’s status as last read. */
  readonly status?: string | undefined;
  /** The service doesn’t list the order any more. */
  readonly isGone?: boolean;
  /** The order that it probably is: the service dropped or changed the mark of the new one. */
  readonly probablyId?: string | undefined;
  /** No list has orders of its kind. */
  readonly isUnlistable?: boolean | undefined;
  /** No request can change the order any more. */
  readonly hasEnded?: boolean;
}

/** The texts for one kind of request. The outcome comes first, because the editor cuts off long messages. */
export interface ActionWords {
  readonly accepted: (named: Named) => string;
  readonly refused: (named: Named, said: string, code: number) => string;
  readonly notAuthorized: (named: Named, by: 'signIn' | 'apiKey', lacks: 'scope' | 'token') => string;
  readonly tooMany: (named: Named) => string;
  readonly youCanceled: (named: Named) => string;
  /** The service lacks this call, or the confirmation that it asked for. */
  readonly notOffered: (named: Named, wasAsked: boolean) => string;
  /** What the order shows after a rejection; empty if it has ended, which is reported separately. */
  readonly unchanged: (order: { readonly hasEnded: boolean }) => string;
  readonly unchangedByService: () => string;
  readonly confirm: (named: Named) => {
    readonly question: string;
    readonly yes: string;
    readonly detail: string;
    readonly progress: string;
  };
  readonly finish: (named: Named, host: string) => { readonly question: string; readonly detail: string };
  readonly awaitingConfirmation: (named: Named) => string;
  readonly awaitingBrowser: (named: Named) => string;
  readonly unknown: (named: Named) => string;
  readonly unappliedByService: () => string;
  readonly appliedElsewhere: (named: Named) => string;
  readonly applied: (named: Named) => string;
  readonly rejected: (named: Named) => string;
  readonly stillOld: (named: Named) => string;
  readonly stillOldPerhapsLater: (named: Named) => string;
  readonly verdicts: (named: Named) => {
    readonly done: readonly [label: string, description: string];
    readonly notDone: readonly [label: string, description: string];
    readonly completed: readonly [label: string, description: string];
    readonly abandoned: readonly [label: string, description: string];
  };
  /** The service’s rejection is proven, so the order is free for other requests. */
  readonly freed: (named: Named) => string;
  /** The user decided what became of the request. */
  readonly resolved: (named: Named, state: string) => string;
  /** An earlier accepted change that a new one may undo, or an earlier order that a new one may repeat. */
  readonly pending: (named: Named) => string;
  /** How a request that the service had accepted ended; `said` is empty if the order has no message. */
  readonly followed: (end: Exclude<FollowedEnd['end'], 'applied' | 'freed' | 'ended'>, named: Named, said: string) => string;
  /** `OK-1: applied (change to 200 @ 12.34)` */
  readonly inState: (named: Named, state: string) => string;
  /** The requested terms, for narrow places: `200 @ 12.34`. */
  readonly asked: (named: Pick<Named, 'terms'>) => string;
  /** The words for states that differ from those of a change. */
  readonly states: () => Readonly<Partial<Record<AttemptState, string>>>;
  readonly aboutToSend: () => string;
  readonly aboutToConfirm: () => string;
}

const words: Readonly<Record<OrderAction, ActionWords>> = { modify: changeWords, cancel: cancelWords, place: placeWords };

export function wordsOf({ action }: { readonly action: OrderAction }): ActionWords {
  return words[action];
}
