import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import { OrderBook } from '../../app/orders/orderBook';
import type { ListedOrder } from '../../app/orders/orderBook';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import { followHints } from '../../app/orders/followHints';
import { FollowUp } from '../../app/orders/followUp';
import type { FollowedEnd } from '../../app/orders/followUp';
import { OrderReadBack } from '../../app/orders/orderReadBack';
import type { FoundFault } from '../../domain/orders/journalCheck';
import type { CrossProcessLock, Log, MachineClock, Timers } from '../../app/platform/ports';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import type { OrderHint } from '../../service/feed/types';
import type { Attempt, OrderTarget } from '../../domain/orders/orderAttempts';
import type { OrderRecord } from '../../service/records';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import { ServiceError } from '../../service/errors';
import { untilAborted } from '../../service/requests/abortable';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import { onSettingChange, readSetting } from '../platform/settings';
import type { Shell } from '../platform/shell/shell';
import { ModelTree } from '../platform/trees/treeModel';
import { pollView } from '../platform/trees/viewPolling';
import { closeRestoredTickets } from './form/restoredTickets';
import { followJournal } from './journal/followJournal';
import type { OrderChanges, OrderChangesParts } from './orderChanges';
import { followedEndText } from './followedText';
import { OrdersHeader } from './tree/ordersHeader';
import { ordersTree } from './tree/ordersTree';

export interface OrdersDependencies {
  readonly shell: Shell;
  readonly access: ServiceAccess;
  readonly journal: OrderJournal;
  readonly locks: CrossProcessLock;
  readonly documents: ReadOnlyDocuments;
  readonly clock: MachineClock;
  readonly timers: Timers;
  /** IANA zone of all times shown. */
  readonly timeZone: () => string;
  readonly log: Log;
  readonly privacy: PrivacyMode;
  /** What changes orders, loaded on its first use. */
  readonly loadChanges: (parts: OrderChangesParts) => Promise<OrderChanges>;
  /** Events of the trade feed, where the service has one. */
  readonly listenToEvents: (listener: (hints: readonly OrderHint[]) => void) => vscode.Disposable;
}

