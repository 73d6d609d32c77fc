import * as vscode from 'vscode';
import type { AlertStore } from '../../app/alerts/alertStore';
import { isMissed, mayBeSplitDay } from '../../domain/alerts/alert';
import type { Alert, AlertRule } from '../../domain/alerts/alert';
import { mostMinutesBefore } from '../../domain/alerts/reminder';
import { wallTime } from '../../domain/time/zones';
import { chooseOne } from '../platform/say/ask';
import { noPriceText } from '../platform/words/unknownSecurity';
import { ruleText } from '../platform/words/alertText';
import type { RuleTextOptions } from '../platform/words/alertText';
import { askFigure } from './askAlert';
import type { KnownPrice } from './askAlert';
import { askMinutes } from './remind';

export interface ManageDependencies {
  readonly store: Pick<AlertStore, 'all' | 'remove' | 'change' | 'rearm'>;
  readonly serverMs: () => number;
  readonly known: KnownPrice;
  /** The service has no price for a symbol. */
  readonly isUnknown: (symbol: string) => boolean;
  readonly words: () => RuleTextOptions;
}

/** What was done, as a message with an icon. */
interface Done {
  readonly isKept: boolean;
  readonly said: string;
  readonly icon: string;
}

/**
 * *Manage Alerts…*: all alerts of this machine, to edit, set again or remove.
 *
 * @param moved - An alert on a price that is to be edited at once, beginning with this price.
 * @returns the message to show; `add` if the user wants to add an alert instead, undefined if nothing was changed.
 * @throws Whatever the store throws.
 */
export async function manageAlerts(
  dependencies: ManageDependencies,
  moved?: { readonly id: string; readonly price: string },
): Promise<Done | 'add' | undefined> {
  const { store, serverMs, known, words, isUnknown } = dependencies;
  if (moved !== undefined) {
    const alert = (await store.all()).find(({ id }) => id === moved.id);
    // Another window may have removed it.
    return alert === undefined ? undefined : changed(dependencies, alert, moved.price);
  }
  const adding = { label: vscode.l10n.t('Add Alert…'), iconPath: new vscode.ThemeIcon('add'), alert: undefined };
  const isOver = (alert: Alert): number => Number(isDone(alert, serverMs()));
  const alerts = (await store.all()).toSorted((one, other) => isOver(one) - isOver(other));
  const items = alerts.map((alert) => {
    const quote = 'symbol' in alert.rule ? known(alert.rule.symbol) : undefined;
    const state = [stateText(alert, serverMs(), words().zone), doubtText(alert, quote, isUnknown)]
      .filter((part) => part !== '')
      .join(' · ');
    return {
      label: ruleText(alert.rule, words()),
      iconPath: new vscode.ThemeIcon(isDone(alert, serverMs()) ? 'bell-slash' : 'bell'),
      description: state,
      alert,
    };
  });
  const picked = await chooseOne([adding, ...items], {
    title: vscode.l10n.t('Manage Alerts'),
    placeHolder: vscode.l10n.t('Select an alert to edit or remove it'),
  });
  if (picked === undefined) return undefined;
  if (picked.alert === undefined) return 'add';
  const { alert } = picked;
  const [edit, again, remove] = [
    { label: vscode.l10n.t('Edit Alert…') },
    { label: vscode.l10n.t('Reactivate') },
    { label: vscode.l10n.t('Remove Alert') },
  ];
  const now = serverMs();
  const rests = alert.firedAtMs !== undefined || alert.quietUntilMs > now;
  const offered = [
    ...(alert.rule.kind === 'order' || isOut(alert.rule, now) ? [] : [edit]),
    ...(rests && !isOut(alert.rule, now) ? [again] : []),
    remove,
  ];
  const chosen = await chooseOne(offered, { title: ruleText(alert.rule, words()) });
  if (chosen === remove) return removed(dependencies, alert);
  if (chosen === again)
    return {
      isKept: await store.rearm(alert.id, 0),
      said: vscode.l10n.t('Alert reactivated: {0}', ruleText(alert.rule, words())),
      icon: 'bell',
    };
  return chosen === edit ? changed(dependencies, alert) : undefined;
}

async function changed(dependencies: ManageDependencies, alert: Alert, price?: string): Promise<Done | undefined> {
  const { store, words } = dependencies;
  const rule = await edited(alert.rule, dependencies, price);
  if (rule === 'remove') return removed(dependencies, alert);
  if (rule === undefined) return undefined;
  return { isKept: await store.change(alert.id, rule), said: vscode.l10n.t('Alert changed: {0}', ruleText(rule, words())), icon: 'bell' };
}

async function removed({ store, words }: ManageDependencies, { id, rule }: Alert): Promise<Done> {
  return { isKept: await store.remove(id), said: vscode.l10n.t('Alert removed: {0}', ruleText(rule, words())), icon: 'bell-slash' };
}

/** @param price - What the field for a price begins with; the price of the alert if undefined. */
async function edited(
  rule: AlertRule,
  { serverMs, known, words }: ManageDependencies,
  price?: string,
): Promise<AlertRule | 'remove' | undefined> {
  if (rule.kind === 'order') return undefined;
  if (rule.kind === 'release') {
    const release = { name: rule.name, timeMs: rule.atMs };
    const most = mostMinutesBefore(release, serverMs());
    const minutes = await askMinutes(release, { current: rule.minutesBefore, most, zone: words().zone });
    return typeof minutes === 'number' ? { ...rule, minutesBefore: minutes } : minutes;
  }
  const title = ruleText(rule, words());
  const figureBefore = rule.kind === 'dayChange' ? rule.percent : (price ?? rule.price);
  // What privacy mode hides in the list must not appear in the field either.
  const value = words().isPrivate && rule.kind !== 'dayChange' ? '' : figureBefore;
  const figure = await askFigure({ title, kind: rule.kind, last: known(rule.symbol)?.lastPrice, value });
  if (figure === undefined) return undefined;
  return rule.kind === 'dayChange' ? { ...rule, percent: figure } : { ...rule, price: figure };
}

function isOut(rule: AlertRule, nowMs: number): boolean {
  return rule.kind === 'release' && mostMinutesBefore({ name: rule.name, timeMs: rule.atMs }, nowMs) === 0;
}

function isDone(alert: Alert, nowMs: number): boolean {
  return alert.firedAtMs !== undefined || isMissed(alert, nowMs);
}

/** Why a waiting alert may never be triggered. */
function doubtText({ rule, firedAtMs }: Alert, quote: ReturnType<KnownPrice>, isUnknown: ManageDependencies['isUnknown']): string {
  if (!('symbol' in rule) || firedAtMs !== undefined) return '';
  if (quote !== undefined && mayBeSplitDay(rule, quote)) return vscode.l10n.t('possible split: waiting for the service’s figures');
  return isUnknown(rule.symbol) ? noPriceText(rule.symbol) : '';
}

function stateText(alert: Alert, nowMs: number, zone: string): string {
  if (alert.firedAtMs !== undefined) return vscode.l10n.t('done');
  if (isMissed(alert, nowMs)) return vscode.l10n.t('missed');
  if (alert.quietUntilMs <= nowMs) return '';
  return vscode.l10n.t({
    message: 'snoozed until {0}',
    args: [wallTime(zone, alert.quietUntilMs)],
    comment: ['State of an alert in a list. {0} is a time such as 14:30.'],
  });
}
