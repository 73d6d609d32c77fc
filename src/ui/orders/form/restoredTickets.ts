import * as vscode from 'vscode';
import type { Shell } from '../../platform/shell/shell';

export const ticketPanelType = 'marketDesk.orderTicket';

/** A ticket does not outlive its window: what it was filled from may be old by the time the next one opens. */
export function closeRestoredTickets(shell: Pick<Shell, 'restorePanels'>): void {
  shell.restorePanels(ticketPanelType, {
    deserializeWebviewPanel: async (panel) => {
      panel.dispose();
      void vscode.window.showInformationMessage(
        vscode.l10n.t('Order tickets are closed when the window reloads. Open the ticket again from the Orders view.'),
      );
    },
  });
}
