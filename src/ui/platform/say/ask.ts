import * as vscode from 'vscode';
import { front } from './front';
import { complaintOf, drawnItems } from './inputs';
import type { Complaint } from './inputs';
import { line } from './said';

/**
 * Questions to the user. Each stays open until it is answered or dismissed with Escape: the user often looks up the answer
 * elsewhere, and on a slow machine the editor focuses a page or view again a moment after its palette has closed,
 * which would close the question unseen.
 */
interface Choice extends Omit<vscode.QuickPickOptions, 'canPickMany' | 'ignoreFocusOut' | 'onDidSelectItem' | 'prompt'> {
  /** What the choice is for: a list without it could be anybody’s. */
  readonly title: string;
}

interface Question extends Omit<vscode.InputBoxOptions, 'ignoreFocusOut' | 'validateInput'> {
  readonly title: string;
  /** What is wrong with a text; undefined if nothing is. */
  readonly validateInput?: (text: string) => Complaint;
}

/** Asks for one of the items; `undefined` when dismissed. */
export async function chooseOne<T extends vscode.QuickPickItem>(items: readonly T[], options: Choice): Promise<T | undefined> {
  const drawn = drawnItems(items);
  const chosen = await front.during(async () =>
    vscode.window.showQuickPick(drawn, { ...options, ...drawnTexts(options), ignoreFocusOut: true }),
  );
  return chosen === undefined ? undefined : items[drawn.indexOf(chosen)];
}

/** Asks for any number of the items; `undefined` when dismissed. */
export async function chooseMany<T extends vscode.QuickPickItem>(items: readonly T[], options: Choice): Promise<readonly T[] | undefined> {
  const drawn = drawnItems(items);
  const chosen = await front.during(async () =>
    vscode.window.showQuickPick(drawn, { ...options, ...drawnTexts(options), canPickMany: true, ignoreFocusOut: true }),
  );
  return chosen?.flatMap((item) => items[drawn.indexOf(item)] ?? []);
}

/** Asks for a text; `undefined` when dismissed. */
export async function askText({ validateInput, ...options }: Question): Promise<string | undefined> {
  return front.during(async () =>
    vscode.window.showInputBox({
      ...options,
      ...drawnTexts(options),
      ...(validateInput === undefined ? {} : { validateInput: (text) => complaintOf(validateInput(text)) }),
      ignoreFocusOut: true,
    }),
  );
}

interface Texts {
  title?: string;
  prompt?: string;
  placeHolder?: string;
}

function drawnTexts(options: Texts): Texts {
  const drawn: Texts = {};
  for (const key of ['title', 'prompt', 'placeHolder'] as const) if (options[key] !== undefined) drawn[key] = line(options[key]);
  return drawn;
}
