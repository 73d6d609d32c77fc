import type { Attempt, AttemptState } from '../../domain/orders/orderAttempts';
import type { Proposed } from '../orders/request/proposed';
import type { TicketEvent } from '../orders/ticket/ticketEvents';
import type { Disposable, Event, Timers } from '../platform/ports';
import type { OrderProposal } from './orderProposal';

/** What became of a proposal; the proposing program learns nothing else. */
export type ProposalFate =
  | { readonly kind: 'opened' | 'waiting' | 'declined' }
  /** Nothing was opened: the user already has a form open for the order. */
  | { readonly kind: 'inUse' }
  /** Nothing was opened: another proposal is in front of the user. */
  | { readonly kind: 'busy' }
  /** The user sent it; the outcome is the one in the journal. */
  | { readonly kind: 'sent'; readonly outcome: AttemptState };

export interface ProposalsDependencies {
  /** Opens the form or the question; settles when it is open or will not be opened. */
  readonly open: (proposal: OrderProposal, proposed: Proposed) => Promise<void>;
  readonly onTicket: Event<TicketEvent>;
  readonly find: (root: string) => Promise<Pick<Attempt, 'state'> | undefined>;
  readonly timers: Timers;
}

/** Clients give up after a minute. */
const patienceMs = 45_000;

/**
 * Shows programs' order proposals to the user, one at a time, as forms and questions that only the user can confirm. A form stays open for as
 * long as the user likes; no other proposal is opened meanwhile.
 */
export class Proposals implements Disposable {
  #open: { dispose(): void } | undefined;
  #count = 0;

  constructor(private readonly dependencies: ProposalsDependencies) {}

  /** @param by - Name of the proposing program, as shown to the user. */
  async propose(proposal: OrderProposal, by: string, signal: AbortSignal): Promise<ProposalFate> {
    if (this.#open !== undefined) return { kind: 'busy' };
    const { open, onTicket, find, timers } = this.dependencies;
    this.#count += 1;
    const proposed: Proposed = { proposal: String(this.#count), proposedBy: by };
    return new Promise((resolve) => {
      let isOpened = false;
      const answer = (fate: ProposalFate): void => {
        timer.dispose();
        signal.removeEventListener('abort', stopWaiting);
        resolve(fate);
      };
      const stopWaiting = (): void => answer({ kind: isOpened ? 'opened' : 'waiting' });
      const end = (fate: ProposalFate): void => {
        listener.dispose();
        this.#open = undefined;
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
        if (of !== proposed.proposal) return;
        if (kind === 'inUse') end({ kind });
        else if (kind === 'opened') isOpened = true;
        else if (!isOpened) return;
        else if (kind === 'sending') isSending = true;
        else if (kind === 'confirmed') look(root).catch(() => end({ kind: 'sent', outcome: 'unknown' }));
        else if (isSending) isClosed = true;
        else end({ kind: 'declined' });
      });
      const timer = timers.after(patienceMs, stopWaiting);
      signal.addEventListener('abort', stopWaiting, { once: true });
      this.#open = listener;
      const notOpened = (): void => (isOpened ? undefined : end({ kind: 'declined' }));
      open(proposal, proposed).then(notOpened, notOpened);
    });
  }

  dispose(): void {
    this.#open?.dispose();
  }
}
