import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import { OrderBook } from '../../app/orders/orderBook';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import type { OrderWriter } from '../../app/orders/modifyOrder';
import { OrderReadBack } from '../../app/orders/orderReadBack';
import type { CrossProcessLock, LinkOpener, Log, MachineClock, Timers } from '../../app/platform/ports';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import type { Attempt } from '../../domain/orders/orderAttempts';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import type { ReportError } from '../platform/errors/reportError';
import { onSettingChange, readSetting } from '../platform/settings';
import type { Shell } from '../platform/shell';
import { ModelTree, subjectOf } from '../platform/trees/treeModel';
import { pollView } from '../platform/trees/viewPolling';
import { exportJournal, refreshJournal, showJournal } from './journalCommands';
import { modifyOrderCommand } from './modifyCommand';
import { attemptTerms, idText } from './orderText';
import { OrdersHeader } from './ordersHeader';
import { ordersTree } from './ordersTree';
import { ResolveUi } from './resolveAttempt';
import { OutcomeUi } from './showOutcome';

export interface OrdersDependencies {
  readonly shell: Shell;
  readonly access: ServiceAccess;
  readonly writer: OrderWriter;
  readonly journal: OrderJournal;
  readonly locks: CrossProcessLock;
  readonly links: LinkOpener;
  readonly documents: ReadOnlyDocuments;
  readonly clock: MachineClock;
  readonly timers: Timers;
  /** IANA zone of all times shown. */
  readonly timeZone: () => string;
  readonly log: Log;
  readonly report: ReportError;
  readonly privacy: PrivacyMode;
}

/** The Orders view, *Modify Order…* and the order journal. */
export function registerOrders(dependencies: OrdersDependencies): vscode.Disposable {
  const { shell, access, journal, clock, timers, timeZone, writer, documents, links, report, log, privacy } = dependencies;
  const book = new OrderBook({ access, clock, configured: () => readSetting('accounts') });
  const readBack = new OrderReadBack(dependencies);
  const tree = new ModelTree();
  const header = new OrdersHeader(shell.view('marketDesk.orders'));
  const journalDependencies = { journal, documents, clock, timeZone, privacy };
  const closing = new AbortController();
  let attempts: readonly Attempt[] = [];
  let journalError: unknown;
  let news: vscode.Disposable | undefined;

  const show = (): void => {
    const state = {
      book: isSignedIn(access.current) ? book.state : undefined,
      attempts,
      journalError,
      zone: timeZone(),
      isPrivate: privacy.isOn,
    };
    tree.show(ordersTree(state));
    header.show(state.book, attempts.filter((attempt) => isUnresolved(attempt.state)).length, state.zone);
  };
  const readJournal = async (): Promise<void> => {
    try {
      attempts = await journal.attempts();
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
      await book.refresh(signal);
    },
    onSessionChange: () => {
      book.reset();
      show();
    },
  });

  /** An accepted change is news only when the order shows it: looks until it does, and redraws the list then. */
  const watch = (root: string): void => {
    void readBack
      .watch(root, { signal: closing.signal })
      .then(async (seen) => {
        const attempt = await journal.find(root);
        if (seen !== 'inForce' || attempt === undefined || closing.signal.aborted) return;
        news?.dispose();
        news = vscode.window.setStatusBarMessage(
          vscode.l10n.t('$(check-all) {0} is now {1}', idText(attempt.target.orderId), attemptTerms(attempt, privacy.isOn)),
          10_000,
        );
        await polling.refresh();
      })
      .catch((error: unknown) => log.error('An accepted change could not be watched', error));
  };
  const resolver = new ResolveUi({ journal, writer, readBack, report });
  const showUnresolved = async (attempt: Attempt): Promise<void> => resolver.showUnresolved(attempt);
  const outcomes = new OutcomeUi({ writer, links, showUnresolved, watch, findAttempt: async (root) => journal.find(root) });
  const ticket = {
    access,
    writer,
    journal,
    documents,
    showUnresolved,
    send: async (preview: Parameters<OutcomeUi['send']>[0]) => outcomes.send(preview),
  };

  shell.handle('marketDesk.orders.modify', async (argument) => modifyOrderCommand(ticket, subjectOf(argument) ?? argument));
  shell.handle('marketDesk.orders.readBack', async (row) => resolver.readBackCommand(row));
  shell.handle('marketDesk.orders.resolve', async (row) => resolver.resolveCommand(row));
  shell.handle('marketDesk.orders.showJournal', async () => showJournal(journalDependencies));
  shell.handle('marketDesk.orders.exportJournal', async (file) => exportJournal(journalDependencies, file));
  shell.handle('marketDesk.orders.refresh', async () => {
    book.readAllNext();
    await readJournal();
    await polling.refresh();
  });

  show();
  void readJournal();
  return vscode.Disposable.from(
    { dispose: () => closing.abort() },
    polling,
    book,
    book.onDidChange(show),
    journal.onDidChange(() => void readJournal()),
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
