import * as vscode from 'vscode';
import type { PositionsBook, PositionsWatch } from '../../../app/positions/positionsBook';
import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import { sentLately } from '../../../app/orders/write/limits/limitCheck';
import type { Disposable } from '../../../app/platform/ports';
import { withLimit } from '../../../domain/orders/limits/limits';
import { limitsHostGuards } from '../../../panel/limits/limitsProtocol';
import type { ToLimitsHost, ToLimitsPage } from '../../../panel/limits/limitsProtocol';
import type { Handlers } from '../../../panel/platform/messages';
import { PagePanel } from '../../platform/pages/pagePanel';
import { PagePanels } from '../../platform/pages/pagePanels';
import { writeSetting } from '../../platform/settings';
import { accountsNow } from './limitsNow';
import { onAllowanceChange, orderAllowance, orderLimits, settingFault, takeOverEarlier, writtenLimits } from './readLimits';
import { turnedOff } from './turnedOff';
import type { UiPorts } from '../../platform/ports';

interface LimitsDependencies extends Pick<UiPorts, 'access' | 'clock' | 'extensionUri' | 'log' | 'privacy' | 'report' | 'timers'> {
  readonly books: { readonly positions: Pick<PositionsBook, 'watch'> };
  readonly journal: () => Pick<OrderJournal, 'attempts' | 'onDidChange'>;
}

/** Orders leave the last minute without an event, and other windows send, too. */
const countMs = 5_000;

/** The page of order limits: its single panel, and the command that opens it. */
export function registerLimits(dependencies: LimitsDependencies & Pick<UiPorts, 'shell'>): vscode.Disposable {
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
  readonly #positions: PositionsWatch;
  /** Undefined while the journal can’t be read. */
  #sent: number | undefined;
  #counting: Disposable | undefined;

  constructor(
    panel: vscode.WebviewPanel,
    private readonly dependencies: LimitsDependencies,
  ) {
    super(panel, dependencies, { name: 'limits', icon: 'order', title: vscode.l10n.t('Order Limits'), guards: limitsHostGuards });
    const { books, journal, privacy } = dependencies;
    // It is never on: the page shows what others have read, and asks for nothing itself.
    this.#positions = books.positions.watch({ maxAgeMs: () => 0, changed: () => this.#tell() });
    this.own(
      this.#positions,
      onAllowanceChange(() => this.#tell()),
      privacy.onDidChange(() => this.#tell()),
      journal().onDidChange(() => this.follow()),
      {
        dispose: () => {
          this.isVisible = false;
          this.#counting?.dispose();
        },
      },
    );
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
    this.#tell();
    this.#counting?.dispose();
    if (this.isVisible) void this.#count();
  }

  protected override tellSettings(): void {
    // The page shows neither times nor prices that change color.
  }

  protected override tellWaiting(): void {
    // It asks no service.
  }

  #tell(): void {
    const { clock, privacy } = this.dependencies;
    const fault = settingFault() === undefined ? '' : (turnedOff() ?? '');
    const now = {
      ...(this.#sent === undefined ? {} : { perMinute: sentText(this.#sent) }),
      ...accountsNow(this.#positions.state, { nowMs: clock.wallMs(), isPrivate: privacy.isOn }),
    };
    this.page.post('view', { allow: orderAllowance(), limits: orderLimits(), now, fault });
  }

  async #count(): Promise<void> {
    const { journal, clock, timers } = this.dependencies;
    const sent = await sentLately({ journal: journal(), clock }).catch(() => undefined);
    this.#counting?.dispose();
    if (!this.isVisible) return;
    // Positions also become too old without an event.
    this.#counting = timers.after(countMs, () => void this.#count());
    this.#sent = sent;
    this.#tell();
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

function sentText(sent: number): string {
  return vscode.l10n.t({ message: 'Now: {0}', args: [sent], comment: ['Beside a limit. {0} is the number of orders in the last minute.'] });
}
