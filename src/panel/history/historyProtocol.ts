import type { EventRow } from '../calendar/calendarProtocol';
import type { SessionView } from '../platform/sessionView';
import { isCopy, isNull, isRecord, isText } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** An indicator as one of its releases names it; stored by the page, so that a reload of the window shows the same one. */
export interface IndicatorView {
  readonly text: string;
  readonly country: string;
  readonly unit: string | null;
}

/** The known releases of one indicator. */
export interface HistoryData {
  /** Null until an indicator was chosen. */
  readonly indicator: IndicatorView | null;
  /** Published releases, the latest first. */
  readonly past: readonly EventRow[];
  /** The next planned release. */
  readonly next: EventRow | null;
  /** Minutes before the next release at which the user is reminded; null without a reminder. */
  readonly reminder: number | null;
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** True once the search was answered, even with no events: without an answer, nothing is known of past releases. */
  readonly isAnswered: boolean;
  /** The keyword of the search. */
  readonly keyword: string;
  /** The number of events that were read for it. */
  readonly read: number;
  /** The gaps of the search, in words; empty if it is complete, and while it is loading. */
  readonly missing: string;
  /** Why loading takes so long; empty if there is no reason. */
  readonly waiting: string;
}

/** From the extension to the page. */
export interface ToHistoryPage {
  readonly start: { readonly session: SessionView; readonly zone: string; readonly data: HistoryData };
  readonly data: HistoryData;
  readonly session: SessionView;
  /** Times are shown in this zone. */
  readonly zone: string;
}

export type HistoryAction = 'signIn' | 'connect' | 'startSandbox' | 'choose' | 'search' | 'remind';

/** From the page to the extension. */
export interface ToHistoryHost {
  readonly ready: null;
  readonly refresh: null;
  readonly stop: null;
  readonly act: { readonly action: HistoryAction };
  /** Tab-separated text of rows, as the page shows them. */
  readonly copy: { readonly text: string };
}

const actions: readonly HistoryAction[] = ['signIn', 'connect', 'startSandbox', 'choose', 'search', 'remind'];

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const historyHostGuards: Guards<ToHistoryHost> = {
  ready: isNull,
  refresh: isNull,
  stop: isNull,
  act: (body): body is ToHistoryHost['act'] => isRecord(body) && actions.some((action) => action === body['action']),
  copy: isCopy,
};

/** An indicator that a page stored or a command got; only its shape is checked. */
export function isIndicator(value: unknown): value is IndicatorView {
  return (
    isRecord(value) &&
    isWord(value['text']) &&
    value['text'].trim() !== '' &&
    isWord(value['country']) &&
    (value['unit'] === null || isWord(value['unit']))
  );
}

function isWord(value: unknown): value is string {
  return isText(value, 2_000);
}
