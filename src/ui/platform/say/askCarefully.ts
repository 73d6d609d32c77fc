import * as vscode from 'vscode';
import { front } from './front';
import { buttonOf, detailOf } from './messages';
import { line } from './said';

/** The buttons of a question; the one that only closes it is called *Cancel* unless another word is clearer. */
export interface CarefulAnswers {
  readonly safe: string;
  readonly yes: string;
  readonly close?: string;
}

/**
 * Asks a question whose confirmation must be selected explicitly: Enter picks `safe`, Escape closes, and neither sends anything. A confirmation that
 * comes before anybody could have read the question doesn’t count: it is asked again.
 *
 * The editor makes the first button that does not close the dialog the default, never *Cancel*; so `safe` comes first.
 */
export async function askCarefully(
  message: string,
  detail: string,
  { safe, yes, close = vscode.l10n.t('Cancel') }: CarefulAnswers,
): Promise<'yes' | 'safe' | 'closed'> {
  const chosen = await chosenCarefully(message, detail, [safe, yes], close);
  return chosen === yes ? 'yes' : chosen === safe ? 'safe' : 'closed';
}

/**
 * Asks whether to give somebody a right, of which there may be several. Enter and Escape give none.
 *
 * @returns The chosen right, as it was written; undefined for none.
 */
export async function askForGrant(message: string, detail: string, refuse: string, grants: readonly string[]): Promise<string | undefined> {
  const chosen = await chosenCarefully(message, detail, [refuse, ...grants], vscode.l10n.t('Cancel'));
  return chosen === refuse ? undefined : chosen;
}

async function chosenCarefully(message: string, detail: string, titles: readonly string[], close: string): Promise<string | undefined> {
  const cancel = { title: buttonOf(close), isCloseAffordance: true };
  const items = titles.map((title) => ({ title: buttonOf(title) }));
  const again = vscode.l10n.t('Asked again, because the answer came too soon after the question.');
  const at = await front.careful(
    async (isAgain) => {
      const options = { modal: true, detail: detailOf(isAgain ? `${again}\n${detail}` : detail) };
      const answer = await vscode.window.showWarningMessage<vscode.MessageItem>(line(message), options, ...items, cancel);
      return answer?.isCloseAffordance === true ? -1 : items.findIndex(({ title }) => title === answer?.title);
    },
    (position) => position > 0,
  );
  return titles[at];
}
