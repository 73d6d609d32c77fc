import * as vscode from 'vscode';
import { readProposal } from '../../app/languageTools/languageTools';
import { idText } from '../../domain/text/visibleText';
import type { CommandId } from '../platform/ids';
import type { LanguageTool } from '../platform/shell/shell';
import { runCommand } from '../platform/runCommand';

const modify: CommandId = 'marketDesk.orders.modify';

/**
 * The only tool that leads to a change: it opens *Modify Order…* prefilled, where the user reviews everything and says yes or
 * no like with a ticket of their own. It answers at once and never learns what the user decided.
 */
export const proposeOrderChange: LanguageTool = {
  prepareInvocation: ({ input }) => {
    const order = idText(readProposal(input).orderId);
    return {
      invocationMessage: vscode.l10n.t('Opening an order ticket'),
      confirmationMessages: {
        title: vscode.l10n.t('Open an order ticket for {0}?', order),
        message: vscode.l10n.t('Nothing is sent until you review and confirm the ticket.'),
      },
    };
  },
  invoke: ({ input }) => {
    void runCommand(modify, readProposal(input));
    const text =
      'A prefilled ticket is open for the user. Nothing has been sent. Only the user can review and send it. Ask them what they decided.';
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  },
};
