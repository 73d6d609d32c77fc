import type { Attempt, AttemptState } from '../../domain/orders/orderAttempts';
import type { ProposingProgram } from '../../domain/orders/orderOrigin';
import { Origin } from '../orders/request/origin';
import type { TicketEvent } from '../orders/ticket/ticketEvents';
import type { Disposable, Event } from '../platform/ports';
import type { OrderProposal } from './orderProposal';
import type { Ports } from '../ports';

/** After each refusal in a row, a program has to wait longer. */
const pausesMs = [60_000, 5 * 60_000, 30 * 60_000] as const;
/** So many refusals in a row mean no. */
const mostRefusals = 3;

/** What the user’s refusals mean for the next proposal of a program. */
type Patience = { readonly kind: 'may' } | { readonly kind: 'wait'; readonly leftMs: number } | { readonly kind: 'stopped' };

interface Refused {
  readonly count: number;
  readonly untilMs: number;
}

/** Remembers in this window which programs’ proposals the user refused, and for how long nothing of theirs is shown. */
class ProposalPatience {
  readonly #refused = new Map<string, Refused>();

  constructor(private readonly nowMs: () => number) {}

  of(program: ProposingProgram): Patience {
    const refused = this.#refused.get(keyOf(program));
    if (refused === undefined) return { kind: 'may' };
    if (refused.count >= mostRefusals) return { kind: 'stopped' };
    const leftMs = refused.untilMs - this.nowMs();
    return leftMs > 0 ? { kind: 'wait', leftMs } : { kind: 'may' };
  }

  /** @returns Whether the program is stopped now. */
  refuse(program: ProposingProgram): boolean {
    const count = (this.#refused.get(keyOf(program))?.count ?? 0) + 1;
    const pauseMs = pausesMs[Math.min(count, pausesMs.length) - 1] ?? 0;
    this.#refused.set(keyOf(program), { count, untilMs: this.nowMs() + pauseMs });
    return count >= mostRefusals;
  }

  /** The user wants no more proposals of this program. */
  stop(program: ProposingProgram): void {
    this.#refused.set(keyOf(program), { count: mostRefusals, untilMs: Infinity });
  }

  /** The user sent what it proposed, or allowed it again. */
  forgive(program: ProposingProgram): void {
    this.#refused.delete(keyOf(program));
  }
}

function keyOf({ kind, name }: ProposingProgram): string {
  return `${kind} ${name}`;
}

/** What became of a proposal; the proposing program learns nothing else. */
export type ProposalFate =
  /** `waiting`: the user was told about it and has not looked yet. */
  | { readonly kind: 'opened' | 'waiting' | 'declined' }
  /** Nothing was shown: the user is answering a question or has a form in hand, or did a moment ago. */
  | { readonly kind: 'inUse' }
  /** Nothing was shown: another proposal is in front of the user. */
  | { readonly kind: 'busy' }
  /** Nothing was shown: the user declined the last one, and the program has to wait. */
  | { readonly kind: 'tooSoon'; readonly leftMs: number }
  /** Nothing was shown: the user wants no more proposals of this program. */
  | { readonly kind: 'stopped' }
  /** The user sent it; the outcome is the one in the journal. */
  | { readonly kind: 'sent'; readonly outcome: AttemptState };

/** Clients give up after a minute. */
const patienceMs = 45_000;
/** A notification that nobody wants makes room for the next one, of whichever program. */
const longestNoticeMs = 10 * 60_000;

/**
 * Tells the user about programs' order proposals, one at a time: a notification, and when the user wants to look, a form that only they can
 * confirm. Nothing waits for its turn: a proposal that comes at the wrong moment is refused. A form stays open for as long as the user likes.
 */
export class Proposals implements Disposable {
  readonly #patience: ProposalPatience;
  #open: { dispose(): void } | undefined;
  #count = 0;

