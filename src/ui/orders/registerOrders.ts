import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import { OrderBook } from '../../app/orders/orderBook';
import type { ListedOrder } from '../../app/orders/orderBook';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import type { OrderWriter } from '../../app/orders/modifyOrder';
import { followHints } from '../../app/orders/followHints';
import { FollowUp } from '../../app/orders/followUp';
import type { FollowedEnd } from '../../app/orders/followUp';
import { OrderReadBack } from '../../app/orders/orderReadBack';
import type { OrderCheck } from '../../app/orders/ticket/orderCheck';
import { TicketDesk } from '../../app/orders/ticket/ticketDesk';
import type { FoundFault } from '../../domain/orders/journalCheck';
import type { SoftLimits } from '../../domain/orders/orderWarnings';
import { maskWhen } from '../../domain/text/mask';
import type { CrossProcessLock, LinkOpener, Log, MachineClock, Timers } from '../../app/platform/ports';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import type { OrderHint } from '../../service/feed/types';
import type { Attempt, OrderTarget } from '../../domain/orders/orderAttempts';
import type { OrderRecord } from '../../service/records';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import { ServiceError } from '../../service/errors';
import { untilAborted } from '../../service/requests/abortable';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import type { ReportError } from '../platform/errors/reportError';
import { onSettingChange, readSetting } from '../platform/settings';
import type { Shell } from '../platform/shell/shell';
import { ModelTree, subjectOf } from '../platform/trees/treeModel';
import { pollView } from '../platform/trees/viewPolling';
import { exportJournal, followJournal, offerAcknowledgment, refreshJournal, showJournal } from './journal/journalCommands';
import { bookLists } from './tree/bookLists';
import { TicketForms } from './form/openForm';
import { modifyInFormCommand, modifyOrderCommand } from './modifyCommand';
import type { ModifyDependencies } from './modifyCommand';
import { idText, serverText } from '../../domain/text/visibleText';
import { termsText } from './orderText';
import { OrdersHeader } from './tree/ordersHeader';
import { ordersTree } from './tree/ordersTree';
import { ResolveUi } from './resolveAttempt';
import { OutcomeUi } from './showOutcome';

export interface OrdersDependencies {
  readonly shell: Shell;
  readonly access: ServiceAccess;
  readonly writer: OrderWriter;
  readonly journal: OrderJournal;
  readonly locks: CrossProcessLock;
  readonly check: OrderCheck;
  readonly links: LinkOpener;
  readonly documents: ReadOnlyDocuments;
  readonly clock: MachineClock;
  readonly timers: Timers;
  /** IANA zone of all times shown. */
  readonly timeZone: () => string;
  readonly log: Log;
  readonly report: ReportError;
  readonly privacy: PrivacyMode;
  /** Prices that move, for the form of a ticket. */
  readonly market: () => Promise<LiveMarket>;
  /** Events of the trade feed, where the service has one. */
  readonly listenToEvents: (listener: (hints: readonly OrderHint[]) => void) => vscode.Disposable;
  readonly extensionUri: vscode.Uri;
}

/** The Orders view, *Modify Order…* and the order journal. */
export function registerOrders(dependencies: OrdersDependencies): vscode.Disposable {
  const { shell, access, journal, check, clock, timers, timeZone, writer, documents, links, report, log, privacy } = dependencies;
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

  const isPrivate = (): boolean => privacy.isOn;
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
  /** Every end of an accepted change is told once, and the list shows it. */
  const tell = ({ end, attempt, order: now, text }: FollowedEnd): void => {
    const order = idText(attempt.target.orderId);
    const terms = termsText(attempt, privacy.isOn);
    if (end === 'applied') {
      news?.dispose();
      news = vscode.window.setStatusBarMessage(vscode.l10n.t('$(check-all) {0} is now {1}', order, terms), 10_000);
    } else {
      const journalButton = vscode.l10n.t('Show Order Journal');
      const said = maskWhen(privacy.isOn)(serverText(text));
      const message =
        end === 'rejected'
          ? vscode.l10n.t('The change of {0} to {1} was accepted and then rejected: {2}. The order was not changed.', order, terms, said)
          : vscode.l10n.t(
              'The change of {0} to {1} was accepted, but the order has not shown it for 45 seconds. Check the order with your broker.',
              order,
              terms,
            );
      void vscode.window.showWarningMessage(message, journalButton).then(async (chosen) => {
        if (chosen === journalButton) await showJournal(journalDependencies);
      });
    }
    orderRead(attempt.target, now);
  };
  const followUp = new FollowUp(dependencies);
  const resolver = new ResolveUi({ journal, writer, readBack, report, orderRead, isPrivate });
  const showUnresolved = async (attempt: Attempt): Promise<void> => resolver.showUnresolved(attempt);
  const outcomes = new OutcomeUi({
    writer,
    links,
    showUnresolved,
    findAttempt: async (root) => journal.find(root),
    readBack: async (attempt) => resolver.readBackFirst(attempt),
    decline: async (attempt, why) => resolver.decline(attempt, why),
    showDamage: async ({ found }) => offerAcknowledgment(journal, found),
    isPrivate,
  });
  const limits = (): SoftLimits => ({
    maxValue: readSetting('orders.maxValue'),
    maxQuantity: readSetting('orders.maxQuantity'),
    maxDistancePercent: readSetting('orders.maxDistancePercent'),
  });
  const desk = new TicketDesk({ access, writer, journal, check, clock, limits });
  const ticket: ModifyDependencies = {
    access,
    lists: () => bookLists(book, readForTicket),
    desk,
    documents,
    timeZone,
    isPrivate,
    showUnresolved,
    send: async (review) => outcomes.send(review),
  };
  const follower = followJournal(journalDependencies, timers, log);

  const inSteps = async (argument: unknown): Promise<void> => modifyOrderCommand(ticket, subjectOf(argument) ?? argument);
  const inForm = async (argument: unknown): Promise<void> =>
    modifyInFormCommand(ticket, subjectOf(argument) ?? argument, (filled) => forms.show(filled));
  const forms = new TicketForms({ ...dependencies, desk, showUnresolved, send: ticket.send }, inForm);

  shell.handle('marketDesk.orders.modify', async (argument) =>
    readSetting('orders.ticket') === 'form' ? inForm(argument) : inSteps(argument),
  );
  shell.handle('marketDesk.orders.modifyInForm', inForm);
  shell.handle('marketDesk.orders.modifyInSteps', inSteps);
  shell.handle('marketDesk.orders.readBack', async (row) => resolver.readBackCommand(row));
  shell.handle('marketDesk.orders.resolve', async (row) => resolver.resolveCommand(row));
  shell.handle('marketDesk.orders.showJournal', async () => showJournal(journalDependencies));
  shell.handle('marketDesk.orders.exportJournal', async (file) => exportJournal(journalDependencies, file));
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
    forms,
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
      void refreshJournal(journalDependencies).catch((error: unknown) => log.error('The order journal could not be shown anew', error));
    }),
    onSettingChange('accounts', () => void polling.refresh()),
    onSettingChange('calendar.timeZone', show),
    shell.provideTree('marketDesk.orders', tree),
    tree,
  );
}
