import * as vscode from 'vscode';
import { PagePanels } from '../../platform/pages/pagePanels';
import type { Shell } from '../../platform/shell/shell';
import { plateChoice } from '../plateChoice';
import { pickPlate, plateOf } from '../plateCommands';
import { PlateNames } from '../plateNames';
import { ScreenerPanel } from './screenerPanel';
import type { ScreenerDependencies } from './screenerPanel';

/** The screener: its single panel, and the command that opens it for a plate. */
export function registerScreener(
  dependencies: Omit<ScreenerDependencies, 'choice' | 'names'> & { readonly shell: Shell },
): vscode.Disposable {
  const { shell, access, state } = dependencies;
  const [choice, names] = [plateChoice(access), new PlateNames(state)];
  const panels = new PagePanels({
    shell,
    type: 'marketDesk.screener',
    title: () => vscode.l10n.t('Screener'),
    create: (webviewPanel, stored) => new ScreenerPanel(webviewPanel, { ...dependencies, choice, names }, stored),
  });
  shell.handle('marketDesk.plates.screen', async (argument) => {
    const plateId = plateOf(shell, argument) ?? (await pickPlate(choice, names, vscode.l10n.t('Open Screener')));
    if (plateId !== undefined) (await panels.show()).open(plateId);
  });
  return panels;
}
