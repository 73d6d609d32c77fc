import { fromOutside } from '../../app/orders/request/origin';
import * as vscode from 'vscode';
import { followHints } from '../../app/orders/eye/followHints';
import { followPaper } from '../../app/orders/eye/followPaper';
import { FollowUp } from '../../app/orders/eye/followUp';
import { OrderReadBack } from '../../app/orders/eye/orderReadBack';
import type { HeardHint } from '../../app/orders/lists/orderEvents';
import type { ReceiptSubject } from '../../app/orders/receipt/readReceipt';
import type { ReadOneOrder } from '../../app/orders/eye/orderReadBack';
import type { OrderPlace } from '../../app/orders/lists/readOrders';
import type { Shell } from '../platform/shell/shell';
import { symbolOf } from '../platform/trees/symbolOf';
import type * as journalCommands from './journal/journalCommands';
import type { OrderChanges, OrderChangesParts } from './orderChanges';
import { takeOverEarlier } from './limits/readLimits';
import { OutcomeNews } from './outcomeNews';
import type { News } from './outcomeNews';
import { followedStory, newsOf } from './story/story';
import { AttemptSubject } from './tree/attemptSubject';
import { OrdersView } from './tree/ordersView';
import type { OrdersViewDependencies } from './tree/ordersView';
import type { FollowedEnd } from '../../app/orders/eye/judge';
import { stateKeys } from '../../app/platform/storedNames';
import { hasMark } from '../../domain/orders/placing/mark';
import { serviceIdentity } from '../../domain/orders/serviceIdentity';
import { digitsFrom } from '../platform/words/orderLine';
import type { UiPorts } from '../platform/ports';

