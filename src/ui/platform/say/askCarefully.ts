import * as vscode from 'vscode';
import { buttonOf, detailOf } from './messages';
import { line } from './said';

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
  const [first, second] = [{ title: buttonOf(safe) }, { title: buttonOf(yes) }];
  const answer = await vscode.window.showWarningMessage<vscode.MessageItem>(
    line(message),
    { modal: true, detail: detailOf(detail) },
    first,
    second,
    cancel,
  );
  if (answer?.title === second.title) return 'yes';
  return answer?.title === first.title ? 'safe' : 'closed';
}
