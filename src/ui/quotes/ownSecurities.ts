import * as vscode from 'vscode';
import type { OrdersBook } from '../../app/orders/lists/ordersBook';
import type { PositionsBook } from '../../app/positions/positionsBook';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
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
  readonly books: { readonly positions: PositionsBook; readonly orders: OrdersBook };
  readonly privacy: Pick<PrivacyMode, 'isOn'>;
}

/** A hover does not justify requests while the lists are younger than this. */
const maxAgeMs = 60_000;
/** How long a hover waits for accounts that are read for the first time; the next hover has them. */
const patienceMs = 1_200;
const longestMs = 60_000;
const mostLines = 6;

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
    const own = [...this.#positions(symbol), ...this.#orders(symbol, await market)].slice(0, mostLines);
    return { lines: own.map(({ line }) => line), notes: own.map(({ note }) => note) };
  }

  #positions(symbol: string): readonly OwnLine[] {
    const { access, books, privacy } = this.dependencies;
    const mask = maskWhen(privacy.isOn);
    return (books.positions.state.accounts ?? []).flatMap(({ account, list }) =>
      (list === undefined ? [] : seen(list).items)
        .filter(({ holding }) => isSameSecurity(holding.symbol, symbol))
        .map((read) => {
          const { holding } = read;
          const kind = kindText(account.kind, access.current.connection.kind === 'sandbox');
          const held = `${mask(showNumber(holding.quantity))} ${sideText(holding.side, holding.sideText)}`;
          const profit = profitText(read, mask);
          const whole = [held, profit, `${mask(visibleText(account.name))} (${kind})`].join(' · ');
          return { line: shortLine([held, profit, kind]), note: vscode.l10n.t('Position: {0}', whole) };
        }),
    );
  }

  #orders(symbol: string, market: MarketDigits | undefined): readonly OwnLine[] {
    const { books, privacy } = this.dependencies;
    return (books.orders.state.accounts ?? []).flatMap(({ list }) =>
      (list === undefined ? [] : seen(list).items)
        .filter(({ code, status }) => isSameSecurity(code, symbol) && !hasEnded(status))
        .map((order) => {
          const [status, isPrivate] = [statusWord(order.status), privacy.isOn];
          const look = { isPrivate, market };
          const whole = `${orderLine(order, look)} · ${status}`;
          return { line: shortLine([...orderParts(order, look), status]), note: vscode.l10n.t('Order: {0}', whole) };
        }),
    );
  }

  async #read(): Promise<void> {
    const { positions, orders } = this.dependencies.books;
    const signal = AbortSignal.timeout(longestMs);
    // Failures are in the log, and the hover is useful without this part.
    await Promise.allSettled([positions.read({ maxAgeMs }, signal), orders.read({ maxAgeMs }, signal)]);
    this.#reading = undefined;
  }
}

/** One position or order, for the top of the hover and for its end. */
interface OwnLine {
  readonly line: string;
  readonly note: string;
}

/** As many of the parts as fit into a line of the hover, the first in any case. An ellipsis stands for the others. */
function shortLine([first = '', ...more]: readonly string[]): string {
  let line = first;
  for (const [at, part] of more.entries()) {
    const left = at < more.length - 1 ? rest : '';
    if (columnsOf(`${line} · ${part}${left}`) > mostHoverColumns) return `${line}${rest}`;
    line = `${line} · ${part}`;
  }
  return line;
}

const rest = ' · …';
