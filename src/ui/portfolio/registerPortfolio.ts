import * as vscode from 'vscode';
import type { Shell } from '../platform/shell/shell';
import { PagePanels } from '../platform/pages/pagePanels';
import { symbolOf } from '../platform/trees/symbolOf';
import { PortfolioPanel } from './portfolioPanel';
import type { PortfolioDependencies } from './portfolioPanel';

/** The portfolio: its single panel, and the command that opens it. */
export function registerPortfolio(dependencies: PortfolioDependencies & { readonly shell: Shell }): vscode.Disposable {
  const panels = new PagePanels({
    shell: dependencies.shell,
    type: 'marketDesk.portfolio',
    title: () => vscode.l10n.t('Portfolio'),
    create: (webviewPanel) => new PortfolioPanel(webviewPanel, dependencies),
  });
  const show = async (symbol: string | undefined): Promise<void> => {
    const content = await panels.show();
    if (symbol !== undefined) content.find(symbol);
  };
  // The editor passes the selected row to a command in the title, but the user did not ask for that row.
  dependencies.shell.handle('marketDesk.portfolio.open', async (text) => show(symbolOf(text)));
  dependencies.shell.handle('marketDesk.portfolio.show', async (argument) => show(symbolOf(argument)));
  return panels;
}
