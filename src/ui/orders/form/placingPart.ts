import { mostOf, TradingPowerReader } from '../../../app/orders/placing/tradingPowerReader';
import type { KnownPower, TradingPowerOptions } from '../../../app/orders/placing/tradingPowerReader';
import { placingStarted } from '../../../app/orders/placing/placingTicket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { TicketQuoteReader } from '../../../app/orders/ticket/ticketQuote';
import type { Disposable } from '../../../app/platform/ports';

/** What a form knows of a new order besides what is typed: its first prices, and what the account can trade. */
export class PlacingPart implements Disposable {
  readonly #power: TradingPowerReader;
  readonly #subscription: Disposable;

  /** @param changed - Something is known that was not. */
  constructor(options: TradingPowerOptions, changed: () => void) {
    this.#power = new TradingPowerReader(options);
    this.#subscription = this.#power.onDidChange(changed);
  }

  get power(): KnownPower {
    return this.#power.state;
  }

  /** Reads what the account can trade, if the question is a new one. Nothing for a change. Never rejects. */
  async ask(ticket: Ticket): Promise<void> {
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
    this.#subscription.dispose();
    this.#power.dispose();
  }
}
