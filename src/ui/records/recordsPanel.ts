import * as vscode from 'vscode';
import { stateKeys } from '../../app/platform/storedNames';
import type { Disposable } from '../../app/platform/ports';
import type { Handlers } from '../../panel/platform/messages';
import { recordsHostGuards } from '../../panel/records/recordsProtocol';
import type {
  RecordsAction,
  RecordsSettings,
  RecordsTab,
  RowAction,
  ToRecordsHost,
  ToRecordsPage,
} from '../../panel/records/recordsProtocol';
import type { CommandId } from '../platform/ids';
import { keepView, keptView } from '../platform/pages/keptView';
import { PagePanel } from '../platform/pages/pagePanel';
import type { PageFrame } from '../platform/pages/pagePanel';
import type { RecordSource } from '../platform/pages/recordSource';
import { runCommand } from '../platform/runCommand';
import { refusesToShare } from '../platform/say/refusesToShare';
import { exportRecords } from './exportRecords';
import type { UiPorts } from '../platform/ports';

export interface RecordsDependencies extends Pick<
  UiPorts,
  'access' | 'clock' | 'log' | 'report' | 'privacy' | 'state' | 'timeZone' | 'extensionUri'
> {
  /** The sources of records; each is read while it is shown. */
  readonly records: Readonly<Record<RecordsTab, RecordSource>> & { readonly orders: { acknowledge(): Promise<void> } };
}

const commandOfAction: Readonly<Record<Exclude<RecordsAction, 'acknowledge'>, CommandId>> = {
  openAsText: 'marketDesk.orders.showJournalText',
  verifyReceipt: 'marketDesk.orders.verifyReceipt',
  showLog: 'marketDesk.showLog',
  manageAgents: 'marketDesk.agents.manage',
};

const commandOfRow: Readonly<Record<RowAction, CommandId>> = {
  showReceipt: 'marketDesk.orders.showReceipt',
  exportReceipt: 'marketDesk.orders.exportReceipt',
  resolve: 'marketDesk.orders.resolve',
  explainSignature: 'marketDesk.explainSignature',
  copyRequest: 'marketDesk.copyRequest',
};

/** The Records page in one panel: follows the records that it shows while it is visible. */
export class RecordsPanel extends PagePanel<ToRecordsPage, ToRecordsHost> {
  #tab: RecordsTab | undefined;
  #following: Disposable | undefined;
  /** A place to go to once the page is ready. */
  #wanted: ToRecordsPage['show'] | undefined;

  constructor(
    panel: PageFrame,
    private readonly dependencies: RecordsDependencies,
  ) {
    super(panel, dependencies, { name: 'records', icon: 'order', title: vscode.l10n.t('Records'), guards: recordsHostGuards });
    this.own(dependencies.privacy.onDidChange(() => this.tellSettings()));
  }

  /** Goes to a kind of records, and to one of them. */
  open(tab: RecordsTab, id: string | null = null): void {
    if (this.page.isReady) this.page.post('show', { tab, id });
    else this.#wanted = { tab, id };
  }

  override dispose(): void {
    this.#stop();
    super.dispose();
  }

  protected override readonly handlers: Handlers<ToRecordsHost> = {
    // The page then reports which records it shows.
    ready: () => {
      this.page.post('start', { settings: this.#settings(), kept: keptView(this.dependencies, stateKeys.recordsView) });
      if (this.#wanted !== undefined) this.page.post('show', this.#wanted);
      this.#wanted = undefined;
    },
    look: ({ tab }) => {
      this.#tab = tab;
      this.#follow();
    },
    details: ({ tab, id }) => void this.#tellDetails(tab, id).catch(this.dependencies.report),
    act: ({ action }) => {
      if (action === 'acknowledge') void this.dependencies.records.orders.acknowledge().catch(this.dependencies.report);
      else void vscode.commands.executeCommand(commandOfAction[action]);
    },
    actOn: ({ tab, id, action }) => {
      const subject = this.dependencies.records[tab].subject(id);
      if (subject !== undefined) void vscode.commands.executeCommand(commandOfRow[action], subject);
    },
    keep: ({ view }) => keepView(this.dependencies, stateKeys.recordsView, view),
    copy: ({ text }) => {
      if (!refusesToShare(this.dependencies.privacy)) void vscode.env.clipboard.writeText(text);
    },
    export: ({ tab, ids }) => {
      if (refusesToShare(this.dependencies.privacy)) return;
      // Of the whole journal, more is told.
      if (tab === 'orders' && ids === null) void runCommand('marketDesk.orders.exportJournal');
      else void exportRecords(tab, ids, this.dependencies).catch(this.dependencies.report);
    },
  };

  protected override follow(change: 'connection' | 'visibility'): void {
    if (change === 'visibility' && !this.isVisible) this.#stop();
  }

  /** What is hidden is hidden in the texts of the rows. */
  protected override tellSettings(): void {
    this.page.post('settings', this.#settings());
    if (this.page.isReady) this.#follow();
  }

  protected override tellWaiting(): void {
    // Nothing here waits for the service.
  }

  #follow(): void {
    this.#stop();
    const tab = this.#tab;
    if (tab === undefined || !this.isVisible) return;
    this.#following = this.dependencies.records[tab].follow((part) => this.page.post('records', { ...part, tab }));
  }

  #stop(): void {
    this.#following?.dispose();
    this.#following = undefined;
  }

  async #tellDetails(tab: RecordsTab, id: string): Promise<void> {
    const details = await this.dependencies.records[tab].details(id);
    if (details !== undefined) this.page.post('details', { tab, id, details });
  }

  #settings(): RecordsSettings {
    return { isPrivate: this.dependencies.privacy.isOn, zone: this.dependencies.timeZone() };
  }
}
