import * as vscode from 'vscode';
import { drawnLines } from '../../../domain/text/drawnText';
import { line } from './said';

const longestButton = 80;
const longestDetail = 10_000;

/** A notification that informs; gives the button that was chosen, `undefined` when it was closed. */
export async function sayInfo(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return chosenOf(buttons, async (titles) => vscode.window.showInformationMessage(line(text), ...titles));
}

/** A notification that warns. */
export async function sayWarning(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return chosenOf(buttons, async (titles) => vscode.window.showWarningMessage(line(text), ...titles));
}

/** A notification of a failure. */
export async function sayError(text: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return chosenOf(buttons, async (titles) => vscode.window.showErrorMessage(line(text), ...titles));
}

/**
 * A question in a dialog; `undefined` when it was canceled. Enter takes the first button: where that must not be, see
 * `askCarefully`.
 *
 * @param detail - Lines below the question.
 */
export async function askModal(text: string, detail: string, ...buttons: readonly string[]): Promise<string | undefined> {
  return chosenOf(buttons, async (titles) =>
    vscode.window.showWarningMessage(line(text), { modal: true, ...(detail === '' ? {} : { detail: detailOf(detail) }) }, ...titles),
  );
}

export function buttonOf(text: string): string {
  return line(text, longestButton);
}

export function detailOf(text: string): string {
  return drawnLines(text, longestDetail);
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
