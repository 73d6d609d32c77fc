import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { AlertStore } from '../../app/alerts/alertStore';
import { AlertWatch } from '../../app/alerts/alertWatch';
import type { AlertNews, AlertWatchDependencies } from '../../app/alerts/alertWatch';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { AlertRule, OrderAlertEvent } from '../../domain/alerts/alert';
import type { ReleaseMoment } from '../../domain/alerts/reminder';
import { visibleText } from '../../domain/text/visibleText';
import { showNumber } from '../../domain/values/amount';
import { parseWatchSymbol } from '../../domain/watchlist/watchlist';
import { InvalidInputError } from '../../service/errors';
import type { CommandArgument } from '../platform/commandArguments';
import type { Shell } from '../platform/shell/shell';
import { subjectOf } from '../platform/trees/treeModel';
import { symbolOfArgument } from '../watchlist/watchlistCommands';
import { newsText, orderEventText, ruleText } from './alertText';
import { remind } from './remind';
import { askText, chooseOne } from '../platform/ask';

export interface AlertsDependencies extends Omit<AlertWatchDependencies, 'tell'> {
  readonly shell: Shell;
  readonly store: AlertStore;
  readonly privacy: PrivacyMode;
  readonly timeZone: () => string;
  /** Remembers that there are alerts, so that later windows watch for them from their start. */
  readonly markUsed: () => Promise<void>;
}

const Subject = v.object({ release: v.object({ name: v.string(), timeMs: v.number() }) });
const snoozeMs = 10 * 60_000;
const usualMinutes = 5;

/** Alerts: *Add Alert…*, *Manage Alerts…*, and the one quiet notification of each. */
export function registerAlerts(deps: AlertsDependencies): vscode.Disposable {
  const { shell, store, serverMs } = deps;
  const watch = new AlertWatch({ ...deps, tell: (news) => void show(deps, news) });
  const add = async (rule: AlertRule): Promise<void> => {
    const isKept = await store.add({ id: randomUUID(), rule, firedAtMs: undefined, quietUntilMs: 0 });
    if (!isKept)
      throw new InvalidInputError('alert', vscode.l10n.t('The alert couldn’t be added: there are too many, or another window is busy.'));
    await deps.markUsed();
    await watch.refresh();
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(bell) Alert added: {0}', ruleText(rule, deps.timeZone())), 5_000);
  };
  shell.handle('marketDesk.alerts.add', async (argument) => {
    const rule = releaseOf(argument) ?? (await askRule(symbolOfArgument(argument)));
    if (rule !== undefined) await add(rule);
  });
  shell.handle('marketDesk.calendar.remind', async (argument) => {
    const release = momentOf(argument);
    if (release !== undefined) await remind(release, { ...deps, add, refresh: async () => watch.refresh() });
  });
  shell.handle('marketDesk.alerts.manage', async () => {
    await manage(deps);
    await watch.refresh();
  });
  void watch.refresh();
  return watch;

  async function manage({ timeZone }: AlertsDependencies): Promise<void> {
    const alerts = await store.all();
    const adding = { label: vscode.l10n.t('$(add) Add Alert…'), id: undefined };
    const items = alerts.map((alert) => ({
      label: `${alert.firedAtMs === undefined ? '$(bell)' : '$(bell-slash)'} ${ruleText(alert.rule, timeZone())}`,
      description:
        alert.firedAtMs === undefined ? (alert.quietUntilMs > serverMs() ? vscode.l10n.t('snoozed') : '') : vscode.l10n.t('done'),
      id: alert.id,
    }));
    const picked = await chooseOne([...items, adding], {
      title: vscode.l10n.t('Manage Alerts'),
      placeHolder: vscode.l10n.t('Select an alert to remove it or set it again'),
    });
    if (picked === undefined) return;
    if (picked.id === undefined) {
      const rule = await askRule(undefined);
      if (rule !== undefined) await add(rule);
      return;
    }
    const [remove, again] = [{ label: vscode.l10n.t('Remove Alert') }, { label: vscode.l10n.t('Set Again') }];
    const chosen = await chooseOne([remove, again], { title: picked.label.replace(/^\$\([\w-]+\) /, '') });
    if (chosen === remove) await store.remove(picked.id);
    if (chosen === again) await store.rearm(picked.id, 0);
  }
}

async function show({ store, privacy, serverMs, log }: AlertsDependencies, news: AlertNews): Promise<void> {
  const [open, snooze] = [vscode.l10n.t('Open'), vscode.l10n.t('Snooze 10 min')];
  const buttons = news.kind === 'order' ? [open] : [open, snooze];
  const chosen = await vscode.window.showInformationMessage(newsText(news, privacy.isOn, serverMs()), ...buttons);
  try {
    if (chosen === snooze && news.kind !== 'order') await store.rearm(news.alert.id, serverMs() + snoozeMs);
    if (chosen === open) await openNews(news);
  } catch (error) {
    log.error('An alert could not be opened or snoozed', error);
  }
}

async function openNews(news: AlertNews): Promise<void> {
  if (news.kind === 'price') await vscode.commands.executeCommand('marketDesk.security.open', { symbol: news.quote.symbol });
  else if (news.kind === 'release') await vscode.commands.executeCommand('marketDesk.calendar.open', { tab: 'hot' });
  else await vscode.commands.executeCommand('marketDesk.orders.focus');
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

async function askRule(given: string | undefined): Promise<AlertRule | undefined> {
  const prices = [
    { label: vscode.l10n.t('Price at or above…'), asked: 'above' as const },
    { label: vscode.l10n.t('Price at or below…'), asked: 'below' as const },
    { label: vscode.l10n.t('Move in a day…'), asked: 'dayChange' as const },
  ];
  const events: readonly OrderAlertEvent[] = ['filled', 'changed', 'rejected'];
  const orders = given === undefined ? events.map((asked) => ({ label: orderEventText(asked), asked })) : [];
  const title = given === undefined ? vscode.l10n.t('Add Alert') : vscode.l10n.t('Add Alert for {0}', visibleText(given));
  const asked = (await chooseOne([...prices, ...orders], { title }))?.asked;
  if (asked === undefined) return undefined;
  if (asked === 'filled' || asked === 'changed' || asked === 'rejected') return { kind: 'order', event: asked };
  const symbol = given ?? parseWatchSymbol((await askChecked(title, vscode.l10n.t('Symbol, for example HK.00700'), isSymbol)) ?? '');
  if (symbol === undefined) return undefined;
  const prompt = asked === 'dayChange' ? vscode.l10n.t('Move from the previous close, in percent') : vscode.l10n.t('Price');
  const figure = (await askChecked(title, prompt, isFigure))?.trim();
  if (figure === undefined) return undefined;
  return asked === 'dayChange' ? { kind: asked, symbol, percent: figure } : { kind: asked, symbol, price: figure };
}

async function askChecked(title: string, prompt: string, problemOf: (text: string) => string | undefined): Promise<string | undefined> {
  return askText({ title, prompt, validateInput: problemOf });
}

function isSymbol(text: string): string | undefined {
  return parseWatchSymbol(text) === undefined ? vscode.l10n.t('Enter a symbol in the form market.code, for example HK.00700.') : undefined;
}

function isFigure(text: string): string | undefined {
  return /^\d{1,12}(\.\d{1,9})?$/.test(text.trim()) && /[1-9]/.test(text)
    ? undefined
    : vscode.l10n.t('Enter a number above zero, for example {0}.', showNumber('12.5'));
}