/** The Orders view, and what leads from it to order changes and the order journal. */
export function registerOrders(dependencies: OrdersDependencies): vscode.Disposable {
  const { shell, access, journal, clock, timers, timeZone, documents, log, privacy } = dependencies;
  const book = new OrderBook({ access, clock, configured: () => readSetting('accounts') });
  const readBack = new OrderReadBack(dependencies);
  const tree = new ModelTree();
  const header = new OrdersHeader(shell.view('marketDesk.orders'));
  const journalDependencies = { journal, documents, clock, timeZone, privacy };
  const closing = new AbortController();
  let attempts: readonly Attempt[] = [];
  let journalError: unknown;
  let bookFailure: ServiceError | undefined;
  let journalFault: FoundFault | undefined;
  let news: vscode.Disposable | undefined;

  const show = (): void => {
    const state = {
      book: isSignedIn(access.current) ? book.state : undefined,
      attempts,
      journalError,
      journalFault,
      zone: timeZone(),
      isPrivate: privacy.isOn,
    };
    tree.show(ordersTree(state));
    header.show(state.book, attempts.filter((attempt) => isUnresolved(attempt.state)).length, state.zone);
  };
  const readJournal = async (): Promise<void> => {
    try {
      attempts = await journal.attempts();
      journalFault = await journal.fault();
      journalError = undefined;
    } catch (error) {
      log.error('The order journal could not be read', error);
      journalError = error;
    }
    if (!closing.signal.aborted) show();
  };
  const polling = pollView({
    shell,
    view: 'marketDesk.orders',
    connection: access,
    timers,
    clock,
    log,
    run: async (signal) => {
      await readJournal();
      bookFailure = undefined;
      await book.refresh(signal).catch((error: unknown) => {
        bookFailure = ServiceError.is(error) ? error : undefined;
        throw error;
      });
    },
    onSessionChange: () => {
      book.reset();
      show();
    },
  });

  const readForTicket = async (signal: AbortSignal): Promise<void> => {
    book.readForChoice();
    await untilAborted(async () => polling.refresh(), signal);
    if (bookFailure !== undefined) throw bookFailure;
  };
  const readAnew = (...orders: readonly ListedOrder[]): void => {
    for (const order of orders) book.hasChanged(order);
    polling.readAgain();
  };
  const orderRead = (target: OrderTarget, order: OrderRecord | undefined): void => {
    if (order === undefined || !book.take(target.accountId, order)) readAnew(target);
  };
  const refreshJournal = async (): Promise<void> => {
    if (documents.isOpen(vscode.l10n.t('Order Journal')))
      await (await import('./journal/journalCommands')).refreshJournal(journalDependencies);
  };
  const showJournal = async (): Promise<void> => (await import('./journal/journalCommands')).showJournal(journalDependencies);
  /** Every end of an accepted change is told once, and the list shows it. */
  const tell = (ended: FollowedEnd): void => {
    const { end, attempt, order: now } = ended;
    const text = followedEndText(ended, privacy.isOn);
    if (end === 'applied') {
      news?.dispose();
      news = vscode.window.setStatusBarMessage(text, 10_000);
    } else {
      const journalButton = vscode.l10n.t('Show Order Journal');
      void vscode.window.showWarningMessage(text, journalButton).then(async (chosen) => {
        if (chosen === journalButton) await showJournal();
      });
    }
    orderRead(attempt.target, now);
  };
  const followUp = new FollowUp(dependencies);
  let loaded: Promise<OrderChanges> | undefined;
  const changes = async (): Promise<OrderChanges> => {
    loaded ??= dependencies.loadChanges({ book, readForTicket, readBack, orderRead });
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
  const follower = followJournal(journalDependencies, timers, log);

  closeRestoredTickets(shell);
  shell.handle('marketDesk.orders.modify', async (argument) => (await changes()).modify(argument));
  shell.handle('marketDesk.orders.modifyInForm', async (argument) => (await changes()).modifyInForm(argument));
  shell.handle('marketDesk.orders.modifyInSteps', async (argument) => (await changes()).modifyInSteps(argument));
  shell.handle('marketDesk.orders.readBack', async (row) => (await changes()).readBack(row));
  shell.handle('marketDesk.orders.resolve', async (row) => (await changes()).resolve(row));
  shell.handle('marketDesk.orders.showJournal', showJournal);
  shell.handle('marketDesk.orders.exportJournal', async (file) =>
    (await import('./journal/journalCommands')).exportJournal(journalDependencies, file),
  );
  shell.handle('marketDesk.orders.refresh', async () => {
    book.readAllNext();
    await readJournal();
    await polling.refresh();
  });

  const hinted = {
    attempts: () => attempts,
    readBack,
    followUp,
    refresh: (hints: readonly OrderHint[]) => readAnew(...hints),
    onError: (error: unknown) => log.error('An order could not be read after an event', error),
  };

  show();
  void readJournal();
  void followUp.start();
  return vscode.Disposable.from(
    followUp,
    followUp.onDidEnd(tell),
    // The window that followed a change may be the one that was just closed.
    vscode.window.onDidChangeWindowState(({ focused }) => void (focused ? followUp.start() : undefined)),
    follower,
    { dispose: () => closing.abort() },
    polling,
    book,
    book.onDidChange(show),
    journal.onDidChange(() => void readJournal()),
    dependencies.listenToEvents((hints) => void followHints(hints, hinted)),
    privacy.onDidChange(() => {
      news?.dispose();
      show();
      void refreshJournal().catch((error: unknown) => log.error('The order journal could not be shown anew', error));
    }),
    onSettingChange('accounts', () => void polling.refresh()),
    onSettingChange('calendar.timeZone', show),
    shell.provideTree('marketDesk.orders', tree),
    tree,
  );
}
