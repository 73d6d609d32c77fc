import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { AlertStore } from '../../app/alerts/alertStore';
import { AlertMarks } from '../../app/alerts/alertMarks';
import { AlertWatch, factsOf } from '../../app/alerts/alertWatch';
import type { AlertNews, AlertWatchDependencies } from '../../app/alerts/alertWatch';
import type { claimEnd } from '../../app/orders/eye/settledWatch';
import type { OrderEventNews } from '../../app/orders/eye/orderTelling';
import type { Disposable } from '../../app/platform/ports';
import type { HoldingsSource } from '../../app/positions/heldSecurities';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { isSignedIn } from '../../app/session/connection';
import { snoozeUntil } from '../../domain/alerts/alert';
import type { AlertRule } from '../../domain/alerts/alert';
import type { FiredAlert } from '../../domain/alerts/firedAlert';
import type { ReleaseMoment } from '../../domain/alerts/reminder';
import { hasEnded } from '../../domain/orders/orderRules';
import type { OrderRecord } from '../../service/records';
import type { CommandArgument } from '../platform/commandArguments';
import { subjectOf } from '../platform/trees/treeModel';
import { symbolOf } from '../platform/trees/symbolOf';
import { firedText, ruleText, splitText } from '../platform/words/alertText';
import type { RuleTextOptions } from '../platform/words/alertText';
import { askRule } from './askAlert';
import type { KnownPrice } from './askAlert';
import { openFired, showTriggered, showUnseen } from './firedAlerts';
import { manageAlerts } from './manageAlerts';
import { remind } from './remind';
import { sayError, sayInfo, sayWarning } from '../platform/say/messages';
import { askSymbol } from '../platform/say/askSymbol';
import type { Suggestion } from '../platform/say/askSymbol';
import { tellIfUnknown } from '../platform/say/tellIfUnknown';
import { flash } from '../platform/say/statusItem';
import { openSetting } from '../platform/runCommand';
import type { UiPorts } from '../platform/ports';

export interface AlertsDependencies
  extends Omit<AlertWatchDependencies, 'tell' | 'tellSplit' | 'market'>, Pick<UiPorts, 'shell' | 'privacy' | 'status' | 'timeZone'> {
  readonly store: AlertStore;
  /** For suggestions of securities. */
  readonly held: HoldingsSource;
  readonly market: AlertWatchDependencies['market'] & Pick<LiveMarket, 'isUnknown'>;
  /** Leaves the end of an order to the one place that tells it: see {@link claimEnd}. */
  readonly claimEnd: (news: Pick<OrderEventNews, 'hint'> & { readonly order: OrderRecord }) => ReturnType<typeof claimEnd>;
  /** Whether a feed reports order events. */
  readonly hearsOfOrders: () => boolean;
  /** Fires when the estimate of the service's clock has changed. */
  readonly onDidChangeClock: (listener: () => void) => Disposable;
  /** There was an alert at some time. */
  readonly wereUsed: boolean;
  /** Remembers that there are alerts, so that later windows watch for them from the start. */
  readonly markUsed: () => Promise<void>;
}

const Subject = v.object({ release: v.object({ name: v.string(), timeMs: v.number() }) });
const usualMinutes = 5;
const messageMs = 5_000;
const mostAttempts = 3;

/** Alerts: *Add Alert…*, *Manage Alerts…*, and one quiet notification for each alert. */
export function registerAlerts(dependencies: AlertsDependencies): vscode.Disposable {
  const { shell, store, market, privacy, timeZone } = dependencies;
  const watch = new AlertWatch({
    ...dependencies,
    tell: (news) => void show(dependencies, news),
    tellSplit: (quote) => void sayWarning(splitText(quote)),
  });
  const words = (): RuleTextOptions => ({ zone: timeZone(), isPrivate: privacy.isOn });
  const known: KnownPrice = (symbol) => market.book.get(symbol);
  const add = async (rule: AlertRule): Promise<void> => {
    const isKept = await store.add({ id: randomUUID(), rule, firedAtMs: undefined, quietUntilMs: 0 });
    if (!isKept) {
      void sayWarning(
        (await store.isFull())
          ? vscode.l10n.t('You can’t add more alerts. Remove one first.')
          : vscode.l10n.t('The alert couldn’t be saved because another window is busy. Try again.'),
      );
      return;
    }
    await dependencies.markUsed();
    await watch.refresh();
    flash(vscode.l10n.t('Alert added: {0}', ruleText(rule, words())), messageMs, 'bell');
    if (rule.kind === 'order' && !dependencies.hearsOfOrders()) void sayThatNobodyTells();
  };
  const addAsked = async (symbol: string | undefined, price?: string): Promise<void> => {
    const rule = await askRule({ symbol, price }, known, async (title) => askSymbol(title, [], suggested(dependencies)));
    if (rule === undefined) return;
    await add(rule);
    if ('symbol' in rule) void tellIfUnknown(dependencies.access, rule.symbol);
  };
  shell.handle('marketDesk.alerts.add', async (argument) => {
    const release = releaseOf(argument);
    const price = typeof argument === 'object' && 'price' in argument ? argument.price : undefined;
    await (release === undefined ? addAsked(symbolOf(argument), price) : add(release));
  });
  shell.handle('marketDesk.calendar.remind', async (argument) => {
    const release = momentOf(argument);
    if (release !== undefined) await remind(release, { ...dependencies, add, refresh: async () => watch.refresh() });
  });
  shell.handle('marketDesk.alerts.manage', async (moved) => {
    const done = await manageAlerts({ ...dependencies, known, words, isUnknown: (symbol) => market.isUnknown(symbol) }, moved);
    if (done === 'add') return addAsked(undefined);
    if (done === undefined) return;
    if (!done.isKept) {
      void sayWarning(busyText());
      return;
    }
    await watch.refresh();
    flash(done.said, messageMs, done.icon);
  });
  shell.handle('marketDesk.alerts.showTriggered', async () => {
    if (!(await showTriggered(dependencies))) void sayWarning(busyText());
  });
  const damage = store.onDidSetAside(
    (name) =>
      void sayWarning(
        vscode.l10n.t('Your alerts are lost, because their file was damaged. Add them again. The damaged file was kept as {0}.', name),
      ),
  );
  void (dependencies.wereUsed ? tellIfGone(dependencies) : Promise.resolve()).then(async () => watch.refresh());
  const marks = new AlertMarks(dependencies);
  // After the clock was corrected, an alert may be due at once.
  const clock = dependencies.onDidChangeClock(() => void watch.refresh());
  return vscode.Disposable.from(watch, damage, clock, marks, showUnseen(marks, dependencies));
}

