import * as vscode from 'vscode';
import type { ConfiguredProgram } from '../../app/agents/configuredPrograms';
import { idText } from '../../domain/text/visibleText';
import { chooseOne, askText } from '../platform/say/ask';

/** Of a configuration for good, the name of the program that gets it. */
export type ChosenConfiguration = { readonly isLasting: true; readonly name: string } | { readonly isLasting: false };

const longestName = 60;

/** Asks for how long a configuration is to work, and for whom it is; undefined if the user closes the question. */
export async function chooseConfiguration(known: readonly ConfiguredProgram[]): Promise<ChosenConfiguration | undefined> {
  const title = vscode.l10n.t('Copy MCP Configuration');
  const items = [
    {
      label: vscode.l10n.t({ message: 'For good', comment: ['How long a configuration works: until it is removed.'] }),
      description: vscode.l10n.t('starts a small program that finds whichever window runs, also tomorrow'),
      isLasting: true,
    },
    {
      label: vscode.l10n.t('Until this window closes'),
      description: vscode.l10n.t('an address and a secret, for agents that start no program'),
      isLasting: false,
    },
  ];
  const chosen = await chooseOne(items, { title, placeHolder: vscode.l10n.t('Select how long the configuration works') });
  if (chosen?.isLasting !== true) return chosen && { isLasting: false };
  const name = await askText({
    title,
    prompt: vscode.l10n.t('Name of the agent that gets it. You can take it back in Manage Agents….'),
    value: vscode.l10n.t({
      message: 'Agent {0}',
      args: [known.length + 1],
      comment: ['A name for a program until the user gives it one; {0} is a number.'],
    }),
    validateInput: (text) => {
      const typed = text.trim();
      if (typed === '') return vscode.l10n.t('Enter a name.');
      if (typed.length > longestName) return vscode.l10n.t('Enter at most {0} characters.', longestName);
      return idText(typed) === typed ? undefined : vscode.l10n.t('The name has characters that can’t be seen.');
    },
  });
  return name === undefined ? undefined : { isLasting: true, name: name.trim() };
}
