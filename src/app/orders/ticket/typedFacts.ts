import type { LimitFacts } from '../../../domain/orders/orderWarnings';
import { Emitter } from '../../platform/emitter';
import type { Disposable, MachineClock } from '../../platform/ports';
import type { Ticket } from './ticket';
import type { TicketDesk } from './ticketDesk';

/** Reading positions and open orders costs requests that sending needs as well. */
const freshMs = 15_000;

/** What limits need while an order is entered: read when the form opens and when a field loses focus, never on each key. */
export class TypedFacts implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #closing = new AbortController();
  #facts: LimitFacts | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly desk: Pick<TicketDesk, 'limitFacts'>,
    private readonly clock: Pick<MachineClock, 'monotonicMs'>,
  ) {}

  /** Undefined before the first read, and if no limit needs any facts. */
  get facts(): LimitFacts | undefined {
    return this.#facts;
  }

  /** Reads what is unknown or old. Never rejects. @param options - `isChanged`: the limits may have changed. */
  async ask(ticket: Ticket, { isChanged = false }: { readonly isChanged?: boolean } = {}): Promise<void> {
    const now = this.clock.monotonicMs();
    if (!isChanged && now - this.#askedMs < freshMs) return;
    this.#askedMs = now;
    const facts = await this.desk.limitFacts(ticket, { signal: this.#closing.signal });
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