  constructor(
    private readonly dependencies: Pick<Ports, 'timers' | 'clock'> & {
      /** Whether the user has nothing of their own in front of them. */
      readonly isFree: () => boolean;
      /** Tells the user without taking the focus; undefined when they closed the notification. */
      readonly announce: (proposal: OrderProposal, program: ProposingProgram) => Promise<'look' | 'stop' | undefined>;
      /** Opens the form, once the user wants to look; settles when it is open or will not be opened. */
      readonly open: (proposal: OrderProposal, origin: Origin) => Promise<void>;
      /** The user, or their third refusal, has stopped the proposals of a program. */
      readonly stopped: (program: ProposingProgram) => Promise<void>;
      readonly onTicket: Event<TicketEvent>;
      readonly find: (root: string) => Promise<Pick<Attempt, 'state'> | undefined>;
    },
  ) {
    this.#patience = new ProposalPatience(() => dependencies.clock.monotonicMs());
  }

  /** The user lets a program propose again. */
  allow(program: ProposingProgram): void {
    this.#patience.forgive(program);
  }

  async propose(proposal: OrderProposal, program: ProposingProgram, signal: AbortSignal): Promise<ProposalFate> {
    const patience = this.#patience.of(program);
    if (patience.kind === 'stopped') return { kind: 'stopped' };
    if (patience.kind === 'wait') return { kind: 'tooSoon', leftMs: patience.leftMs };
    if (this.#open !== undefined) return { kind: 'busy' };
    const { isFree, announce, open, onTicket, find, timers } = this.dependencies;
    if (!isFree()) return { kind: 'inUse' };
    this.#count += 1;
    const origin = Origin.proposed(String(this.#count), program, proposal.action === 'cancel' ? 'cancel' : undefined);
    return new Promise((resolve) => {
      let isOpened = false;
      let isOver = false;
      const answer = (fate: ProposalFate): void => {
        timer.dispose();
        signal.removeEventListener('abort', stopWaiting);
        resolve(fate);
      };
      const stopWaiting = (): void => answer({ kind: isOpened ? 'opened' : 'waiting' });
      const end = (fate: ProposalFate): void => {
        if (isOver) return;
        isOver = true;
        listener.dispose();
        lapse.dispose();
        this.#open = undefined;
        if (fate.kind === 'sent') this.#patience.forgive(program);
        if (fate.kind === 'declined' && this.#patience.refuse(program)) void this.dependencies.stopped(program).catch(() => undefined);
        answer(fate);
      };
      /** The user said yes. Whether a request was sent is not known until the journal says so. */
      let isSending = false;
      let isClosed = false;
      const look = async (root: string): Promise<void> => {
        const attempt = await find(root);
        isSending = false;
        if (attempt !== undefined) end({ kind: 'sent', outcome: attempt.state });
        else if (isClosed) end({ kind: 'declined' });
      };
      const listener = onTicket(({ kind, proposal: of, root = '' }) => {
        if (of !== origin.proposal) return;
        if (kind === 'inUse') end({ kind });
        else if (kind === 'opened') isOpened = true;
        else if (!isOpened) return;
        else if (kind === 'sending') isSending = true;
        else if (kind === 'confirmed') look(root).catch(() => end({ kind: 'sent', outcome: 'unknown' }));
        else if (isSending) isClosed = true;
        else end({ kind: 'declined' });
      });
      const timer = timers.after(patienceMs, stopWaiting);
      const lapse = timers.after(longestNoticeMs, () => (isOpened ? undefined : end({ kind: 'declined' })));
      signal.addEventListener('abort', stopWaiting, { once: true });
      this.#open = listener;
      const notOpened = (): void => (isOpened ? undefined : end({ kind: 'declined' }));
      announce(proposal, program)
        .then(async (chosen) => {
          if (isOver) return;
          if (chosen === 'stop') this.#patience.stop(program);
          if (chosen === 'look') await open(proposal, origin);
        })
        .then(notOpened, notOpened);
    });
  }

  dispose(): void {
    this.#open?.dispose();
  }
}