/** The Orders view, with its commands for order changes and the order journal. */
export function registerOrders(
  dependencies: OrdersViewDependencies &
    Pick<UiPorts, 'locks' | 'state' | 'documents' | 'report'> & {
      /** The order commands, loaded on first use. */
      readonly loadChanges: (parts: OrderChangesParts) => Promise<OrderChanges>;
      /** Reads one order; all callers share one read per event. */
      readonly read: ReadOneOrder;
      /** Events of the trade feed, if the service has one. */
      readonly listenToEvents: (listener: (hints: readonly HeardHint[]) => void) => vscode.Disposable;
    },
): vscode.Disposable {
  const { shell, journal, clock, timers, timeZone, documents, log, privacy } = dependencies;
  const view = new OrdersView(dependencies);
  const readBack = new OrderReadBack(dependencies);
  const followUp = new FollowUp({ ...dependencies, readBack });
  const journalDependencies = { journal, documents, clock, timeZone, privacy };
  const loadJournal = async (): Promise<typeof journalCommands> => import('./journal/journalCommands');
  const refreshJournal = async (): Promise<void> => {
    if (documents.isOpen(vscode.l10n.t('Order Journal'))) await (await loadJournal()).refreshJournal(journalDependencies);
  };
  const look = { digits: digitsFrom((symbol) => view.quoteOf(symbol)) };
  const receipts = onFirstUse(
    async () => new (await import('./receipt/receiptCommands')).Receipts({ ...dependencies, ...journalDependencies, ...look }),
  );
  const receiptOf = async (argument: unknown): Promise<ReceiptSubject | undefined> =>
    (await import('./receipt/receiptCommands')).receiptSubject(argument, dependencies);
  let hasReceipts = false;
  shell.handle('marketDesk.orders.showReceipt', async (argument) => {
    const subject = await receiptOf(argument);
    if (subject === undefined) return;
    hasReceipts = true;
    await (await receipts()).show(subject);
  });
  shell.handle('marketDesk.orders.exportReceipt', async (argument) => (await receipts()).export(await receiptOf(argument)));
  shell.handle('marketDesk.orders.verifyReceipt', async (file) =>
    (await import('./receipt/receiptCommands')).verifyReceipt(journalDependencies, file),
  );
  const news = new OutcomeNews(dependencies.report, timers, journal);

  const newsAbout = (ended: FollowedEnd): News => {
    const { attempt, order, isEnd } = ended;
    const subject = new AttemptSubject(attempt.root);
    const told = newsOf(followedStory(ended, { ...look, isPrivate: privacy.isOn }), attempt, {
      checkStatus: async () => (await changes()).readBack(subject),
      resolve: async () => (await changes()).resolve(subject),
      // The service refuses some changes of paper orders for no reason; canceling and placing again works around that.
      placeAgain: async () => (await changes()).placeAgain(subject),
    });
    if (isEnd !== true || order === undefined) return told;
    const run = async (): Promise<void> => view.revealOrder(attempt.target, order.orderId);
    return { ...told, ended: order.orderId, actions: [{ label: vscode.l10n.t('Show Orders'), run }] };
  };
  const changes = onFirstUse(async () =>
    dependencies.loadChanges({
      orders: dependencies.books.orders,
      readBack,
      news,
      orderRead: (target, order) => view.take(target, order),
    }),
  );
  handleChanges(shell, changes, () => view.selected);
  shell.restorePanels('marketDesk.orderTicket', {
    deserializeWebviewPanel: async (panel, stored: unknown) => (await changes()).restoreTicket(panel, stored),
  });
  shell.handle('marketDesk.orders.show', async (argument) => view.reveal(symbolOf(argument)));
  shell.handle('marketDesk.orders.showJournalText', async () => (await loadJournal()).showJournalText(journalDependencies));
  shell.handle('marketDesk.orders.exportJournal', async (file) => (await loadJournal()).exportJournal(journalDependencies, file));
  shell.handle('marketDesk.orders.refresh', async () => view.reload());

  const hinted = {
    ...{ followUp, clock, timers },
    list: view,
    read: async (order: OrderPlace, options: { readonly signal: AbortSignal; readonly sinceMs: number }) => {
      const client = await dependencies.access.client();
      const found = await dependencies.read(client, order, options);
      if (typeof found !== 'object') return undefined;
      followUp.take({ service: client.baseUrl, accountId: order.accountId, orders: [found], beganMs: options.sinceMs });
      return found;
    },
    onError: (error: unknown) => log.error('An order could not be read after an event', error),
  };
  void followUp.start();
  void takeOverEarlier().catch((error: unknown) => log.error('Earlier settings of order limits could not be taken over', error));
  return vscode.Disposable.from(
    followUp,
    // An order that a list shows also serves as a check of the changes that are followed.
    dependencies.books.orders.onDidRead((read) => followUp.take(read)),
    dependencies.books.paperOrders.onDidRead((read) => followUp.take(read)),
    followPaper(journal, dependencies.books.paperOrders, log),
    // Every outcome is reported only once, and the list shows it.
    followUp.onDidEnd((ended) => {
      view.take(ended.attempt.target, ended.order);
      news.tell(ended.attempt, newsAbout(ended));
      void tellDroppedMark(ended, { state: dependencies.state, news }).catch(dependencies.report);
    }),
    news,
    // The window that followed a change may be the one that was just closed.
    vscode.window.onDidChangeWindowState(({ focused }) => void (focused ? followUp.start() : undefined)),
    dependencies.listenToEvents((hints) => void followHints(hints, hinted)),
    privacy.onDidChange(() => {
      news.clear();
      view.show();
      if (hasReceipts) void receipts().then((shown) => shown.refresh());
      void refreshJournal().catch((error: unknown) => log.error('The order journal could not be refreshed', error));
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

/** @param selected - The row on which a key is pressed. */
function handleChanges(shell: Shell, changes: () => Promise<OrderChanges>, selected: () => unknown): void {
  shell.handle('marketDesk.orders.modify', async (argument) => (await changes()).modify(fromOutside(argument)));
  shell.handle('marketDesk.orders.changeBack', async (row) => (await changes()).changeBack(row));
  shell.handle('marketDesk.orders.raisePrice', async (row) => (await changes()).moveByTick(row ?? selected(), 'up'));
  shell.handle('marketDesk.orders.lowerPrice', async (row) => (await changes()).moveByTick(row ?? selected(), 'down'));
  shell.handle('marketDesk.orders.cancel', async (argument) => (await changes()).cancel(fromOutside(argument)));
  shell.handle('marketDesk.orders.cancelAll', async (row) => (await changes()).cancelAll(row));
  shell.handle('marketDesk.orders.placeAgain', async (row) => (await changes()).placeAgain(row));
  shell.handle('marketDesk.orders.place', async (argument) => (await changes()).place(fromOutside(argument)));
  shell.handle('marketDesk.orders.buy', async (argument) => (await changes()).place(fromOutside(argument), { side: 'BUY' }));
  shell.handle('marketDesk.orders.sell', async (argument) => (await changes()).place(fromOutside(argument), { side: 'SELL' }));
  shell.handle('marketDesk.positions.close', async (argument) => (await changes()).close(argument));
  shell.handle('marketDesk.positions.closeHalf', async (argument) => (await changes()).close(argument, 'half'));
  shell.handle('marketDesk.orders.readBack', async (row) => (await changes()).readBack(row));
  shell.handle('marketDesk.orders.resolve', async (row) => (await changes()).resolve(row));
}

/** Warns, once per service and kind of account, that a new order came back without its mark: after a lost response, the mark can prove nothing. */
export async function tellDroppedMark(
  { attempt, order }: Pick<FollowedEnd, 'attempt' | 'order'>,
  { state, news }: Pick<UiPorts, 'state'> & { readonly news: Pick<OutcomeNews, 'notify'> },
): Promise<void> {
  const { mark, service, isPaper = false } = attempt.target;
  if (order === undefined || mark === undefined || hasMark(order.remark, mark)) return;
  const place = `${serviceIdentity(service)}${isPaper ? ' paper' : ''}`;
  const stored = state.get(stateKeys.droppedMarks);
  const told: readonly unknown[] = Array.isArray(stored) ? stored : [];
  if (told.includes(place)) return;
  await state.set(stateKeys.droppedMarks, [...told, place]);
  const message = vscode.l10n.t(
    'This service doesn’t return the mark of an order: if the response to a new order is lost, that order can’t be found again for certain.',
  );
  news.notify({ severity: 'warning', message }, { isPaper });
}
