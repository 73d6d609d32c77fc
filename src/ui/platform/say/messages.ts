import * as vscode from 'vscode';
import { drawnLines } from '../../../domain/text/drawnText';
import { front } from './front';
import { line } from './said';

const longestButton = 80;
const longestDetail = 10_000;
/** The length up to which the editor shows a notification without a button: Chinese characters are about twice as wide as Latin ones. */
const lineWidth = 48;
const wideCharacter = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]/gu;

/** An information message; resolves to the chosen button, or to `undefined` when it was closed. */
export async function sayInfo(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return notified(text, buttons, async (said, titles) => vscode.window.showInformationMessage(said, ...titles));
}

/** A warning message. */
export async function sayWarning(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return notified(text, buttons, async (said, titles) => vscode.window.showWarningMessage(said, ...titles));
}

/** An error message. */
export async function sayError(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return notified(text, buttons, async (said, titles) => vscode.window.showErrorMessage(said, ...titles));
}

/**
 * A question in a dialog; `undefined` when it was canceled. Enter chooses the first button: if that is not acceptable, use
 * `askCarefully`, and `askForGrant` for every right that somebody gets.
 *
 * @param detail - Lines below the question.
 */
export async function askModal(text: string, detail: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return chosenOf(buttons, async (titles) =>
    front.question(async () =>
      vscode.window.showWarningMessage(line(text), { modal: true, ...(detail === '' ? {} : { detail: detailOf(detail) }) }, ...titles),
    ),
  );
}

export function buttonOf(text: string): string {
  return line(text, longestButton);
}

export function detailOf(text: string): string {
  return drawnLines(text, longestDetail);
}

/** The editor cuts off what is longer than a line, unless the notification has a button. */
async function notified(
  text: string,
  buttons: readonly string[],
  show: (said: string, titles: readonly string[]) => Thenable<string | undefined>,
): Promise<string | undefined> {
  const said = line(text);
  const isCut = buttons.length === 0 && said.length + (said.match(wideCharacter)?.length ?? 0) > lineWidth;
  if (!isCut) return chosenOf(buttons, async (titles) => show(said, titles));
  await show(said, [vscode.l10n.t('OK')]);
  return undefined;
}

/** The button as the caller wrote it. */
async function chosenOf(
  buttons: readonly string[],
  show: (titles: readonly string[]) => Promise<string | undefined>,
): Promise<string | undefined> {
  const titles = buttons.map(buttonOf);
  const chosen = await show(titles);
  return chosen === undefined ? undefined : buttons[titles.indexOf(chosen)];
}
