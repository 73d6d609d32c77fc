import * as vscode from 'vscode';
import { line } from './said';
import type { Said } from './said';

/** Runs an operation that the user waits for, with a notification that can cancel it. */
export async function cancellableProgress<T>(
  title: string,
  run: (signal: AbortSignal, report: (said: Said) => void) => Promise<T>,
): Promise<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: line(title), cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      const subscription = token.onCancellationRequested(() => controller.abort());
      try {
        return await run(controller.signal, (said) => progress.report({ message: line(said) }));
      } finally {
        subscription.dispose();
      }
    },
  );
}

/** Runs an operation that cannot be canceled, with a notification or a status bar message meanwhile. */
export async function plainProgress<T>(title: string, place: 'notification' | 'statusBar', run: () => Promise<T>): Promise<T> {
  const location = place === 'statusBar' ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title: line(title) }, run);
}

/** Work that is done sooner needs no notification: the editor shows only three new ones in a moment, and the result may be the fourth. */
const lateMs = 400;

/** The same as {@link cancellableProgress} for what is usually done at once: the notification comes only if it is not. */
export async function lateProgress<T>(title: string, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const work = run(controller.signal);
  const late = new Promise<'late'>((resolve) => void setTimeout(() => resolve('late'), lateMs));
  if (
    (await Promise.race([
      work.then(
        () => 'done',
        () => 'done',
      ),
      late,
    ])) === 'done'
  )
    return work;
  return cancellableProgress(title, async (signal) => {
    // Ends with the progress, whose signal nobody else has.
    signal.addEventListener('abort', () => controller.abort(), { once: true });
    return work;
  });
}

/** Runs an operation that cannot be canceled, with one notification that says how far it is. */
export async function countedProgress<T>(title: string, run: (report: (said: Said) => void) => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: line(title) }, async (progress) =>
    run((said) => progress.report({ message: line(said) })),
  );
}

/** How often the wait is checked; the seconds shown are those at the time of the check. */
const lookMs = 250;
/** A message about a shorter wait would be gone before the user could read it. */
const shortestShownMs = 1000;

/**
 * The same for reads that may have to wait for the limits of the service: the notification says so, with the remaining seconds.
 *
 * @param heldMs - Milliseconds until the next request is sent; undefined if none waits.
 */
export async function pacedProgress<T>(
  title: string,
  heldMs: () => number | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return cancellableProgress(title, async (signal, report) => {
    let shown = '';
    const look = (): void => {
      const left = heldMs() ?? 0;
      if (left < shortestShownMs && shown === '') return;
      const text =
        left <= 0
          ? vscode.l10n.t('loading')
          : vscode.l10n.t('waiting because the service limits requests, next one in {0} s', Math.ceil(left / 1000));
      if (text !== shown) report(text);
      shown = text;
    };
    const timer = setInterval(look, lookMs);
    try {
      return await run(signal);
    } finally {
      clearInterval(timer);
    }
  });
}
