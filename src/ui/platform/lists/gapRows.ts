import * as vscode from 'vscode';
import type { Gap } from '../../../service/lists/list';
import { presentError } from '../errors/presentError';
import { loadingRow, messageRow } from '../trees/treeMessages';
import type { NodeModel } from '../trees/treeModel';
import { gapText, mergeGaps, untold } from './gapText';
import type { ListNoun } from './gapText';

const tradingNouns: readonly ListNoun[] = ['accounts', 'positions', 'orders'];

/** One row for each gap of a list. Choosing a row runs the command, normally the view's refresh. */
export function gapRows(id: string, gaps: readonly Gap[], noun: ListNoun, command: vscode.Command): readonly NodeModel[] {
  return mergeGaps(untold(gaps)).map((gap, at) => {
    const text = gapText(gap, noun);
    if (gap.kind === 'awaited') return loadingRow(`${id}/awaited`, tradingNouns.includes(noun) ? 'trading' : 'market', text);
    return messageRow({
      id: `${id}/gap/${at}`,
      text,
      icon: gap.kind === 'failed' && presentError(gap.error).severity === 'error' ? 'error' : 'warning',
      tooltip: `${text}\n${vscode.l10n.t('Select to try again.')}`,
      command,
    });
  });
}
