import * as vscode from 'vscode';
import type { OrderProposal } from '../../app/agents/orderProposal';
import type { ProposingProgram } from '../../domain/orders/orderOrigin';
import { idText } from '../../domain/text/visibleText';
import { sayInfo } from '../platform/say/messages';
import { programText } from '../platform/words/programText';

/** Tells the user about a proposal, without taking the focus. @returns undefined when the notification was closed. */
export async function announceProposal(proposal: OrderProposal, program: ProposingProgram): Promise<'look' | 'stop' | undefined> {
  const [look, stop] = [vscode.l10n.t('Look'), vscode.l10n.t('Stop This Program')];
  const chosen = await sayInfo(textOf(proposal, programText(program)), look, stop);
  return chosen === look ? 'look' : chosen === stop ? 'stop' : undefined;
}

/** Tells the user that a program proposes nothing more. */
export function sayStopped(program: ProposingProgram): void {
  const by = programText(program);
  void sayInfo(
    program.kind === 'chat'
      ? vscode.l10n.t('Proposals of {0} are not shown until the window is reloaded.', by)
      : vscode.l10n.t('Proposals of {0} are not shown any more. To allow them again, use Manage Agents….', by),
  );
}

function textOf(proposal: OrderProposal, by: string): string {
  switch (proposal.action) {
    case 'change':
      return vscode.l10n.t('Order change proposed by {0}: {1}. Nothing was sent.', by, idText(proposal.orderId));
    case 'new':
      return vscode.l10n.t('New order proposed by {0}: {1} {2}. Nothing was sent.', by, idText(proposal.side), idText(proposal.symbol));
    case 'cancel':
      return vscode.l10n.t('Cancellation proposed by {0}: {1}. Nothing was sent.', by, idText(proposal.orderId));
  }
}
