import * as vscode from 'vscode';
import { followHints } from '../../app/orders/follow/followHints';
import { FollowUp } from '../../app/orders/follow/followUp';
import { OrderReadBack } from '../../app/orders/orderReadBack';
import type { CrossProcessLock, StateStore } from '../../app/platform/ports';
import type { HeardHint } from '../../app/orders/orderEvents';
import type { ReadOneOrder } from '../../app/orders/orderReadBack';
import type { OrderPlace } from '../../app/orders/readOrders';
import type { ReportError } from '../platform/errors/reportError';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import type { Shell } from '../platform/shell/shell';
import { symbolOf } from '../platform/trees/symbolOf';
import { followedNews } from './followedText';
import { followJournal } from './journal/followJournal';
import type * as journalCommands from './journal/journalCommands';
import type { OrderChanges, OrderChangesParts } from './orderChanges';
import { OutcomeNews } from './outcomeNews';
import { OrdersView } from './tree/ordersView';
import type { OrdersViewDependencies } from './tree/ordersView';

export interface OrdersDependencies extends OrdersViewDependencies {
  readonly locks: CrossProcessLock;
  readonly state: StateStore;
  readonly documents: ReadOnlyDocuments;
  readonly report: ReportError;
  /** The order commands, loaded on first use. */
  readonly loadChanges: (parts: OrderChangesParts) => Promise<OrderChanges>;
  /** Reads one order, once per event for all callers. */
  readonly read: ReadOneOrder;
  /** Events of the trade feed, where the service has one. */
  readonly listenToEvents: (listener: (hints: readonly HeardHint[]) => void) => vscode.Disposable;
}

/** The Orders view, with its commands for order changes and the order journal. */
export function registerOrders(dependencies: OrdersDependencies): vscode.Disposable {
  const { shell, journal, clock, timers, timeZone, documents, log, privacy } = dependencies;
  const view = new OrdersView(dependencies);
  const readBack = new OrderReadBack(dependencies);
  const followUp = new FollowUp({ ...dependencies, readBack });
  const journalDependencies = { journal, documents, clock, timeZone, privacy };
  const loadJournal = async (): Promise<typeof journalCommands> => import('./journal/journalCommands');
  const showJournal = async (): Promise<void> => (await loadJournal()).showJournal(journalDependencies);
  const refreshJournal = async (): Promise<void> => {
    if (documents.isOpen(vscode.l10n.t('Order Journal'))) await (await loadJournal()).refreshJournal(journalDependencies);
  };
  const news = new OutcomeNews(dependencies.report);
  const follower = followJournal(journalDependencies, timers, log);

  const changes = onFirstUse(async () =>
    dependencies.loadChanges({
      orders: dependencies.books.orders,
      readBack,
      news,
      orderRead: (target, order) => view.take(target, order),
    }),
  );
  handleChanges(shell, changes);
  shell.restorePanels('marketDesk.orderTicket', {
    deserializeWebviewPanel: async (panel, stored: unknown) => (await changes()).restoreTicket(panel, stored),
  });
  shell.handle('marketDesk.orders.show', async (argument) => view.reveal(symbolOf(argument)));
  shell.handle('marketDesk.orders.showJournal', showJournal);
  shell.handle('marketDesk.orders.exportJournal', async (file) => (await loadJournal()).exportJournal(journalDependencies, file));
  shell.handle('marketDesk.orders.refresh', async () => view.reload());

  const hinted = {
    followUp,
    list: view,
    read: async (order: OrderPlace, options: { readonly signal: AbortSignal; readonly sinceMs: number }) => {
      const found = await dependencies.read(await dependencies.access.client(), order, options);
      return typeof found === 'object' ? found : undefined;
    },
    onError: (error: unknown) => log.error('An order could not be read after an event', error),
  };
  void followUp.start();
  return vscode.Disposable.from(
    followUp,
    // What a list shows serves as a check of the changes that are followed.
    dependencies.books.orders.onDidRead((read) => followUp.take(read)),
    // Every outcome is reported once, and the list shows it.
    followUp.onDidEnd((ended) => {
      news.tell(ended.attempt, followedNews(ended, privacy.isOn));
      view.take(ended.attempt.target, ended.order);
    }),
    news,
    // The window that followed a change may be the one that was just closed.
    vscode.window.onDidChangeWindowState(({ focused }) => void (focused ? followUp.start() : undefined)),
    follower,
    dependencies.listenToEvents((hints) => void followHints(hints, hinted)),
    privacy.onDidChange(() => {
      news.dispose();
      view.show();
      void refreshJournal().catch((error: unknown) => log.error('The order journal could not be shown anew', error));
    }),
    view,
  );
}

/** One value for all callers; after a failure the next caller tries again. */
function onFirstUse<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return async () => {
    loaded ??= load();
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
}

function handleChanges(shell: Shell, changes: () => Promise<OrderChanges>): void {
  shell.handle('marketDesk.orders.modify', async (argument) => (await changes()).modify(argument));
  shell.handle('marketDesk.orders.changeBack', async (row) => (await changes()).changeBack(row));
  shell.handle('marketDesk.orders.cancel', async (argument) => (await changes()).cancel(argument));
  shell.handle('marketDesk.orders.cancelAll', async (row) => (await changes()).cancelAll(row));
  shell.handle('marketDesk.orders.place', async (argument) => (await changes()).place(argument));
  shell.handle('marketDesk.orders.readBack', async (row) => (await changes()).readBack(row));
  shell.handle('marketDesk.orders.resolve', async (row) => (await changes()).resolve(row));
}
