import * as vscode from 'vscode';
import { isSignedIn } from '../../../app/session/connection';
import { isIndicator } from '../../../panel/history/historyGuards';
import type { IndicatorView } from '../../../panel/history/historyProtocol';
import type { CommandArgument } from '../../platform/commandArguments';
import type { Shell } from '../../platform/shell/shell';
import { SinglePanel } from '../../platform/pages/singlePanel';
import { subjectOf } from '../../platform/trees/treeModel';
import { askIndicator } from './askIndicator';
import { HistoryPanel } from './historyPanel';
import type { HistoryDependencies } from './historyPanel';

/** The history of an indicator: its panel, of which there is one, and the command that opens it from a row or by a name. */
export function registerHistory(deps: HistoryDependencies & { readonly shell: Shell }): vscode.Disposable {
  const panel = new SinglePanel({
    shell: deps.shell,
    type: 'marketDesk.history',
    title: () => vscode.l10n.t('Indicator History'),
    create: (webviewPanel, stored) => new HistoryPanel(webviewPanel, deps, stored),
  });
  deps.shell.handle('marketDesk.calendar.showHistory', async (argument) => {
    const given = indicatorOf(argument);
    // The page says what is missing, and offers it.
    const indicator = given ?? (isSignedIn(deps.access.current) ? await askIndicator(deps.access) : undefined);
    if (indicator !== undefined) panel.show().open(indicator);
    else if (!isSignedIn(deps.access.current)) panel.show();
  });
  return panel;
}

function indicatorOf(argument: CommandArgument<'marketDesk.calendar.showHistory'>): IndicatorView | undefined {
  if (argument === undefined) return undefined;
  const subject: unknown = 'text' in argument ? argument : subjectOf(argument);
  return isIndicator(subject) ? { text: subject.text, country: subject.country, unit: subject.unit } : undefined;
}
