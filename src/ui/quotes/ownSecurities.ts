import * as vscode from 'vscode';
import type { OrdersBook } from '../../app/orders/lists/ordersBook';
import type { Timers } from '../../app/platform/ports';
import type { PositionsBook } from '../../app/positions/positionsBook';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import { isSignedIn } from '../../app/session/connection';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { hasEnded } from '../../domain/orders/orderRules';
import { isSameSecurity } from '../../domain/market/security';
import { maskWhen } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { showNumber } from '../../domain/values/amount';
import { seen } from '../../service/lists/list';
import { orderLine } from '../platform/words/orderLine';
import { statusWord } from '../platform/words/wireWords';
import { kindText, profitText, sideText } from '../platform/words/holdingText';

export interface OwnSecuritiesDependencies {
  readonly access: ServiceAccess;
  readonly books: { readonly positions: PositionsBook; readonly orders: OrdersBook };
  readonly timers: Timers;
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

  /** Lines about the security; none if nothing is owned or known. */
  async lines(symbol: string): Promise<readonly string[]> {
    if (!isSignedIn(this.dependencies.access.current)) return [];
    const { books, timers, privacy } = this.dependencies;
    this.#reading ??= this.#read();
    await Promise.race([this.#reading, new Promise<void>((resolve) => void timers.after(patienceMs, resolve))]);
    const mask = maskWhen(privacy.isOn);
    const positions = (books.positions.state.accounts ?? []).flatMap(({ account, list }) =>
      (list === undefined ? [] : seen(list).items)
        .filter(({ holding }) => isSameSecurity(holding.symbol, symbol))
        .map((read) => {
          const { holding } = read;
          const kind = kindText(account.kind, this.dependencies.access.current.connection.kind === 'sandbox');
          const held = `${mask(showNumber(holding.quantity))} ${sideText(holding.side, holding.sideText)}`;
          return [held, profitText(read, mask), `${mask(visibleText(account.name))} (${kind})`].join(' · ');
        }),
    );
    const orders = (books.orders.state.accounts ?? []).flatMap(({ list }) =>
      (list === undefined ? [] : seen(list).items)
        .filter(({ code, status }) => isSameSecurity(code, symbol) && !hasEnded(status))
        .map((order) => `${orderLine(order, { isPrivate: privacy.isOn })} · ${statusWord(order.status)}`),
    );
    return [
      ...positions.map((text) => vscode.l10n.t('Position: {0}', text)),
      ...orders.map((text) => vscode.l10n.t('Order: {0}', text)),
    ].slice(0, mostLines);
  }

  async #read(): Promise<void> {
    const { positions, orders } = this.dependencies.books;
    const signal = AbortSignal.timeout(longestMs);
    // Failures are in the log, and the hover is useful without this part.
    await Promise.allSettled([positions.read({ maxAgeMs }, signal), orders.read({ maxAgeMs }, signal)]);
    this.#reading = undefined;
  }
}
