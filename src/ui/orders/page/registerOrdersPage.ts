import * as vscode from 'vscode';
import type { Shell } from '../../platform/shell/shell';
import { PagePanels } from '../../platform/pages/pagePanels';
import { symbolOf } from '../../platform/trees/symbolOf';
import { OrdersPagePanel } from './ordersPagePanel';
import type { OrdersPageDependencies } from './ordersPagePanel';

/** The orders page: its single panel, and the command that opens it. */
export function registerOrdersPage(dependencies: OrdersPageDependencies & { readonly shell: Shell }): vscode.Disposable {
  const panels = new PagePanels({
    shell: dependencies.shell,
    type: 'marketDesk.ordersPage',
    title: () => vscode.l10n.t('Orders'),
    create: (webviewPanel) => new OrdersPagePanel(webviewPanel, dependencies),
  });
  dependencies.shell.handle('marketDesk.orders.openPage', async (argument) => {
    const content = await panels.show();
    const symbol = symbolOf(argument);
    if (symbol !== undefined) content.find(symbol);
  });
  return panels;
}
