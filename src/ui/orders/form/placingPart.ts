import { mostOf, TradingPowerReader } from '../../../app/orders/ticket/tradingPowerReader';
import type { KnownPower } from '../../../app/orders/ticket/tradingPowerReader';
import { TypedFacts } from '../../../app/orders/ticket/typedFacts';
import type { TicketDesk } from '../../../app/orders/ticket/ticketDesk';
import { placingStarted } from '../../../app/orders/ticket/placingTicket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { TicketQuoteReader } from '../../../app/orders/ticket/ticketQuote';
import type { Disposable } from '../../../app/platform/ports';
import type { LimitFacts } from '../../../domain/orders/orderWarnings';
import { onAllowanceChange } from '../limits/readLimits';
import type { UiPorts } from '../../platform/ports';

interface FormState {
  /** The current ticket. */
  readonly ticket: () => Ticket;
  /** New data is available. */
  readonly changed: () => void;
}

/** The data of a form that the user does not type: facts for the limits, and for a new order its first prices and the buying power. */
export class PlacingPart implements Disposable {
  readonly #power: TradingPowerReader;
  readonly #facts: TypedFacts;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    dependencies: Pick<UiPorts, 'access' | 'clock' | 'timers'> & { readonly desk: Pick<TicketDesk, 'limitFacts'> },
    { ticket, changed }: FormState,
  ) {
    this.#power = new TradingPowerReader(dependencies);
    this.#facts = new TypedFacts(dependencies.desk, dependencies.clock);
    this.#subscriptions = [
      this.#power.onDidChange(changed),
      this.#facts.onDidChange(changed),
      onAllowanceChange(() => void this.#facts.ask(ticket(), { isChanged: true })),
    ];
    void this.#facts.ask(ticket());
  }

  /** What the limits need to know; undefined if no limit needs anything. */
  get facts(): LimitFacts | undefined {
    return this.#facts.facts;
  }

  get power(): KnownPower {
    return this.#power.state;
  }

  /** Reads outdated data: facts for the limits, and for a new order the buying power; waits only for the latter. Never rejects. */
  async ask(ticket: Ticket): Promise<void> {
    void this.#facts.ask(ticket);
    await this.#power.ask(ticket);
  }

  /** The maximum quantity of a new order; undefined if unknown. */
  mostOf({ placing }: Ticket): string | undefined {
    return mostOf(this.power.power, placing?.choices.side ?? '');
  }

  /** The ticket with all data known by now; the same object if nothing is new. A new order never begins with old prices. */
  known(ticket: Ticket, { state, market, isRecent }: Pick<TicketQuoteReader, 'state' | 'market' | 'isRecent'>): Ticket {
    const started = placingStarted(ticket, market, isRecent, state.quote?.name);
    const { placing } = started;
    const most = this.mostOf(started);
    return placing === undefined || placing.most === most ? started : { ...started, placing: { ...placing, most } };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#facts.dispose();
    this.#power.dispose();
  }
}
