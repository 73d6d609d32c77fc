import type { FollowedEnd } from '../../../app/orders/follow/followUp';
import type { AttemptState, OrderAction } from '../../../domain/orders/orderAttempts';
import { cancelWords } from './cancelWords';
import { changeWords } from './changeWords';
import { placeWords } from './placeWords';

/** An order and what was asked of it, as they are shown. */
export interface Named {
  /** The order's ID; of a new order its side and security. */
  readonly order: string;
  /** `200 @ 12.34`, for a change and a new order. */
  readonly terms: string;
  /** `100 of 300`, if anything of an order that ended was filled. */
  readonly filled?: string | undefined;
  /** The service doesn’t list the order any more. */
  readonly isGone?: boolean;
}

/** What is said of one kind of request. What became of the order comes first: the editor cuts long messages off. */
export interface ActionWords {
  readonly accepted: (named: Named) => string;
  readonly refused: (named: Named, said: string, code: number) => string;
  readonly notAuthorized: (named: Named, by: 'signIn' | 'apiKey', lacks: 'scope' | 'token') => string;
  readonly tooMany: (named: Named) => string;
  readonly youCanceled: (named: Named) => string;
  /** That the service does not have this call, or the confirmation that it asked for. */
  readonly notOffered: (named: Named, wasAsked: boolean) => string;
  /** What the order shows after a rejection; empty if it has ended, which is told by itself. */
  readonly unchanged: (hasEnded: boolean) => string;
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
  /** That the service’s rejection is proven, so that the order is free for other requests. */
  readonly freed: (named: Named) => string;
  /** That the user said what became of the request. */
  readonly resolved: (named: Named, state: string) => string;
  /** What a new change may undo that was accepted before, or what a new order may repeat. */
  readonly pending: (named: Named) => string;
  /** How a request that the service had accepted ended; `said` is empty where the order tells nothing. */
  readonly followed: (end: FollowedEnd['end'], named: Named, said: string) => string;
  /** `OK-1: applied (change to 200 @ 12.34)` */
  readonly inState: (named: Named, state: string) => string;
  /** What was asked, where little room is: `200 @ 12.34`. */
  readonly asked: (named: Pick<Named, 'terms'>) => string;
  /** The words for states that are not those of a change. */
  readonly states: () => Readonly<Partial<Record<AttemptState, string>>>;
  readonly aboutToSend: () => string;
  readonly aboutToConfirm: () => string;
}

const words: Readonly<Record<OrderAction, ActionWords>> = { modify: changeWords, cancel: cancelWords, place: placeWords };

export function wordsOf({ action }: { readonly action: OrderAction }): ActionWords {
  return words[action];
}
