import * as vscode from 'vscode';
import type { AlertMarks } from '../../app/alerts/alertMarks';
import type { AlertStore } from '../../app/alerts/alertStore';
import type { Disposable } from '../../app/platform/ports';
import { isSignedIn } from '../../app/session/connection';
import type { FiredAlert, FiredFacts } from '../../domain/alerts/firedAlert';
import { basicDate } from '../../domain/time/zones';
import { dateTimeText } from '../platform/dateText';
import { commandOf, focusView, runCommand } from '../platform/runCommand';
import { chooseOne } from '../platform/say/ask';
import type { StatusPart } from '../platform/statusBar/deskStatus';
import { firedText } from '../platform/words/alertText';
import type { UiPorts } from '../platform/ports';

const mostNamed = 5;

/** The item of the status bar counts the triggered alerts that were not seen in any window. */
export function showUnseen(
  marks: Pick<AlertMarks, 'unseen' | 'onDidChange'>,
  dependencies: Pick<UiPorts, 'access' | 'privacy' | 'timeZone' | 'status'>,
): Disposable {
  const { status, access, privacy } = dependencies;
  const draw = (): void => {
    const { unseen } = marks;
    status.set('alerts', unseen.length === 0 || !isSignedIn(access.current) ? undefined : unseenPart(unseen, dependencies));
  };
  draw();
  return vscode.Disposable.from(marks.onDidChange(draw), access.onDidChange(draw), privacy.onDidChange(draw), {
    dispose: () => status.set('alerts', undefined),
  });
}

function unseenPart(unseen: readonly FiredAlert[], { privacy, timeZone }: Pick<UiPorts, 'privacy' | 'timeZone'>): StatusPart {
  const heading = vscode.l10n.t('New alerts: {0}', unseen.length);
  const lines = unseen
    .slice(0, mostNamed)
    .map(({ facts, atMs }) => `${dateTimeText(timeZone(), atMs)}  ${firedText(facts, privacy.isOn, atMs)}`);
  return {
    forms: [String(unseen.length)],
    icon: 'bell-dot',
    level: 'warning',
    notes: [heading, ...lines, ...(unseen.length > mostNamed ? ['…'] : [])],
    spoken: heading,
    action: commandOf('marketDesk.alerts.showTriggered', vscode.l10n.t('Show Triggered Alerts')),
  };
}

/**
 * *Show Triggered Alerts*: lists what was triggered, when, and at which price, the latest first. Opening the list marks them as seen.
 *
 * @returns false if the file of the alerts was busy.
 */
export async function showTriggered({
  store,
  privacy,
  timeZone,
}: Pick<UiPorts, 'privacy' | 'timeZone'> & { readonly store: Pick<AlertStore, 'fired' | 'markSeen' | 'forget'> }): Promise<boolean> {
  const all = await store.fired();
  const unseen = all.flatMap(({ id, isSeen }) => (isSeen ? [] : id));
  const items = all.map((fired) => ({
    label: firedText(fired.facts, privacy.isOn, fired.atMs),
    description: [dateTimeText(timeZone(), fired.atMs), ...(fired.isSeen ? [] : [vscode.l10n.t('new')])].join(' · '),
    iconPath: new vscode.ThemeIcon(fired.isSeen ? iconOf(fired.facts) : 'bell-dot'),
    fired,
  }));
  const manage = { label: vscode.l10n.t('Manage Alerts…'), iconPath: new vscode.ThemeIcon('bell'), fired: undefined };
  const clear = { label: vscode.l10n.t('Clear List'), iconPath: new vscode.ThemeIcon('clear-all'), fired: undefined };
  if (unseen.length > 0) await store.markSeen(unseen);
  const picked = await chooseOne([...items, manage, ...(all.length === 0 ? [] : [clear])], {
    title: vscode.l10n.t('Triggered Alerts'),
    placeHolder:
      all.length === 0 ? vscode.l10n.t('No alert has been triggered yet') : vscode.l10n.t('Select an alert to open what it is about'),
  });
  // Alerts that were triggered meanwhile stay.
  if (picked === clear) return store.forget(all.map(({ id }) => id));
  if (picked === manage) await runCommand('marketDesk.alerts.manage');
  else if (picked?.fired !== undefined) await openFired(picked.fired.facts, timeZone());
  return true;
}

/** Opens the subject of an alert. */
export async function openFired(facts: FiredFacts, zone: string): Promise<void> {
  switch (facts.kind) {
    case 'price':
      return runCommand('marketDesk.security.open', { symbol: facts.rule.symbol });
    case 'release':
      return runCommand('marketDesk.calendar.open', { tab: 'hot', date: basicDate(zone, facts.rule.atMs) });
    case 'order':
      return focusView('marketDesk.orders');
  }
}

function iconOf({ kind }: FiredFacts): string {
  return { price: 'graph-line', release: 'calendar', order: 'list-ordered' }[kind];
}
