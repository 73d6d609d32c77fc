import * as vscode from 'vscode';
import { defaultLimits, limitFault } from '../../domain/orders/limits/limits';
import type { WrittenLimits } from '../../domain/orders/limits/limits';
import { orderAllowances } from '../../domain/orders/orderAllowance';
import { leadings } from '../../domain/text/leading';
import type { Leading } from '../../domain/text/leading';
import { watchColumns } from '../../panel/watchlist/watchlistProtocol';
import type { WatchColumn } from '../../panel/watchlist/watchlistProtocol';
import type { OrderAllowance } from '../../domain/orders/orderAllowance';

export interface AccountSetting {
  readonly id: string;
  readonly name?: string;
  readonly kind: 'simulated' | 'live';
}

/** The values that a row of the Positions view can show after the symbol. */
export type PositionFieldSetting = 'profit' | 'name' | 'quantity' | 'price' | 'marketValue' | 'dayChange' | 'dayProfit' | 'extended';

/** What the status bar can show besides the item that is always there. */
export type StatusBarPart = 'dayProfit' | 'nextRelease';

/** Types of the settings in package.json, by key below `marketDesk.`. */
export interface SettingTypes {
  'service.url': string;
  'service.authentication': 'oauth' | 'apiKey';
  'service.vendorClientNnid': string;
  'service.quoteFeedUrl': string;
  'service.tradeFeedUrl': string;
  accounts: readonly AccountSetting[];
  plates: readonly string[];
  'positions.fields': readonly PositionFieldSetting[];
  'refresh.intervalSeconds': number;
  'calendar.timeZone': string;
  'calendar.pageSize': number;
  'colors.priceDirection': 'auto' | 'greenUp' | 'redUp' | 'neutral';
  'orders.allow': OrderAllowance;
  'orders.limits': WrittenLimits;
  'clock.toleranceMilliseconds': number;
  'hover.enabled': boolean;
  'inlay.enabled': boolean;
  'statusBar.ticker': readonly string[];
  'statusBar.show': readonly StatusBarPart[];
  'securities.first': Leading;
  'watchlist.columns': readonly WatchColumn[];
  'sandbox.world': 'usual' | 'likeLive';
}
export type SettingKey = keyof SettingTypes;

export const settingDefaults: SettingTypes = {
  'service.url': '',
  'service.authentication': 'oauth',
  'service.vendorClientNnid': '',
  'service.quoteFeedUrl': '',
  'service.tradeFeedUrl': '',
  accounts: [],
  plates: [],
  'positions.fields': ['profit', 'name'],
  'refresh.intervalSeconds': 30,
  'calendar.timeZone': '',
  'calendar.pageSize': 20,
  'colors.priceDirection': 'auto',
  'orders.allow': 'modify',
  'orders.limits': defaultLimits,
  'clock.toleranceMilliseconds': 5000,
  'hover.enabled': true,
  'inlay.enabled': false,
  'statusBar.ticker': [],
  'statusBar.show': [],
  'securities.first': 'name',
  'watchlist.columns': [],
  'sandbox.world': 'usual',
};

/** Lists are parsed entry by entry: an invalid entry must not hide the others. */
const entryChecks: ReadonlyMap<SettingKey, (entry: unknown) => boolean> = new Map<SettingKey, (entry: unknown) => boolean>([
  ['accounts', isAccount],
  ['plates', isString],
  ['positions.fields', isPositionField],
  ['statusBar.ticker', isString],
  ['statusBar.show', isStatusBarPart],
  ['watchlist.columns', isWatchColumn],
]);

