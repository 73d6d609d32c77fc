import * as vscode from 'vscode';
import { isSignedIn } from '../../../app/session/connection';
import { isIndicator } from '../../../panel/history/historyProtocol';
import type { IndicatorView } from '../../../panel/history/historyProtocol';
import type { CommandArgument } from '../../platform/commandArguments';
import type { UiPorts } from '../../platform/ports';
import { PagePanels } from '../../platform/pages/pagePanels';
import { subjectOf } from '../../platform/trees/treeModel';
import { askIndicator } from './askIndicator';
import { HistoryPanel } from './historyPanel';
import type { HistoryDependencies } from './historyPanel';

/** The history of an indicator: its single panel, and the command that opens it from a row or by a name. */
export function registerHistory(dependencies: HistoryDependencies & Pick<UiPorts, 'shell' | 'timers'>): vscode.Disposable {
  const panels = new PagePanels({
    shell: dependencies.shell,
    type: 'marketDesk.history',
    title: () => vscode.l10n.t('Indicator History'),
    create: (webviewPanel, stored) => new HistoryPanel(webviewPanel, dependencies, stored),
  });
  dependencies.shell.handle('marketDesk.calendar.showHistory', async (argument) => {
    const given = indicatorOf(argument);
    // The page itself shows that a service or sign-in is missing, with a button for it.
    const indicator =
      given ?? (isSignedIn(dependencies.access.current) ? await askIndicator(dependencies.access, dependencies.timers) : undefined);
    if (indicator !== undefined) (await panels.show()).open(indicator);
    else if (!isSignedIn(dependencies.access.current)) await panels.show();
  });
  return panels;
}

function indicatorOf(argument: CommandArgument<'marketDesk.calendar.showHistory'>): IndicatorView | undefined {
  if (argument === undefined) return undefined;
  const subject: unknown = 'text' in argument ? argument : subjectOf(argument);
  return isIndicator(subject) ? { text: subject.text, country: subject.country, unit: subject.unit } : undefined;
}
