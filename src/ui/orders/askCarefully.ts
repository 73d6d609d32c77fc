import * as vscode from 'vscode';

/**
 * Asks a question whose confirmation must be selected explicitly: Enter picks `safe`, Escape closes, and neither sends anything.
 *
 * The editor makes the first button that does not close the dialog the default, never *Cancel*; so `safe` comes first.
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
