import type { Attempt, AttemptState } from '../../domain/orders/orderAttempts';
import type { OrderProposal } from '../languageTools/languageTools';
import type { TicketEvent } from '../orders/ticket/ticketEvents';
import type { Disposable, Event, Timers } from '../platform/ports';

/** What became of a proposal: all that whoever made it learns. */
export type ProposalFate =
  | { readonly kind: 'opened' | 'waiting' | 'declined' }
  /** The user sent it; the outcome is the journal's. */
  | { readonly kind: 'sent'; readonly outcome: AttemptState };

export interface ProposalsDependencies {
  /** Opens the ticket; settles when it is open, or will not be. */
  readonly open: (proposal: OrderProposal) => Promise<void>;
  readonly onTicket: Event<TicketEvent>;
  readonly find: (root: string) => Promise<Pick<Attempt, 'state'> | undefined>;
  readonly timers: Timers;
}

/** Clients give up after a minute. */
const patienceMs = 45_000;

/**
 * Puts order changes that programs propose in front of the user, one at a time, as tickets that only the user can send. A ticket stays
 * open for as long as the user likes; nobody else's is opened meanwhile.
 */
export class Proposals implements Disposable {
  #open: { dispose(): void } | undefined;

  constructor(private readonly dependencies: ProposalsDependencies) {}

  /** @returns undefined while another proposal is in front of the user. */
  async propose(proposal: OrderProposal, signal: AbortSignal): Promise<ProposalFate | undefined> {
    if (this.#open !== undefined) return undefined;
    const { open, onTicket, find, timers } = this.dependencies;
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
      /** The user said yes: whether something was sent is not known before the journal says so. */
      let isSending = false;
      let isClosed = false;
      const look = async (root: string): Promise<void> => {
        const attempt = await find(root);
        isSending = false;
        if (attempt !== undefined) end({ kind: 'sent', outcome: attempt.state });
        else if (isClosed) end({ kind: 'declined' });
      };
      const listener = onTicket(({ kind, accountId, orderId, root = '' }) => {
        if (accountId !== proposal.accountId || orderId !== proposal.orderId) return;
        if (kind === 'opened') isOpened = true;
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
      open(proposal).then(notOpened, notOpened);
    });
  }

  dispose(): void {
    this.#open?.dispose();
  }
}
