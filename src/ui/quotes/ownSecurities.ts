import * as vscode from 'vscode';
import type { OrdersBook } from '../../app/orders/lists/ordersBook';
import type { PaperOrdersBook } from '../../app/orders/lists/paperOrdersBook';
import type { PositionsBook } from '../../app/positions/positionsBook';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import { liveFirst } from '../../app/session/accounts/accounts';
import { isSignedIn } from '../../app/session/connection';
import { hasEnded } from '../../domain/orders/orderRules';
import { isSameSecurity } from '../../domain/market/security';
import { columnsOf } from '../../domain/text/columns';
import { maskWhen } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { showNumber } from '../../domain/values/amount';
import { seen } from '../../service/lists/list';
import { orderLine, orderParts } from '../platform/words/orderLine';
import type { MarketDigits } from '../platform/words/orderLine';
import { statusWord } from '../platform/words/wireWords';
import { kindText, profitText, sideText } from '../platform/words/holdingText';
import { mostHoverColumns } from './quoteHover';
import type { OwnLines } from './quoteHover';
import type { UiPorts } from '../platform/ports';

export interface OwnSecuritiesDependencies extends Pick<UiPorts, 'access' | 'timers'> {
  readonly books: {
    readonly positions: PositionsBook;
    readonly orders: OrdersBook;
    readonly paperOrders: Pick<PaperOrdersBook, 'read' | 'state'>;
  };
  readonly privacy: Pick<PrivacyMode, 'isOn'>;
}

/** A hover does not justify requests while the lists are younger than this. */
const maxAgeMs = 60_000;
/** How long a hover waits for accounts that are read for the first time; the next hover has them. */
const patienceMs = 1_200;
const longestMs = 60_000;
const mostLines = 6;
const leastOrders = 3;

/** What the user has of a security, as text for a hover: positions and open orders, read on demand. */
export class OwnSecurities {
  #reading: Promise<void> | undefined;

  constructor(private readonly dependencies: OwnSecuritiesDependencies) {}

  /** What is known of the security; no lines if nothing is owned or known. */
  async lines(symbol: string, market: Promise<MarketDigits | undefined> = Promise.resolve(undefined)): Promise<OwnLines> {
    if (!isSignedIn(this.dependencies.access.current)) return { lines: [], notes: [] };
    this.#reading ??= this.#read();
    const patience = new Promise<void>((resolve) => void this.dependencies.timers.after(patienceMs, resolve));
    await Promise.race([this.#reading, patience]);
    const [positions, orders] = [this.#positions(symbol), this.#orders(symbol, await market)];
    // Positions in many accounts leave room for orders.
    const most = mostLines - Math.min(orders.length, leastOrders);
    const own = [...positions.slice(0, most), ...orders].slice(0, mostLines);
    return { lines: own.map(({ line }) => line), notes: own.map(({ note }) => note) };
  }

  #positions(symbol: string): readonly OwnLine[] {
    const { books, privacy } = this.dependencies;
    const mask = maskWhen(privacy.isOn);
    return liveFirst(books.positions.state.accounts ?? []).flatMap(({ account, list }) =>
      (list === undefined ? [] : seen(list).items)
        .filter(({ holding }) => isSameSecurity(holding.symbol, symbol))
        .map((read) => {
          const { holding } = read;
          const kind = this.#kindOf(account);
          const held = `${mask(showNumber(holding.quantity))} ${sideText(holding.side, holding.sideText)}`;
          const profit = profitText(read, mask);
          const name = mask(visibleText(account.name));
          const whole = [held, profit, kind === '' ? name : `${name} (${kind})`].join(' · ');
          return { line: shortLine([kind, held, profit]), note: vscode.l10n.t('Position: {0}', whole) };
        }),
    );
  }

  #orders(symbol: string, market: MarketDigits | undefined): readonly OwnLine[] {
    const { books, privacy } = this.dependencies;
    return [books.orders, books.paperOrders]
      .flatMap(({ state }) => state.accounts ?? [])
      .flatMap(({ account, list }) =>
        (list === undefined ? [] : seen(list).items)
          .filter(({ code, status }) => isSameSecurity(code, symbol) && !hasEnded(status))
          .map((order) => {
            const [status, isPrivate] = [statusWord(order.status), privacy.isOn];
            const look = { isPrivate, market };
            const kind = this.#kindOf(account);
            const whole = [kind, orderLine(order, look), status].filter((part) => part !== '').join(' · ');
            return { line: shortLine([kind, ...orderParts(order, look), status]), note: vscode.l10n.t('Order: {0}', whole) };
          }),
      );
  }

  /** It comes first: real money must never be what a narrow hover cuts off. Empty where it says no more than that this is the sandbox. */
  #kindOf({ kind }: { readonly kind: 'live' | 'simulated' }): string {
    const isSandbox = this.dependencies.access.current.connection.kind === 'sandbox';
    return kind === 'live' && isSandbox ? '' : kindText(kind, isSandbox);
  }

  async #read(): Promise<void> {
    const { positions, orders, paperOrders } = this.dependencies.books;
    const signal = AbortSignal.timeout(longestMs);
    // Failures are in the log, and the hover is useful without this part.
    await Promise.allSettled([positions, orders, paperOrders].map(async (book) => book.read({ maxAgeMs }, signal)));
    this.#reading = undefined;
  }
}

/** One position or order, for the top of the hover and for its end. */
interface OwnLine {
  readonly line: string;
  readonly note: string;
}

/** As many of the parts as fit into a line of the hover, the kind and the first in any case. An ellipsis stands for the others. */
function shortLine([kind = '', first = '', ...more]: readonly string[]): string {
  let line = kind === '' ? first : `${kind} · ${first}`;
  for (const [at, part] of more.entries()) {
    const left = at < more.length - 1 ? rest : '';
    if (columnsOf(`${line} · ${part}${left}`) > mostHoverColumns) return `${line}${rest}`;
    line = `${line} · ${part}`;
  }
  return line;
}

const rest = ' · …';
