import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { AlertStore } from '../../app/alerts/alertStore';
import { AlertWatch } from '../../app/alerts/alertWatch';
import type { AlertNews, AlertWatchDependencies } from '../../app/alerts/alertWatch';
import type { Disposable } from '../../app/platform/ports';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import { snoozeUntil } from '../../domain/alerts/alert';
import type { AlertRule } from '../../domain/alerts/alert';
import type { ReleaseMoment } from '../../domain/alerts/reminder';
import { basicDate } from '../../domain/time/zones';
import type { CommandArgument } from '../platform/commandArguments';
import type { Shell } from '../platform/shell/shell';
import { subjectOf } from '../platform/trees/treeModel';
import { symbolOfArgument } from '../watchlist/watchlistArguments';
import { newsText, ruleText } from './alertText';
import type { RuleTextOptions } from './alertText';
import { askRule } from './askAlert';
import { manageAlerts } from './manageAlerts';
import { remind } from './remind';
import { sayError, sayInfo, sayWarning } from '../platform/say/messages';
import { flash } from '../platform/say/statusItem';

export interface AlertsDependencies extends Omit<AlertWatchDependencies, 'tell'> {
  readonly shell: Shell;
  readonly store: AlertStore;
  readonly privacy: PrivacyMode;
  readonly timeZone: () => string;
  /** Whether there is a feed that tells of orders. */
  readonly hearsOfOrders: () => boolean;
  /** Fires when the estimate of the service's clock has changed. */
  readonly onDidChangeClock: (listener: () => void) => Disposable;
  /** Remembers that there are alerts, so that later windows watch for them from their start. */
  readonly markUsed: () => Promise<void>;
}

const Subject = v.object({ release: v.object({ name: v.string(), timeMs: v.number() }) });
const usualMinutes = 5;
const messageMs = 5_000;

/** Alerts: *Add Alert…*, *Manage Alerts…*, and the one quiet notification of each. */
export function registerAlerts(deps: AlertsDependencies): vscode.Disposable {
  const { shell, store, market, privacy, timeZone } = deps;
  const watch = new AlertWatch({ ...deps, tell: (news) => void show(deps, news) });
  const words = (): RuleTextOptions => ({ zone: timeZone(), isPrivate: privacy.isOn });
  const lastPrice = (symbol: string): string | undefined => market.book.get(symbol)?.lastPrice;
  const add = async (rule: AlertRule): Promise<void> => {
    const isKept = await store.add({ id: randomUUID(), rule, firedAtMs: undefined, quietUntilMs: 0 });
    if (!isKept) {
      void sayWarning(vscode.l10n.t('The alert couldn’t be added: there are too many, or another window is busy.'));
      return;
    }
    await deps.markUsed();
    await watch.refresh();
    flash(vscode.l10n.t('Alert added: {0}', ruleText(rule, words())), messageMs, 'bell');
    if (rule.kind === 'order' && !deps.hearsOfOrders()) void sayThatNobodyTells();
  };
  const addAsked = async (symbol: string | undefined): Promise<void> => {
    const rule = await askRule(symbol, lastPrice);
    if (rule !== undefined) await add(rule);
  };
  shell.handle('marketDesk.alerts.add', async (argument) => {
    const release = releaseOf(argument);
    await (release === undefined ? addAsked(symbolOfArgument(argument)) : add(release));
  });
  shell.handle('marketDesk.calendar.remind', async (argument) => {
    const release = momentOf(argument);
    if (release !== undefined) await remind(release, { ...deps, add, refresh: async () => watch.refresh() });
  });
  shell.handle('marketDesk.alerts.manage', async () => {
    const done = await manageAlerts({ ...deps, lastPrice, words });
    if (done === 'add') return addAsked(undefined);
    if (done === undefined) return;
    if (!done.isKept) {
      void sayWarning(busyText());
      return;
    }
    await watch.refresh();
    flash(done.said, messageMs, done.icon);
  });
  void watch.refresh();
  // A clock that was set right may make an alert due at once.
  const clock = deps.onDidChangeClock(() => void watch.refresh());
  return vscode.Disposable.from(watch, clock);
}

const busyText = (): string => vscode.l10n.t('The alert couldn’t be changed: another window is busy. Try again.');

async function sayThatNobodyTells(): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  const said = vscode.l10n.t('The alert is kept, but order alerts need the service’s order event feed, which isn’t set up.');
  if ((await sayWarning(said, open)) === open)
    await vscode.commands.executeCommand('workbench.action.openSettings', 'marketDesk.service.tradeFeedUrl');
}

async function show({ store, privacy, serverMs, timeZone, log }: AlertsDependencies, news: AlertNews): Promise<void> {
  const open = vscode.l10n.t('Open');
  const snooze = snoozeText(news, serverMs());
  const buttons = snooze === undefined ? [open] : [open, snooze];
  const chosen = await sayInfo(newsText(news, privacy.isOn, serverMs()), ...buttons);
  try {
    if (chosen === open) await openNews(news, timeZone());
    if (chosen === undefined || chosen !== snooze || news.kind === 'order') return;
    const { id, rule } = news.alert;
    const until = snoozeUntil(rule, serverMs());
    if (until !== undefined && !(await store.rearm(id, until))) void sayError(busyText());
  } catch (error) {
    log.error('An alert could not be opened or snoozed', error);
  }
}

/** The button that lets an alert rest; undefined where there is nothing left to wait for. */
function snoozeText(news: AlertNews, nowMs: number): string | undefined {
  if (news.kind === 'order') return undefined;
  const { rule } = news.alert;
  const until = snoozeUntil(rule, nowMs);
  if (until === undefined) return undefined;
  return rule.kind === 'release' && until === rule.atMs ? vscode.l10n.t('Snooze Until Release') : vscode.l10n.t('Snooze 10 min');
}

async function openNews(news: AlertNews, zone: string): Promise<void> {
  if (news.kind === 'price') await vscode.commands.executeCommand('marketDesk.security.open', { symbol: news.quote.symbol });
  else if (news.kind === 'release') {
    const { rule } = news.alert;
    const place = rule.kind === 'release' ? { tab: 'hot', date: basicDate(zone, rule.atMs) } : { tab: 'hot' };
    await vscode.commands.executeCommand('marketDesk.calendar.open', place);
  } else await vscode.commands.executeCommand('marketDesk.orders.focus');
}

/** The release that a row stands for, or that a page names. */
function momentOf(argument: CommandArgument<'marketDesk.calendar.remind'>): ReleaseMoment | undefined {
  if (argument === undefined) return undefined;
  const read = v.safeParse(Subject, 'release' in argument ? argument : subjectOf(argument));
  return read.success ? read.output.release : undefined;
}

/** The alert that a row of the calendar asks for. */
function releaseOf(argument: CommandArgument<'marketDesk.alerts.add'>): AlertRule | undefined {
  if (argument === undefined || typeof argument === 'string' || !('release' in argument)) return undefined;
  const { name, timeMs, minutesBefore } = argument.release;
  return { kind: 'release', name: name.slice(0, 300), atMs: timeMs, minutesBefore: minutesBefore ?? usualMinutes };
}
