import * as vscode from 'vscode';
import type { Event } from '../../app/platform/ports';
import { formatMilliseconds } from '../../domain/clock/clockLevel';
import { clockRows, meaningText } from './clockText';
import type { ClockView } from './clockText';
import { createPick } from '../platform/say/inputs';

interface DetailItem extends vscode.QuickPickItem {
  readonly run?: () => Promise<unknown>;
}

export interface ClockDetails {
  readonly view: () => ClockView;
  readonly onDidChange: Event<unknown>;
  readonly synchronize: () => Promise<boolean>;
}

/** Clock details as a list that stays up to date, with the actions on top. */
export function showClockDetails({ view, onDidChange, synchronize }: ClockDetails): void {
  const pick = createPick<DetailItem>();
  pick.title = vscode.l10n.t('Clock Details');
  pick.placeholder = vscode.l10n.t('Select an action');
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;

  const refresh = (): void => {
    pick.items = items(view(), synchronize);
  };
  refresh();
  const subscription = onDidChange(refresh);
  pick.onDidAccept(async () => {
    const [chosen] = pick.selectedItems;
    if (chosen?.run === undefined) return;
    pick.busy = true;
    await chosen.run();
    pick.busy = false;
    refresh();
  });
  pick.onDidHide(() => {
    subscription.dispose();
    pick.dispose();
  });
  pick.show();
}

function items(view: ClockView, synchronize: () => Promise<boolean>): DetailItem[] {
  const rows = clockRows(view);
  const samples = [...view.snapshot.samples].reverse();
  return [
    { label: vscode.l10n.t('Synchronize Clock'), iconPath: new vscode.ThemeIcon('sync'), run: synchronize },
    {
      label: vscode.l10n.t('Copy Clock Details'),
      iconPath: new vscode.ThemeIcon('copy'),
      run: async () => vscode.env.clipboard.writeText(asText(view)),
    },
    { label: vscode.l10n.t('Clock'), kind: vscode.QuickPickItemKind.Separator },
    // The sentence is too long for the field above the list.
    ...rows.map(([label, value], index) => ({
      label,
      description: value,
      ...(index === rows.length - 1 ? { detail: meaningText(view) } : {}),
    })),
    { label: vscode.l10n.t('Samples, newest first'), kind: vscode.QuickPickItemKind.Separator },
    ...samples.map(({ roundTripMs, boundMs }, index) => ({
      label: vscode.l10n.t('Sample {0}', samples.length - index),
      description: vscode.l10n.t('round trip {0}, accurate to ±{1}', formatMilliseconds(roundTripMs), formatMilliseconds(boundMs)),
    })),
  ];
}

function asText(view: ClockView): string {
  return [...clockRows(view).map(([label, value]) => vscode.l10n.t('{0}: {1}', label, value)), meaningText(view)].join('\n');
}
