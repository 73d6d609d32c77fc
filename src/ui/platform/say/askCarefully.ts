import * as vscode from 'vscode';
import { buttonOf, detailOf } from './messages';
import { line } from './said';

/** The buttons of a question; the one that only closes it is called *Cancel* unless another word is clearer. */
export interface CarefulAnswers {
  readonly safe: string;
  readonly yes: string;
  readonly close?: string;
}

/**
 * Asks a question whose confirmation must be selected explicitly: Enter picks `safe`, Escape closes, and neither sends anything.
 *
 * The editor makes the first button that does not close the dialog the default, never *Cancel*; so `safe` comes first.
 */
export async function askCarefully(
  message: string,
  detail: string,
  { safe, yes, close = vscode.l10n.t('Cancel') }: CarefulAnswers,
): Promise<'yes' | 'safe' | 'closed'> {
  const cancel = { title: buttonOf(close), isCloseAffordance: true };
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
