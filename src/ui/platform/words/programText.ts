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