/** Shape checks, because a settings file can contain anything: an invalid value is replaced by the default. */
const accepts: { readonly [K in SettingKey]: (value: unknown) => value is SettingTypes[K] } = {
  'service.url': isString,
  'service.authentication': (value) => value === 'oauth' || value === 'apiKey',
  'service.vendorClientNnid': (value): value is string => isString(value) && /^[0-9]*$/.test(value),
  'service.quoteFeedUrl': isString,
  'service.tradeFeedUrl': isString,
  accounts: (value): value is readonly AccountSetting[] => Array.isArray(value) && value.every(isAccount),
  plates: (value): value is readonly string[] => Array.isArray(value) && value.every(isString),
  'positions.fields': (value): value is readonly PositionFieldSetting[] => Array.isArray(value) && value.every(isPositionField),
  'refresh.intervalSeconds': (value): value is number => isNumberIn(value, 0, 3600),
  'calendar.timeZone': isString,
  'calendar.pageSize': (value): value is number => isNumberIn(value, 1, 30) && Number.isInteger(value),
  'colors.priceDirection': (value) => value === 'auto' || value === 'greenUp' || value === 'redUp' || value === 'neutral',
  'orders.allow': (value): value is OrderAllowance => orderAllowances.some((allowance) => allowance === value),
  'orders.limits': (value): value is WrittenLimits => limitFault(value) === undefined,
  'clock.toleranceMilliseconds': (value): value is number => isNumberIn(value, 100, 600_000),
  'hover.enabled': (value) => typeof value === 'boolean',
  'inlay.enabled': (value) => typeof value === 'boolean',
  'statusBar.ticker': (value): value is readonly string[] => Array.isArray(value) && value.every(isString),
  'statusBar.show': (value): value is readonly StatusBarPart[] => Array.isArray(value) && value.every(isStatusBarPart),
  'securities.first': (value): value is Leading => leadings.some((leading) => leading === value),
  'watchlist.columns': (value): value is readonly WatchColumn[] => Array.isArray(value),
  'sandbox.world': (value) => value === 'usual' || value === 'likeLive',
};

function isPositionField(value: unknown): value is PositionFieldSetting {
  return ['profit', 'name', 'quantity', 'price', 'marketValue', 'dayChange', 'dayProfit', 'extended'].some((field) => field === value);
}

function isStatusBarPart(value: unknown): value is StatusBarPart {
  return value === 'dayProfit' || value === 'nextRelease';
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumberIn(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high;
}

function isAccount(value: unknown): value is AccountSetting {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('kind' in value)) return false;
  if ('name' in value && value.name !== undefined && !isString(value.name)) return false;
  return isString(value.id) && isPathSegment(value.id) && (value.kind === 'simulated' || value.kind === 'live');
}

/** Texts that cannot be part of a path: the empty text, `.`, `..` and broken Unicode. */
function isPathSegment(text: string): boolean {
  return !/^\s*$|^\.\.?$|[\ud800-\udfff]/u.test(text);
}

function readable(key: SettingKey, value: unknown): unknown {
  const check = entryChecks.get(key);
  return check === undefined || !Array.isArray(value) ? value : value.filter(check);
}

/**
 * The value of an application-scoped setting. Only the user's own value counts: a workspace value for one of these keys
 * is ignored, should the editor ever offer one.
 */
export function readSetting<K extends SettingKey>(key: K): SettingTypes[K] {
  const value = readable(key, storedValue(key));
  const check: (candidate: unknown) => candidate is SettingTypes[K] = accepts[key];
  return check(value) ? value : settingDefaults[key];
}

/** The value that stands in the user's settings file, of whatever form; undefined if none does. The setting may be an earlier one. */
export function writtenSetting(key: string): unknown {
  return vscode.workspace.getConfiguration('marketDesk').inspect<unknown>(key)?.globalValue;
}

/** Whether the user has set a value, even if it equals the default. */
export function isSettingChosen(key: SettingKey): boolean {
  return writtenSetting(key) !== undefined;
}

/** Writes the user's own value. Invalid entries of a list stay in the file, after those that are written. */
export async function writeSetting<K extends SettingKey>(key: K, value: SettingTypes[K]): Promise<void> {
  const written = Array.isArray(value) ? [...(value as readonly unknown[]), ...unreadableEntries(key)] : value;
  await vscode.workspace.getConfiguration('marketDesk').update(key, written, vscode.ConfigurationTarget.Global);
}

function unreadableEntries(key: SettingKey): readonly unknown[] {
  const check = entryChecks.get(key);
  const stored = storedValue(key);
  return check === undefined || !Array.isArray(stored) ? [] : stored.filter((entry) => !check(entry));
}

function storedValue(key: SettingKey): unknown {
  const found = vscode.workspace.getConfiguration('marketDesk').inspect<unknown>(key);
  return found?.globalValue ?? found?.defaultValue;
}

/** Whether the user wants this in the status bar. Until version 0.1.0 each had a setting of its own, which still counts. */
export function isInStatusBar(part: StatusBarPart): boolean {
  return readSetting('statusBar.show').includes(part) || writtenSetting(`statusBar.${part}`) === true;
}

/** Calls `listener` whenever what {@link isInStatusBar} says, or the ticker, may have changed. */
export function onStatusBarChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('marketDesk.statusBar')) listener();
  });
}

/** Calls `listener` whenever the setting changes. */
export function onSettingChange(key: SettingKey, listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(`marketDesk.${key}`)) listener();
  });
}

function isWatchColumn(value: unknown): boolean {
  return watchColumns.some((column) => column === value);
}
