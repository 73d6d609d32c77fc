import * as vscode from 'vscode';

/** Runs something the user waits for, with a notification that can cancel it. */
export async function cancellableProgress<T>(title: string, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (_, token) => {
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    try {
      return await run(controller.signal);
    } finally {
      subscription.dispose();
    }
  });
}
