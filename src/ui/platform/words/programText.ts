import type { Asker } from '../../../service/requests/asker';
import * as vscode from 'vscode';
import { quotableName } from '../../../domain/text/programName';
import type { ProposingProgram } from '../../../domain/orders/orderOrigin';

/** A program in a sentence. What it calls itself can’t end the quotation. */
export function programText({ kind, name }: ProposingProgram): string {
  switch (kind) {
    case 'agent':
      return vscode.l10n.t('the agent “{0}”', quotableName(name));
    case 'extension':
      return vscode.l10n.t('the extension “{0}”', quotableName(name));
    case 'chat':
      return vscode.l10n.t('the editor’s chat');
  }
}

/** Who asked for something, for narrow places; left out, the user did. */
export function askedByText({ kind, program = 'agent', name = '' }: Asker = { kind: 'user' }): string {
  switch (kind) {
    case 'user':
      return vscode.l10n.t({ message: 'you', args: [], comment: ['Who asked for an order: the user.'] });
    case 'program':
      return programText({ kind: program, name });
    case 'command':
      return vscode.l10n.t('a keybinding or extension');
  }
}
