import * as vscode from 'vscode';
import type { KeptScreens } from '../../../app/plates/keptScreens';
import { isScreenName } from '../../../domain/plates/screen';
import type { Screen } from '../../../domain/plates/screen';
import { askText } from '../../platform/say/ask';
import { sayInfo } from '../../platform/say/messages';

/** Asks for a name and saves a screen under it; `undefined` if that is dismissed. @param name - What stands there at first. */
export async function saveScreen(screens: KeptScreens, screen: Screen, name: string): Promise<string | undefined> {
  const chosen = await askName(screens, vscode.l10n.t('Save Screen'), { value: name, itself: '' });
  if (chosen !== undefined) await screens.save({ ...screen, name: chosen });
  return chosen;
}

/** Asks for another name of a saved screen; `undefined` if that is dismissed. */
export async function renameScreen(screens: KeptScreens, name: string): Promise<string | undefined> {
  const screen = screens.all.find((saved) => saved.name === name);
  const chosen = screen === undefined ? undefined : await askName(screens, vscode.l10n.t('Rename Screen'), { value: name, itself: name });
  if (screen !== undefined && chosen !== undefined) await screens.save({ ...screen, name: chosen }, name);
  return chosen;
}

/** Deletes a saved screen, and says so with a button that brings it back. @param changed - Called whenever the list has changed. */
export async function deleteScreen(screens: KeptScreens, name: string, changed: () => void): Promise<void> {
  const screen = screens.all.find((saved) => saved.name === name);
  if (screen === undefined) return;
  await screens.remove(name);
  changed();
  const undo = vscode.l10n.t('Undo');
  if ((await sayInfo(vscode.l10n.t('The screen “{0}” was deleted.', name), undo)) !== undo) return;
  await screens.save(screen);
  changed();
}

async function askName(
  screens: KeptScreens,
  title: string,
  { value, itself }: { readonly value: string; readonly itself: string },
): Promise<string | undefined> {
  const isTaken = (name: string): boolean => name !== itself && screens.all.some((saved) => saved.name === name);
  const typed = await askText({
    ...{ title, value },
    prompt: vscode.l10n.t('Name for the filters, the columns, and their order. They can be used with every plate.'),
    validateInput: (text) => {
      if (!isScreenName(text.trim())) return vscode.l10n.t('Enter a name of up to 80 characters.');
      if (!isTaken(text.trim())) return undefined;
      return { message: vscode.l10n.t('Replaces the screen that has this name.'), severity: vscode.InputBoxValidationSeverity.Warning };
    },
  });
  const name = typed?.trim();
  return isScreenName(name) ? name : undefined;
}
