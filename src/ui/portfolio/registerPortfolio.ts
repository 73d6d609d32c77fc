import * as vscode from 'vscode';
import type { Shell } from '../platform/shell/shell';
import { SinglePanel } from '../platform/pages/singlePanel';
import { symbolOf } from '../platform/trees/symbolOf';
import { PortfolioPanel } from './portfolioPanel';
import type { PortfolioDependencies } from './portfolioPanel';

/** The portfolio: its panel, of which there is one, and the command that opens it. */
export function registerPortfolio(deps: PortfolioDependencies & { readonly shell: Shell }): vscode.Disposable {
  const panel = new SinglePanel({
    shell: deps.shell,
    type: 'marketDesk.portfolio',
    title: () => vscode.l10n.t('Portfolio'),
    create: (webviewPanel) => new PortfolioPanel(webviewPanel, deps),
  });
  const show = (symbol: string | undefined): void => {
    const content = panel.show();
    if (symbol !== undefined) content.find(symbol);
  };
  // The editor hands the selected row to a title's command: it is not what the user asked for.
  deps.shell.handle('marketDesk.portfolio.open', (text) => show(symbolOf(text)));
  deps.shell.handle('marketDesk.portfolio.show', (argument) => show(symbolOf(argument)));
  return panel;
}
