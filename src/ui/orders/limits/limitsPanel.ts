import * as vscode from 'vscode';
import { withLimit } from '../../../domain/orders/limits/limits';
import { limitsHostGuards } from '../../../panel/limits/limitsProtocol';
import type { ToLimitsHost, ToLimitsPage } from '../../../panel/limits/limitsProtocol';
import type { Handlers } from '../../../panel/platform/messages';
import { PagePanel } from '../../platform/pages/pagePanel';
import { PagePanels } from '../../platform/pages/pagePanels';
import { writeSetting } from '../../platform/settings';
import { onAllowanceChange, orderAllowance, orderLimits, settingFault, takeOverEarlier, writtenLimits } from './readLimits';
import { turnedOff } from './turnedOff';
import type { UiPorts } from '../../platform/ports';

/** The page of order limits: its single panel, and the command that opens it. */
export function registerLimits(dependencies: Pick<UiPorts, 'access' | 'extensionUri' | 'log' | 'report' | 'shell'>): vscode.Disposable {
  const panels = new PagePanels({
    shell: dependencies.shell,
    type: 'marketDesk.orderLimits',
    title: () => vscode.l10n.t('Order Limits'),
    create: (panel) => new LimitsPanel(panel, dependencies),
  });
  dependencies.shell.handle('marketDesk.orders.editLimits', async () => {
    await panels.show();
  });
  return panels;
}

/** Shows what the user's settings allow and limit, and writes what the user enters into them, one after the other. */
class LimitsPanel extends PagePanel<ToLimitsPage, ToLimitsHost> {
  #written: Promise<void>;

  constructor(
    panel: vscode.WebviewPanel,
    private readonly dependencies: Pick<UiPorts, 'access' | 'extensionUri' | 'log' | 'report' | 'shell'>,
  ) {
    super(panel, dependencies, { name: 'limits', icon: 'order', title: vscode.l10n.t('Order Limits'), guards: limitsHostGuards });
    this.own(onAllowanceChange(() => this.follow()));
    this.#written = takeOverEarlier().catch((error: unknown) => this.dependencies.report(error));
  }

  protected override readonly handlers: Handlers<ToLimitsHost> = {
    ready: () => this.follow(),
    allow: ({ allowance }) =>
      this.#write(async () => {
        if (settingFault() === undefined) await writeSetting('orders.allow', allowance);
      }),
    // What is written is read again: another window may have changed another limit meanwhile.
    limit: ({ name, effect, amount }) =>
      this.#write(async () => {
        if (settingFault() === undefined) await writeSetting('orders.limits', withLimit(writtenLimits(), name, effect, amount));
      }),
    openSettings: () =>
      void vscode.commands
        .executeCommand('workbench.action.openSettingsJson', {
          revealSetting: { key: `marketDesk.${settingFault()?.setting ?? 'orders.limits'}` },
        })
        .then(undefined, (error: unknown) => this.dependencies.report(error)),
  };

  protected override follow(): void {
    const fault = settingFault() === undefined ? '' : (turnedOff() ?? '');
    this.page.post('view', { allow: orderAllowance(), limits: orderLimits(), fault });
  }

  protected override tellSettings(): void {
    // The page shows neither times nor prices that change color.
  }

  protected override tellWaiting(): void {
    // It asks no service.
  }

  #write(write: () => Promise<void>): void {
    this.#written = this.#written.then(write).then(
      () => this.page.post('saved', { isSaved: true }),
      (error: unknown) => {
        this.dependencies.report(error);
        this.page.post('saved', { isSaved: false });
        // The page shows what is in force, not what was entered.
        this.follow();
      },
    );
  }
}
