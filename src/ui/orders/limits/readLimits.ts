import * as vscode from 'vscode';
import { isLimit, limitFault, limitNames, limitsFrom, stricter, withLimit } from '../../../domain/orders/limits/limits';
import type { LimitEffect, LimitName, OrderLimits, WrittenLimits } from '../../../domain/orders/limits/limits';
import { orderAllowances } from '../../../domain/orders/orderAllowance';
import type { OrderAllowance } from '../../../domain/orders/orderAllowance';
import { readSetting, writeSetting, writtenSetting } from '../../platform/settings';

/** A setting that decides what may be done with orders, and that has a value which can’t be used. */
export interface SettingFault {
  /** Below `marketDesk.`. */
  readonly setting: string;
  /** The part of its value, such as `value.refuse`; empty if it is the value itself. */
  readonly part: string;
}

interface EarlierLimit {
  readonly setting: string;
  readonly name: LimitName;
  readonly effect: LimitEffect;
}

/** Until version 0.1.0 each limit was a setting of its own. They are obeyed for as long as they stand in a settings file. */
const earlierLimits: readonly EarlierLimit[] = limitNames.flatMap((name) => [
  { setting: `orders.max${name.charAt(0).toUpperCase()}${name.slice(1)}`, name, effect: 'ask' },
  { setting: `orders.hardLimits.${name}`, name, effect: 'refuse' },
]);
const earlierReadOnly = 'orders.readOnly';
/** The value of `orders.allow` that is called `modify` now. */
const earlierModify = 'modifyAndCancel';

/** The first value that can’t be used. Ignored, it would mean that there is no limit: until it is corrected, nothing may be sent. */
export function settingFault(): SettingFault | undefined {
  const allow = writtenSetting('orders.allow');
  if (allow !== undefined && allow !== earlierModify && !orderAllowances.some((known) => known === allow))
    return { setting: 'orders.allow', part: '' };
  const limits = writtenSetting('orders.limits');
  const part = limits === undefined ? undefined : limitFault(limits);
  if (part !== undefined) return { setting: 'orders.limits', part };
  const readOnly = writtenSetting(earlierReadOnly);
  if (readOnly !== undefined && typeof readOnly !== 'boolean') return { setting: earlierReadOnly, part: '' };
  const earlier = earlierLimits.find(({ setting, name }) => {
    const amount = writtenSetting(setting);
    return amount !== undefined && !isLimit(name, amount);
  });
  return earlier === undefined ? undefined : { setting: earlier.setting, part: '' };
}

/** What the user allows to be done with orders. */
export function orderAllowance(): OrderAllowance {
  return writtenSetting(earlierReadOnly) === true ? 'nothing' : readSetting('orders.allow');
}

/** The limits that are in force. */
export function orderLimits(): OrderLimits {
  return limitsFrom(writtenLimits());
}

/** The limits that the user wrote, with those in earlier settings. Where both have one, the stricter counts. */
export function writtenLimits(): WrittenLimits {
  const written = writtenSetting('orders.limits');
  const own = limitFault(written) === undefined ? (written as WrittenLimits) : {};
  return earlierLimits.reduce((limits, { setting, name, effect }) => {
    const earlier = writtenSetting(setting);
    const amount = stricter(own[name]?.[effect], isLimit(name, earlier) ? earlier : undefined);
    return amount === undefined ? limits : withLimit(limits, name, effect, amount);
  }, own);
}

/**
 * Writes what earlier settings say into those of now, and then removes them: stopped in between, both count. Values that can’t be used stay,
 * and so does what they prevent.
 */
export async function takeOverEarlier(): Promise<void> {
  if (settingFault() !== undefined) return;
  const limits = earlierLimits.map(({ setting }) => setting).filter((setting) => writtenSetting(setting) !== undefined);
  if (limits.length > 0) await writeSetting('orders.limits', writtenLimits());
  if (writtenSetting(earlierReadOnly) === true) await writeSetting('orders.allow', 'nothing');
  else if (writtenSetting('orders.allow') === earlierModify) await writeSetting('orders.allow', 'modify');
  for (const setting of [...limits, earlierReadOnly].filter((found) => writtenSetting(found) !== undefined))
    await vscode.workspace.getConfiguration('marketDesk').update(setting, undefined, vscode.ConfigurationTarget.Global);
}

/** Calls `listener` when a setting changes that decides what may be done with orders. */
export function onAllowanceChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('marketDesk.orders')) listener();
  });
}
