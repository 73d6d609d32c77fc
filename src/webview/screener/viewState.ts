import { isScreen, screenColumns } from '../../domain/plates/screen';
import type { Screen, ScreenColumn } from '../../domain/plates/screen';
import { isRecord } from '../../panel/platform/messages';

/** The user's choices on the page; they survive hiding, closing and a reload. */
export interface ScreenerViewState extends Screen {
  /** The name of the saved screen that was chosen; empty for none. */
  readonly chosen: string;
  /** The plate that is shown, for the extension after a reload; empty for none. */
  readonly plateId: string;
}

/** Columns that the user can add: all of them do not fit beside the side bar of a usual window. */
const isExtra: ReadonlySet<ScreenColumn> = new Set([
  ...(['change', 'open', 'high', 'low', 'previousClose', 'average', 'bid', 'bidVolume', 'ask', 'askVolume', 'lot'] as const),
]);

export const initialColumns: readonly ScreenColumn[] = screenColumns.filter((column) => !isExtra.has(column));

const initialScreen: Screen = { text: '', ranges: [], columns: initialColumns, sort: null };

/** Parses stored state; what this version does not know is replaced by the defaults. */
export function readViewState(stored: unknown): ScreenerViewState {
  const { chosen, plateId } = isRecord(stored) ? stored : {};
  return {
    ...(isScreen(stored) ? screenOf(stored) : initialScreen),
    chosen: typeof chosen === 'string' ? chosen : '',
    plateId: typeof plateId === 'string' ? plateId : '',
  };
}

export function screenOf({ text, ranges, columns, sort }: Screen): Screen {
  return { text, ranges, columns, sort };
}

/** Whether two screens show the same. */
export function isSameScreen(one: Screen, other: Screen): boolean {
  return JSON.stringify(screenOf(one)) === JSON.stringify(screenOf(other));
}
