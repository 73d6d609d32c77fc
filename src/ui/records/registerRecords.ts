import * as vscode from 'vscode';
import type { RecordsTab } from '../../panel/records/recordsProtocol';
import { PagePanels } from '../platform/pages/pagePanels';
import type { UiPorts } from '../platform/ports';
import { RecordsPanel } from './recordsPanel';
import type { RecordsDependencies } from './recordsPanel';

/** The Records page: its single panel, *Show Records*, and the commands that lead to one kind of records. */
export function registerRecords(dependencies: RecordsDependencies & Pick<UiPorts, 'shell'>): vscode.Disposable {
  const { shell } = dependencies;
  const panels = new PagePanels({
    shell,
    type: 'marketDesk.records',
    title: () => vscode.l10n.t('Records'),
    create: (webviewPanel) => new RecordsPanel(webviewPanel, dependencies),
  });
  const open = async (tab: RecordsTab, id?: string): Promise<void> => (await panels.show()).open(tab, id);
  shell.handle('marketDesk.records.show', async (place) => {
    if (place === undefined) await panels.show();
    else await open(place.tab);
  });
  shell.handle('marketDesk.orders.showJournal', async (record) => open('orders', record?.root));
  shell.handle('marketDesk.agents.showLog', async () => open('agents'));
  return panels;
}
