import * as vscode from 'vscode';
import { onSettingChange, readSetting, unreadableSetting } from '../../platform/settings';
import type { SettingKey } from '../../platform/settings';
import { limitSettings, onLimitsChange } from './readLimits';

/**
 * Why no order may be changed: the user turned changes off, or wrote a limit that can’t be read. Its default would mean that there is no limit.
 */
export function turnedOff(): { readonly setting: SettingKey; readonly why: string } | undefined {
  const unreadable = unreadableSetting(['orders.readOnly', ...limitSettings]);
  if (unreadable !== undefined)
    return {
      setting: unreadable,
      why: vscode.l10n.t('Order changes are turned off: the value of “marketDesk.{0}” can’t be used.', unreadable),
    };
  if (!readSetting('orders.readOnly')) return undefined;
  return {
    setting: 'orders.readOnly',
    why: vscode.l10n.t('Order changes are turned off by the “marketDesk.orders.readOnly” setting.'),
  };
}

/** Calls `listener` when a setting changes that decides what may be done with orders. */
export function onAllowanceChange(listener: () => void): vscode.Disposable {
  const switches = (['orders.readOnly', 'orders.allow'] as const).map((setting) => onSettingChange(setting, listener));
  return vscode.Disposable.from(...switches, onLimitsChange(listener));
}
