import * as vscode from 'vscode';
import { ToolAnswers } from '../app/languageTools/toolAnswers';
import type { Account } from '../app/session/accounts/accounts';
import { readSetting } from '../ui/platform/settings';
import type { Core } from './core';

/** Answers programs that ask for data: the editor's chat, agents, other extensions. */
export function createAnswers(core: Core): ToolAnswers {
  const { watchlist, journal } = core;
  return new ToolAnswers({
    ...core,
    watchlist: () => watchlist.list,
    attempts: async () => journal().attempts(),
    signInTitle: () => vscode.l10n.t('Sign In'),
  });
}

/** The accounts that this window knows of, from any source. */
export function knownAccounts({ books }: Pick<Core, 'books'>): () => readonly Pick<Account, 'kind' | 'id'>[] {
  return () => [
    ...[books.orders, books.positions].flatMap(({ state: { accounts = [] } }) => accounts.map(({ account }) => account)),
    ...readSetting('accounts'),
  ];
}
