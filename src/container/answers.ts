import * as vscode from 'vscode';
import { ToolAnswers } from '../app/languageTools/toolAnswers';
import type { Core } from './core';

/** What answers whoever asks for data: the editor's chat, agents, other extensions. */
export function createAnswers(core: Core): ToolAnswers {
  const { watchlist, journal } = core;
  return new ToolAnswers({
    ...core,
    watchlist: () => watchlist.list,
    attempts: async () => journal().attempts(),
    signInTitle: () => vscode.l10n.t('Sign In'),
  });
}
