import { unknownMarket } from '../../../domain/orders/ticketForm';
import type { FormMarket } from '../../../domain/orders/ticketForm';
import { firstFailure, findIn } from '../../../service/lists/list';
import { readList } from '../../../service/lists/readList';
import { snapshotPart } from '../../../service/lists/sources';
import type { SnapshotQuote } from '../../../service/marketRecords';
import { Emitter } from '../../platform/emitter';
import { Poller } from '../../platform/polling';
import type { Disposable, MachineClock, Timers } from '../../platform/ports';
import type { ServiceAccess } from '../../session/serviceAccess';

/** Prices of one security, with what is known of the last attempt to read them. */
export interface TicketQuote {
  /** `none`: there is no security to ask for. `absent`: the service knows no price of it. */
  readonly kind: 'none' | 'loading' | 'shown' | 'notOffered' | 'absent' | 'failed';
  /** The last prices that were read, old ones included. */
  readonly quote: SnapshotQuote | undefined;
  /** Monotonic time of that reading. */
  readonly readAtMs: number;
  readonly error: unknown;
}

export interface TicketQuoteOptions {
  readonly access: Pick<ServiceAccess, 'client'>;
  readonly timers: Timers;
  readonly clock: Pick<MachineClock, 'monotonicMs'>;
  /** `{market}.{code}`; empty where it is not known. */
  readonly code: string;
}

const pauseMs = 5_000;

/** Reads the prices of a ticket's security every few seconds while somebody looks at it. */
export class TicketQuoteReader implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #poller: Poller;
  #state: TicketQuote;

  readonly onDidChange = this.#changed.event;

  constructor(private readonly options: TicketQuoteOptions) {
    this.#state = { kind: options.code === '' ? 'none' : 'loading', quote: undefined, readAtMs: 0, error: undefined };
    this.#poller = new Poller({ ...options, intervalMs: () => pauseMs, run: async (signal) => this.#read(signal) });
  }

  get state(): TicketQuote {
    return this.#state;
  }

  /** What the form counts with. */
  get market(): FormMarket {
    const { quote } = this.#state;
    return quote === undefined ? unknownMarket : { lotSize: quote.lotSize, lastPrice: quote.lastPrice, priceSpread: quote.priceSpread };
  }

  setVisible(isVisible: boolean): void {
    this.#poller.setVisible(isVisible && this.options.code !== '');
  }

  dispose(): void {
    this.#poller.dispose();
    this.#changed.dispose();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { access, clock, code } = this.options;
    const list = await readList([snapshotPart(async () => access.client(), [code])], { signal });
    const found = findIn(list, (quote) => quote.code === code);
    if (typeof found === 'object') this.#set({ kind: 'shown', quote: found.item, readAtMs: clock.monotonicMs(), error: undefined });
    else if (found !== 'notKnown') this.#set({ ...this.#state, kind: found });
    else {
      const cause = firstFailure(list)?.error;
      this.#set({ ...this.#state, kind: 'failed', error: cause });
      throw new Error('The prices could not be read', { cause });
    }
  }

  #set(state: TicketQuote): void {
    this.#state = state;
    this.#changed.fire();
  }
}
