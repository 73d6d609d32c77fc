import type { LimitFacts } from '../../../domain/orders/orderWarnings';
import { Emitter } from '../../platform/emitter';
import type { Disposable, MachineClock } from '../../platform/ports';
import type { Ticket } from '../ticket/ticket';
import type { TicketDesk } from '../ticket/ticketDesk';

export interface TypedFactsOptions {
  readonly desk: Pick<TicketDesk, 'limitFacts'>;
  readonly clock: Pick<MachineClock, 'monotonicMs'>;
}

/** Reading positions and open orders costs requests that sending needs as well. */
const freshMs = 15_000;

/** What limits need to know while an order is entered: read when the form opens and when a field is left, never with each key. */
export class TypedFacts implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #closing = new AbortController();
  #facts: LimitFacts | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: TypedFactsOptions) {}

  /** Undefined before anything was read, and where no limit needs anything. */
  get facts(): LimitFacts | undefined {
    return this.#facts;
  }

  /** Reads what is not known, or old. Never rejects. @param isChanged - The limits may be others now. */
  async ask(ticket: Ticket, isChanged = false): Promise<void> {
    const now = this.options.clock.monotonicMs();
    if (!isChanged && now - this.#askedMs < freshMs) return;
    this.#askedMs = now;
    const facts = await this.options.desk.limitFacts(ticket, { signal: this.#closing.signal });
    if (this.#closing.signal.aborted || this.#askedMs !== now) return;
    const isNew = JSON.stringify(facts) !== JSON.stringify(this.#facts);
    this.#facts = facts;
    if (isNew || isChanged) this.#changed.fire();
  }

  dispose(): void {
    this.#closing.abort();
    this.#changed.dispose();
  }
}
