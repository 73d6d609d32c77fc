import * as vscode from 'vscode';
import type { Log, Timers } from '../../../app/platform/ports';
import type { JournalDependencies } from './journalCommands';

const pauseMs = 2_000;

/** Keeps an open journal document up to date, including what other windows write. */
export function followJournal(dependencies: JournalDependencies, timers: Timers, log: Pick<Log, 'error'>): vscode.Disposable {
  const { journal, documents } = dependencies;
  let shown = '';
  let timer: vscode.Disposable | undefined;
  let isDisposed = false;
  const look = async (): Promise<void> => {
    try {
      if (!documents.isOpen(vscode.l10n.t('Order Journal'))) return;
      const end = await journal.position();
      if (end === shown) return;
      shown = end;
      await (await import('./journalCommands')).refreshJournal(dependencies);
    } catch (error) {
      log.error('The order journal could not be refreshed', error);
    } finally {
      timer = isDisposed ? undefined : timers.after(pauseMs, () => void look());
    }
  };
  void look();
  return {
    dispose: () => {
      isDisposed = true;
      timer?.dispose();
    },
  };
}
