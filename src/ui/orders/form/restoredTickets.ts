import * as vscode from 'vscode';
import type { Shell } from '../../platform/shell/shell';
import { sayInfo } from '../../platform/say/messages';

export const ticketPanelType = 'marketDesk.orderTicket';

/** A ticket is not restored in a new window: its data may be out of date by then. */
export function closeRestoredTickets(shell: Pick<Shell, 'restorePanels'>): void {
  shell.restorePanels(ticketPanelType, {
    deserializeWebviewPanel: async (panel) => {
      panel.dispose();
      void sayInfo(vscode.l10n.t('Order tickets are closed when the window reloads. Open the ticket again from the Orders view.'));
    },
  });
}