/** A file that somebody has removed is no empty list. */
async function tellIfGone({ store, log }: AlertsDependencies): Promise<void> {
  try {
    if (await store.beginAnewIfGone()) void sayWarning(vscode.l10n.t('Your alerts are lost, because their file is gone. Add them again.'));
  } catch (error) {
    log.error('The file of alerts could not be replaced', error);
  }
}

async function suggested({ held, access }: AlertsDependencies): Promise<readonly Suggestion[]> {
  const found = isSignedIn(access.current) ? ((await held()) ?? []) : [];
  return found.map((security) => ({ ...security, source: vscode.l10n.t('Positions') }));
}

const busyText = (): string => vscode.l10n.t('The alert couldn’t be changed: another window is busy. Try again.');

async function sayThatNobodyTells(): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  const said = vscode.l10n.t('Alert saved. To receive order alerts, set the URL of the service’s order event feed.');
  if ((await sayWarning(said, open)) === open) await openSetting('service.tradeFeedUrl');
}

/** Shows it in a notification, and keeps it until the user has seen it, there or in the list of any window. */
async function show(dependencies: AlertsDependencies, news: AlertNews): Promise<void> {
  const { store, privacy, serverMs, timeZone, log } = dependencies;
  const isTold = await isToldElsewhere(dependencies, news);
  const fired: FiredAlert = { id: randomUUID(), atMs: serverMs(), isSeen: isTold, facts: factsOf(news) };
  const kept = keep(store, fired).catch((error: unknown) => log.error('A triggered alert could not be saved', error));
  if (isTold) return;
  const open = vscode.l10n.t('Open');
  const snooze = snoozeText(news, serverMs());
  const buttons = snooze === undefined ? [open] : [open, snooze];
  const chosen = await sayInfo(firedText(fired.facts, privacy.isOn, fired.atMs), ...buttons);
  try {
    await kept;
    await store.markSeen([fired.id]);
    if (chosen === open) await openFired(fired.facts, timeZone());
    if (chosen === undefined || chosen !== snooze || news.kind === 'order') return;
    const { id, rule } = news.alert;
    const until = snoozeUntil(rule, serverMs());
    if (until !== undefined && !(await store.rearm(id, until))) void sayError(busyText());
  } catch (error) {
    log.error('An alert could not be opened or snoozed', error);
  }
}

/** The end of an order that the user placed or changed here is told without an alert, too: once. */
async function isToldElsewhere({ claimEnd: claim, log }: AlertsDependencies, news: AlertNews): Promise<boolean> {
  if (news.kind !== 'order' || news.order === undefined || !hasEnded(news.order.status)) return false;
  try {
    return !(await claim({ hint: news.hint, order: news.order }));
  } catch (error) {
    log.error('The journal could not be asked about an order of an alert', error);
    return false;
  }
}

/** Another window may have the file locked for a moment. */
async function keep(store: Pick<AlertStore, 'note'>, fired: FiredAlert): Promise<void> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) if (await store.note(fired)) return;
  throw new Error('the file of the alerts is busy');
}

/** The button that snoozes an alert; undefined if there is nothing left to wait for. */
function snoozeText(news: AlertNews, nowMs: number): string | undefined {
  if (news.kind === 'order') return undefined;
  const { rule } = news.alert;
  const until = snoozeUntil(rule, nowMs);
  if (until === undefined) return undefined;
  return rule.kind === 'release' && until === rule.atMs ? vscode.l10n.t('Snooze Until Release') : vscode.l10n.t('Snooze 10 min');
}

/** The release of a row, or the one that a page names. */
function momentOf(argument: CommandArgument<'marketDesk.calendar.remind'>): ReleaseMoment | undefined {
  if (argument === undefined) return undefined;
  const read = v.safeParse(Subject, 'release' in argument ? argument : subjectOf(argument));
  return read.success ? read.output.release : undefined;
}

/** The alert for a row of the calendar. */
function releaseOf(argument: CommandArgument<'marketDesk.alerts.add'>): AlertRule | undefined {
  if (argument === undefined || typeof argument === 'string' || !('release' in argument)) return undefined;
  const { name, timeMs, minutesBefore } = argument.release;
  return { kind: 'release', name: name.slice(0, 300), atMs: timeMs, minutesBefore: minutesBefore ?? usualMinutes };
}
