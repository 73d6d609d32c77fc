import * as vscode from 'vscode';
import { readProposal } from '../../app/agents/orderProposal';
import type { OrderProposal } from '../../app/agents/orderProposal';
import { proposeOrder } from '../../app/agents/proposeOrder';
import type { ProposeDependencies } from '../../app/agents/proposeOrder';
import { idText } from '../../domain/text/visibleText';
import type { LanguageTool } from '../platform/shell/shell';

/**
 * The only tool that leads to orders: it opens a form, or the question of *Cancel Order…*, where the user reviews everything and accepts
 * or declines as with an order of their own. The tool answers what the user did.
 */
export function proposeOrderChange(dependencies: ProposeDependencies): LanguageTool {
  return {
    prepareInvocation: ({ input }) => ({
      invocationMessage: vscode.l10n.t('Opening an order ticket'),
      confirmationMessages: {
        title: questionOf(readProposal(input)),
        message: vscode.l10n.t('Nothing is sent until you review and confirm the ticket.'),
      },
    }),
    invoke: async ({ input }, token) => {
      const controller = new AbortController();
      const cancelled = token.onCancellationRequested(() => controller.abort());
      try {
        const proposer = { name: vscode.l10n.t('the editor’s chat'), accountOf: (id: string) => ({ id }) };
        const text = await proposeOrder(dependencies, input, proposer, controller.signal);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      } finally {
        cancelled.dispose();
      }
    },
  };
}

function questionOf(proposal: OrderProposal): string {
  switch (proposal.action) {
    case 'change':
      return vscode.l10n.t('Open an order ticket for {0}?', idText(proposal.orderId));
    case 'new':
      return vscode.l10n.t('Open a new order for {0}?', idText(proposal.symbol));
    case 'cancel':
      return vscode.l10n.t('Ask you whether to cancel {0}?', idText(proposal.orderId));
  }
}
