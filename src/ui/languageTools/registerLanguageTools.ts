import * as vscode from 'vscode';
import type { ProposeDependencies, Proposer } from '../../app/agents/proposeOrder';
import { numberedAccounts } from '../../app/languageTools/readTool';
import type { ReadTool } from '../../app/languageTools/readTool';
import type { ToolAnswers } from '../../app/languageTools/toolAnswers';
import { readTools } from '../../app/languageTools/tools';
import { toolNames } from '../platform/ids';
import type { LanguageTool, Shell } from '../platform/shell/shell';
import { readProposal } from '../../app/agents/orderProposal';
import type { OrderProposal } from '../../app/agents/orderProposal';
import { proposeOrder } from '../../app/agents/proposeOrder';
import { idText } from '../../domain/text/visibleText';

/**
 * What language models may do here: look things up, and open a prefilled order form for the user. No tool changes
 * anything, so a manipulated model cannot move money.
 */
export function registerLanguageTools(
  dependencies: ProposeDependencies & { readonly shell: Pick<Shell, 'provideTool'>; readonly answers: Pick<ToolAnswers, 'answer'> },
): void {
  const { shell, answers } = dependencies;
  for (const name of toolNames)
    shell.provideTool(
      name,
      name === 'marketDesk_proposeOrderChange' ? proposeOrderChange(dependencies) : readTool(readTools[name], answers),
    );
}

function readTool(tool: ReadTool, answers: Pick<ToolAnswers, 'answer'>): LanguageTool {
  return {
    prepareInvocation: () => ({
      invocationMessage: vscode.l10n.t('Getting data from the service'),
      ...(tool.isPersonal
        ? {
            confirmationMessages: {
              title: vscode.l10n.t('Share your account data with the language model?'),
              message: vscode.l10n.t('Your account numbers, positions, or orders will be sent to whoever runs the model.'),
            },
          }
        : {}),
    }),
    invoke: async ({ input }, token) => {
      const controller = new AbortController();
      const cancelled = token.onCancellationRequested(() => controller.abort());
      try {
        const text = await answers.answer(tool, input, {
          program: { kind: 'chat', name: '' },
          accounts: numberedAccounts,
          signal: controller.signal,
        });
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      } finally {
        cancelled.dispose();
      }
    },
  };
}

/**
 * The only tool that leads to orders: it tells the user, who may look at a form, where they review everything and accept
 * or decline as with an order of their own. The tool answers what the user did.
 */
function proposeOrderChange(dependencies: ProposeDependencies): LanguageTool {
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
