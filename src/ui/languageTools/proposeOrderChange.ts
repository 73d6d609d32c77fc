import * as vscode from 'vscode';
import { readProposal } from '../../app/agents/orderProposal';
import type { OrderProposal } from '../../app/agents/orderProposal';
import { proposeOrder } from '../../app/agents/proposeOrder';
import type { ProposeDependencies, Proposer } from '../../app/agents/proposeOrder';
import { idText } from '../../domain/text/visibleText';
import type { LanguageTool } from '../platform/shell/shell';

/**
 * The only tool that leads to orders: it tells the user, who may look at a form, where they review everything and accept
 * or decline as with an order of their own. The tool answers what the user did.
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
        const proposer: Proposer = { program: { kind: 'chat', name: '' }, accountOf: (id) => ({ id }) };
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
