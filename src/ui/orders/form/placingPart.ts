import { mostOf, TradingPowerReader } from '../../../app/orders/placing/tradingPowerReader';
import type { KnownPower, TradingPowerOptions } from '../../../app/orders/placing/tradingPowerReader';
import { TypedFacts } from '../../../app/orders/limits/typedFacts';
import type { TypedFactsOptions } from '../../../app/orders/limits/typedFacts';
import { placingStarted } from '../../../app/orders/placing/placingTicket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { TicketQuoteReader } from '../../../app/orders/ticket/ticketQuote';
import type { Disposable } from '../../../app/platform/ports';
import type { LimitFacts } from '../../../domain/orders/orderWarnings';
import { onLimitsChange } from '../limits/readLimits';

interface FormState {
  /** As it is now. */
  readonly ticket: () => Ticket;
  /** Something is known that was not. */
  readonly changed: () => void;
}

/** What a form knows besides what is typed: what limits need, and of a new order its first prices and what the account can trade. */
export class PlacingPart implements Disposable {
  readonly #power: TradingPowerReader;
  readonly #facts: TypedFacts;
  readonly #subscriptions: readonly Disposable[];

  constructor(options: TradingPowerOptions & TypedFactsOptions, { ticket, changed }: FormState) {
    this.#power = new TradingPowerReader(options);
    this.#facts = new TypedFacts(options);
    this.#subscriptions = [
      this.#power.onDidChange(changed),
      this.#facts.onDidChange(changed),
      onLimitsChange(() => void this.#facts.ask(ticket(), true)),
    ];
    void this.#facts.ask(ticket());
  }

  /** What limits need to know; undefined where none needs anything. */
  get facts(): LimitFacts | undefined {
    return this.#facts.facts;
  }

  get power(): KnownPower {
    return this.#power.state;
  }

  /** Reads what is old: what limits need, and for a new order what the account can trade, which alone is waited for. Never rejects. */
  async ask(ticket: Ticket): Promise<void> {
    void this.#facts.ask(ticket);
    await this.#power.ask(ticket);
  }

  /** The ticket with what is known by now; the same one if that is nothing new. */
  known(ticket: Ticket, { state, market }: Pick<TicketQuoteReader, 'state' | 'market'>): Ticket {
    const started = placingStarted(ticket, market, state.kind === 'shown');
    const { placing } = started;
    const most = mostOf(this.power.power, placing?.choices.side ?? '');
    return placing === undefined || placing.most === most ? started : { ...started, placing: { ...placing, most } };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#facts.dispose();
    this.#power.dispose();
  }
}
