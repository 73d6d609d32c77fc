import * as vscode from 'vscode';

/**
 * Asks a question whose yes has to be chosen by hand: Enter takes `safe`, Escape closes, and neither sends anything.
 *
 * The editor gives Enter to the first button that does not close a dialog, never to *Cancel*; so the first one is `safe`.
 */
export async function askCarefully(
  message: string,
  detail: string,
  { safe, yes }: { readonly safe: string; readonly yes: string },
): Promise<'yes' | 'safe' | 'closed'> {
  const cancel = { title: vscode.l10n.t('Cancel'), isCloseAffordance: true };
  const answer = await vscode.window.showWarningMessage<vscode.MessageItem>(
    message,
    { modal: true, detail },
    { title: safe },
    { title: yes },
    cancel,
  );
  if (answer?.title === yes) return 'yes';
  return answer?.title === safe ? 'safe' : 'closed';
}
