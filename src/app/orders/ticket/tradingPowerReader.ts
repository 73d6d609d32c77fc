import { underSignals } from '../../../service/abortable';
import { bareSymbol } from '../../../service/endpoints/simulated/wire';
import { isNotOffered } from '../../../service/notOffered';
import type { TradingPower } from '../../../service/marketRecords';
import { Emitter } from '../../platform/emitter';
import type { Disposable } from '../../platform/ports';
import { startText } from './ticket';
import type { Ticket } from './ticket';
import type { Ports } from '../../ports';

/** The most of a security that an account can trade with an order as entered. */
export interface KnownPower {
  readonly kind: 'none' | 'loading' | 'shown' | 'notOffered' | 'failed';
  readonly power: TradingPower | undefined;
}

/** The service accepts one such request every half second. */
const apartMs = 500;
const readMs = 5_000;
/** A response is reused for the same request this long. */
const freshMs = 10_000;

/** Reads what an account can trade: when a field loses focus and before a review, never on each key. */
export class TradingPowerReader implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #closing = new AbortController();
  #state: KnownPower = { kind: 'none', power: undefined };
  #asked = { question: '', atMs: Number.NEGATIVE_INFINITY };
  #reading: Promise<void> = Promise.resolve();

  constructor(private readonly dependencies: Pick<Ports, 'access' | 'clock' | 'timers'>) {}

  get state(): KnownPower {
    return this.#state;
  }

  /** Resolves when the response for the ticket has arrived, or failed. Never rejects. */
  async ask(ticket: Ticket): Promise<void> {
    const question = questionOf(ticket);
    const now = this.dependencies.clock.monotonicMs();
    if (question === undefined || this.#closing.signal.aborted) return;
    if (question !== this.#asked.question || now - this.#asked.atMs > freshMs) {
      const waitMs = Math.max(0, this.#asked.atMs + apartMs - now);
      this.#asked = { question, atMs: now + waitMs };
      this.#reading = this.#read(ticket, question, waitMs);
    }
    await this.#reading;
  }

  dispose(): void {
    this.#closing.abort();
    this.#changed.dispose();
  }

  async #read(ticket: Ticket, question: string, waitMs: number): Promise<void> {
    if (waitMs > 0) await new Promise<void>((resolve) => void this.dependencies.timers.after(waitMs, resolve));
    // Only the newest request is sent, and only its response counts.
    const isOld = (): boolean => question !== this.#asked.question || this.#closing.signal.aborted;
    if (isOld()) return;
    this.#set({ ...this.#state, kind: 'loading' });
    try {
      const power = await this.#powerOf(ticket);
      if (!isOld()) this.#set({ kind: 'shown', power });
    } catch (error) {
      if (!isOld()) this.#set({ kind: isNotOffered(error) ? 'notOffered' : 'failed', power: undefined });
    }
  }

  async #powerOf(ticket: Ticket): Promise<TradingPower> {
    const { accountId, isPaper, orderType = '', placing } = ticket;
    const { code = '', market = 0 } = placing ?? {};
    const price = startText(ticket, 'price').trim();
    const priced = price === '' ? {} : { price };
    const asked = { accountId, market, symbol: bareSymbol(code), orderType: orderType === 'MARKET' ? 'MARKET' : 'LIMIT' } as const;
    return underSignals([this.#closing.signal, AbortSignal.timeout(readMs)], async (signal) => {
      const { beyond } = await this.dependencies.access.client();
      const options = { signal, rank: 'look' } as const;
      return isPaper
        ? beyond.simulatedTradingPower({ ...asked, ...priced }, options)
        : beyond.tradingPower({ accountId, code, orderType, ...priced }, options);
    });
  }

  #set(state: KnownPower): void {
    this.#state = state;
    this.#changed.fire();
  }
}

function questionOf(ticket: Ticket): string | undefined {
  const { accountId, orderType, placing } = ticket;
  if (placing === undefined) return undefined;
  return JSON.stringify([accountId, placing.code, placing.market, orderType, startText(ticket, 'price').trim()]);
}

/** The maximum of an order on this side; undefined if the service does not report it. */
export function mostOf(power: TradingPower | undefined, side: string): string | undefined {
  if (power === undefined) return undefined;
  const most = {
    BUY: power.cashAndMarginBuy === '' ? power.cashBuy : power.cashAndMarginBuy,
    SELL: power.positionSell,
    SELL_SHORT: power.shortSell,
    BUY_BACK: power.buyBack,
  }[side];
  return most === undefined || most === '' ? undefined : most;
}
