import * as vscode from 'vscode';
import type { PaperOrdersBook } from '../../../app/orders/lists/paperOrdersBook';
import type { OrdersBook } from '../../../app/orders/lists/ordersBook';
import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import type { CancelRun } from '../../../app/orders/ticket/cancelRun';
import { canceledHostGuards } from '../../../panel/canceled/canceledProtocol';
import type { CanceledView, ToCanceledHost, ToCanceledPage } from '../../../panel/canceled/canceledProtocol';
import type { Handlers } from '../../../panel/platform/messages';
import { PagePanel } from '../../platform/pages/pagePanel';
import { runCommand } from '../../platform/runCommand';
import { openTab } from '../../platform/say/surfaces';
import type { DigitsOf } from '../../platform/words/orderLine';
import type { OutcomeNews } from '../outcomeNews';
import { canceledRow, leftIn, summaryText } from './canceledRows';
import type { KnownOrder } from './canceledRows';
import type { UiPorts } from '../../platform/ports';

export interface CanceledPageDependencies extends Pick<UiPorts, 'access' | 'extensionUri' | 'log' | 'privacy' | 'report'> {
  readonly journal: Pick<OrderJournal, 'attempts' | 'onDidChange'>;
  readonly orders: Pick<OrdersBook, 'find' | 'onDidChange'>;
  readonly paperOrders: Pick<PaperOrdersBook, 'find' | 'onDidRead'>;
  readonly news: Pick<OutcomeNews, 'addPlace'>;
  readonly digits: DigitsOf;
}

/** What the page of one *Cancel All* follows. */
export interface Canceling {
  readonly run: CancelRun;
  /** What the lists could not show. */
  readonly notes: readonly string[];
  /** Asks about the orders that are still open. */
  readonly cancelRest: () => Promise<void>;
}

/** What became of every order of one *Cancel All*, followed until the page is closed. */
export class CanceledPanel extends PagePanel<ToCanceledPage, ToCanceledHost> {
  #view: CanceledView;
  #isOver = false;
  /** Counts what was asked for: an older answer must not replace a newer one. */
  #asked = 0;

  constructor(
    panel: vscode.WebviewPanel,
    private readonly canceling: Canceling,
    private readonly dependencies: CanceledPageDependencies,
  ) {
    super(panel, dependencies, {
      name: 'canceled',
      icon: 'order',
      title: vscode.l10n.t('Cancel All Open Orders'),
      guards: canceledHostGuards,
    });
    const { journal, orders, paperOrders, privacy } = dependencies;
    this.#view = { summary: '', isSending: true, rows: [], notes: canceling.notes, left: 0 };
    const look = (): void => void this.look().catch((error: unknown) => dependencies.report(error));
    this.own(
      canceling.run.onDidChange(look),
      journal.onDidChange(look),
      orders.onDidChange(look),
      paperOrders.onDidRead(look),
      privacy.onDidChange(look),
      // While it is in front, it shows what is told about its orders.
      dependencies.news.addPlace(({ root }, told) => this.isVisible && canceling.run.has(root) && (told.actions ?? []).length === 0),
    );
  }

  /** Opens the page in a tab of its own. */
  static open(canceling: Canceling, dependencies: CanceledPageDependencies): CanceledPanel {
    const panel = openTab('marketDesk.canceled', vscode.l10n.t('Cancel All Open Orders'), {});
    const content = new CanceledPanel(panel, canceling, dependencies);
    const visibility = panel.onDidChangeViewState(() => content.setVisible(panel.visible));
    panel.onDidDispose(() => {
      visibility.dispose();
      content.dispose();
    });
    return content;
  }

  /** The user sees it. */
  get isInFront(): boolean {
    return this.isVisible;
  }

  /** Nothing is on its way any more. */
  end(): void {
    this.#isOver = true;
  }

  /** What is known of every order now, which the page shows from then on. */
  async look(): Promise<CanceledView> {
    const asked = (this.#asked += 1);
    const { digits, journal, privacy } = this.dependencies;
    const { run, notes } = this.canceling;
    const attempts = new Map((await journal.attempts()).map((attempt) => [attempt.root, attempt]));
    const rows = run.orders.map((canceled) => {
      const known: KnownOrder = { canceled, attempt: attempts.get(canceled.preview.root), now: this.#now(canceled) };
      return canceledRow(known, privacy.isOn, digits);
    });
    const summary = summaryText(rows, { done: run.done, isOver: this.#isOver });
    const view = { summary, isSending: !this.#isOver, rows, notes, left: this.#isOver ? leftIn(rows).length : 0 };
    if (asked === this.#asked) {
      this.#view = view;
      this.page.post('view', view);
    }
    return view;
  }

  protected override readonly handlers: Handlers<ToCanceledHost> = {
    ready: () => this.page.post('view', this.#view),
    cancelRest: () => void this.canceling.cancelRest().catch((error: unknown) => this.dependencies.report(error)),
    showJournal: () => void runCommand('marketDesk.orders.showJournal'),
    open: ({ id }) => {
      const symbol = this.#view.rows.find((row) => row.id === id)?.symbol ?? '';
      if (symbol !== '') void runCommand('marketDesk.security.open', { symbol });
    },
  };

  protected override follow(): void {
    this.page.post('view', this.#view);
  }

  protected override tellSettings(): void {
    // The page shows neither times nor prices that change color.
  }

  protected override tellWaiting(): void {
    // Its summary says what is on its way.
  }

  #now({ account, order }: CancelRun['orders'][number]): KnownOrder['now'] {
    const book = account.kind === 'live' ? this.dependencies.orders : this.dependencies.paperOrders;
    return book.find(account.id, order.orderId);
  }
}
