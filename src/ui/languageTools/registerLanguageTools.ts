import * as vscode from 'vscode';
import type { ProposeDependencies } from '../../app/agents/proposeOrder';
import { numberedAccounts } from '../../app/languageTools/readTool';
import type { ReadTool } from '../../app/languageTools/readTool';
import type { ToolAnswers } from '../../app/languageTools/toolAnswers';
import { readTools } from '../../app/languageTools/tools';
import { toolNames } from '../platform/ids';
import type { LanguageTool, Shell } from '../platform/shell/shell';
import { proposeOrderChange } from './proposeOrderChange';

export interface LanguageToolDependencies extends ProposeDependencies {
  readonly shell: Pick<Shell, 'provideTool'>;
  readonly answers: Pick<ToolAnswers, 'answer'>;
}

/**
 * What language models may do here: look things up, and open a prefilled order form for the user. No tool changes
 * anything, so a manipulated model cannot move money.
 */
export function registerLanguageTools(dependencies: LanguageToolDependencies): void {
  const { shell, answers } = dependencies;
  for (const name of toolNames)
    shell.provideTool(
      name,
      name === 'marketDesk_proposeOrderChange' ? proposeOrderChange(dependencies) : readTool(readTools[name], answers),
    );
}

function readTool(tool: ReadTool, answers: LanguageToolDependencies['answers']): LanguageTool {
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
