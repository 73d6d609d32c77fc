import * as vscode from 'vscode';
import type { AlertMarks } from '../../../app/alerts/alertMarks';
import { IndicatorHistory } from '../../../app/calendar/indicatorHistory';
import type { HistoryState } from '../../../app/calendar/indicatorHistory';
import { isSignedIn } from '../../../app/session/connection';
import { countryAndIndicator } from '../../../domain/calendar/indicatorName';
import { plainText } from '../../../domain/text/segments';
import { sentences } from '../../../domain/text/sentences';
import { historyHostGuards, isIndicator } from '../../../panel/history/historyProtocol';
import type { HistoryAction, HistoryData, IndicatorView, ToHistoryHost, ToHistoryPage } from '../../../panel/history/historyProtocol';
import type { Handlers } from '../../../panel/platform/messages';
import { causeText } from '../../platform/errors/outage';
import type { CommandId } from '../../platform/ids';
import { gapsText } from '../../platform/lists/gapText';
import { waiting } from '../../platform/trees/waiting';
import { PagePanel } from '../../platform/pages/pagePanel';
import { toEventRow } from '../eventRow';
import { nameTab } from '../../platform/say/surfaces';
import { runCommand } from '../../platform/runCommand';
import type { UiPorts } from '../../platform/ports';

export interface HistoryDependencies extends Pick<UiPorts, 'access' | 'clock' | 'log' | 'timeZone' | 'extensionUri'> {
  readonly marks: Pick<AlertMarks, 'minutesBefore' | 'onDidChange'>;
}

const commandOf: Readonly<Record<Exclude<HistoryAction, 'search' | 'remind'>, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  startSandbox: 'marketDesk.sandbox.start',
  choose: 'marketDesk.calendar.showHistory',
};

/** The history of one indicator in a panel: reads its releases and sends them to the page. */
export class HistoryPanel extends PagePanel<ToHistoryPage, ToHistoryHost> {
  readonly #history: IndicatorHistory;
  #indicator: IndicatorView | undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    private readonly dependencies: HistoryDependencies,
    stored: unknown,
  ) {
    super(panel, dependencies, { name: 'history', icon: 'calendar', title: vscode.l10n.t('Indicator History'), guards: historyHostGuards });
    const { access, clock } = dependencies;
    this.#history = new IndicatorHistory(access, clock);
    this.own(
      this.#history,
      this.#history.onDidChange(() => this.page.post('data', this.#data())),
      dependencies.marks.onDidChange(() => this.page.post('data', this.#data())),
    );
    if (isIndicator(stored)) this.open(stored);
  }

  /** Shows the history of an indicator. */
  open({ text, country, unit }: IndicatorView): void {
    this.#indicator = { text, country, unit };
    nameTab(
      this.panel,
      vscode.l10n.t({
        message: '{0}: History',
        args: [plainText(countryAndIndicator(text, country))],
        comment: ['Title of a tab. {0} is an indicator.'],
      }),
    );
    this.#read();
    this.page.post('data', this.#data());
  }

  protected override readonly handlers: Handlers<ToHistoryHost> = {
    ready: () => this.page.post('start', { session: this.session, zone: this.dependencies.timeZone(), data: this.#data() }),
    refresh: () => this.#run(this.#history.retry()),
    stop: () => this.#history.stop(),
    act: ({ action }) => this.#act(action),
    copy: ({ text }) => void vscode.env.clipboard.writeText(text),
  };

  #act(action: HistoryAction): void {
    if (action === 'search') {
      const { keyword } = this.#history.state;
      if (keyword !== '') void runCommand('marketDesk.calendar.search', keyword, 1);
    } else if (action === 'remind') {
      const { next } = this.#history.state;
      const release = next === undefined ? undefined : { name: plainText(next.text), timeMs: next.time * 1000 };
      if (release !== undefined) void runCommand('marketDesk.calendar.remind', { release });
    } else void runCommand(commandOf[action]);
  }

  #read(): void {
    if (this.#indicator !== undefined && isSignedIn(this.dependencies.access.current)) this.#run(this.#history.show(this.#indicator));
  }

  #run(work: Promise<void>): void {
    work.catch((error: unknown) => this.dependencies.log.error('The history of an indicator could not be read', error));
  }

  protected override sessionChanged(): void {
    this.#history.reset();
    this.#read();
  }

  protected override follow(change: 'connection' | 'visibility'): void {
    if (change === 'connection') this.page.post('session', this.session);
  }

  protected override tellSettings(): void {
    this.page.post('zone', this.dependencies.timeZone());
  }

  protected override tellWaiting(): void {
    if (this.#history.state.phase === 'loading') this.page.post('data', this.#data());
  }

  #data(): HistoryData {
    const { next } = this.#history.state;
    const reminder = next === undefined ? null : (this.dependencies.marks.minutesBefore(next) ?? null);
    return { ...historyData(this.#history.state), reminder, indicator: this.#indicator ?? null };
  }
}

function historyData(state: HistoryState): Omit<HistoryData, 'indicator' | 'reminder'> {
  const { past, next, phase, isAnswered, keyword, read } = state;
  return {
    past: past.map(toEventRow),
    next: next === undefined ? null : toEventRow(next),
    phase,
    isAnswered,
    keyword,
    read,
    missing: phase === 'loading' ? '' : missingText(state),
    waiting: phase === 'loading' ? (waiting.text('market') ?? '') : '',
  };
}

/** What is missing, in words; the reason why the last request failed comes first. */
function missingText({ error, gaps }: HistoryState): string {
  const failure = error === undefined ? '' : causeText(error);
  const rest = gaps.filter(({ kind }) => error === undefined || kind !== 'failed');
  return sentences(failure, gapsText(rest, 'events'));
}
