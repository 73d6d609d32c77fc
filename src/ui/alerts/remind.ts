import * as vscode from 'vscode';
import type { AlertStore } from '../../app/alerts/alertStore';
import type { AlertRule } from '../../domain/alerts/alert';
import { mostMinutesBefore, reminderOf, remindersIn, usualReminders } from '../../domain/alerts/reminder';
import type { ReleaseMoment } from '../../domain/alerts/reminder';
import { idText, visibleText } from '../../domain/text/visibleText';
import { dateTimeText } from '../platform/dateText';
import { askText, chooseOne } from '../platform/say/ask';
import { sayInfo } from '../platform/say/messages';
import { flash } from '../platform/say/statusItem';
import type { UiPorts } from '../platform/ports';

/** Asks how long before a release to remind, or whether to remove its reminder, and applies the answer. */
export async function remind(
  release: ReleaseMoment,
  dependencies: Pick<UiPorts, 'timeZone'> & {
    readonly store: Pick<AlertStore, 'all' | 'remove'>;
    readonly serverMs: () => number;
    readonly add: (rule: AlertRule) => Promise<void>;
    /** Makes the watch check the alerts again. */
    readonly refresh: () => Promise<void>;
  },
): Promise<void> {
  const { store, serverMs, timeZone, add, refresh } = dependencies;
  const now = serverMs();
  const most = mostMinutesBefore(release, now);
  if (most === 0) {
    void sayInfo(vscode.l10n.t('Too late for a reminder: “{0}” has been released or is due now.', idText(release.name)));
    return;
  }
  const existing = reminderOf(remindersIn(await store.all(), now), release);
  const chosen = await askMinutes(release, { current: existing?.minutesBefore, most, zone: timeZone() });
  if (chosen === undefined || chosen === existing?.minutesBefore) return;
  if (existing !== undefined) await store.remove(existing.id);
  if (chosen === 'remove') {
    await refresh();
    flash(vscode.l10n.t('Reminder removed'), 5_000, 'bell-slash');
  } else await add({ kind: 'release', name: release.name, atMs: release.timeMs, minutesBefore: chosen });
}

interface Choice extends vscode.QuickPickItem {
  readonly chosen: number | 'remove' | 'other';
}

/**
 * Asks how many minutes before a release to remind; `undefined` when dismissed.
 *
 * @param current - The minutes of the existing reminder, which can then be removed.
 * @param most - See {@link mostMinutesBefore}.
 */
export async function askMinutes(
  release: ReleaseMoment,
  { current, most, zone }: { readonly current: number | undefined; readonly most: number; readonly zone: string },
): Promise<number | 'remove' | undefined> {
  const title = vscode.l10n.t({
    message: 'Remind Me: {0}',
    args: [visibleText(release.name)],
    comment: ['Title of a list. {0} is a release of the economic calendar.'],
  });
  const items: readonly Choice[] = [
    ...(current === undefined
      ? []
      : [
          {
            label: vscode.l10n.t('Remove Reminder'),
            iconPath: new vscode.ThemeIcon('bell-slash'),
            description: vscode.l10n.t('{0} min before', current),
            chosen: 'remove' as const,
          },
        ]),
    ...usualReminders
      .filter((minutes) => minutes <= most)
      .map((minutes) => ({ label: vscode.l10n.t('{0} min before', minutes), chosen: minutes })),
    { label: vscode.l10n.t('Other time…'), chosen: 'other' },
  ];
  const picked = await chooseOne(items, { title, placeHolder: `${dateTimeText(zone, release.timeMs)} ${zone}` });
  if (picked?.chosen !== 'other') return picked?.chosen;
  const typed = await askText({
    title,
    prompt: vscode.l10n.t('Minutes before the release'),
    validateInput: (text) => (isMinutes(text, most) ? undefined : vscode.l10n.t('Enter a whole number of minutes from 1 to {0}.', most)),
  });
  return typed === undefined ? undefined : Number(typed.trim());
}

function isMinutes(text: string, most: number): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
}
