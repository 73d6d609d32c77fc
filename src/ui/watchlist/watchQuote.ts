import * as vscode from 'vscode';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { directionOf } from '../../domain/quotes/priceDirection';
import { parseAmount, percentOf, showNumber, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import { listText } from '../platform/lists/listText';
import type { WatchHolding, WatchQuote } from '../../panel/watchlist/watchlistProtocol';
import type { ExtendedView } from '../../panel/platform/extendedView';
import type { UnixMilliseconds } from '../../service/schema/units';

export interface WatchQuoteContext {
  /** A time as people read it, to the second. */
  readonly timeText: (at: UnixMilliseconds) => string;
  /** What it costs outside the regular hours, where that is newer. */
  readonly extended?: ExtendedView | null;
  readonly isOld: boolean;
  readonly isDenied: boolean;
  /** What the user has of it. */
  readonly mine?: WatchHolding | null;
}

/** What of a price the page shows. */
type ShownQuote = Pick<LiveQuote, 'symbol' | 'name' | 'at' | 'lastPrice' | 'previousClose' | 'isSuspended'> &
  Partial<Pick<LiveQuote, 'volume'>>;

/** A price for the page: exact texts, and numbers for order and picture. */
export function watchQuote(quote: ShownQuote, { timeText, isOld, isDenied, mine = null, extended = null }: WatchQuoteContext): WatchQuote {
  const [last, close] = [parseAmount(quote.lastPrice), parseAmount(quote.previousClose)];
  const change = last === undefined || close === undefined ? undefined : last - close;
  const percent = change === undefined || close === undefined || close === 0n ? undefined : percentOf(change, close);
  const time = vscode.l10n.t('as of {0}', timeText(quote.at));
  return {
    name: quote.name,
    last: showNumber(quote.lastPrice),
    change: change === undefined ? '' : showSignedMoney(change),
    percent: percent === undefined ? '' : showSignedPercent(percent),
    direction: change === undefined ? 'flat' : directionOf(change),
    sortLast: numberOf(quote.lastPrice),
    sortChange: change === undefined ? null : Number(change) / 1e18,
    sortPercent: percent === undefined ? null : Number(percent) / 1e18,
    volume: showNumber(quote.volume ?? ''),
    sortVolume: numberOf(quote.volume ?? ''),
    mine,
    extended,
    previousClose: numberOf(quote.previousClose),
    isOld: isOld || quote.isSuspended,
    note: listText([
      time,
      isOld ? vscode.l10n.t('out of date') : '',
      isDenied ? vscode.l10n.t('may be delayed') : '',
      quote.isSuspended ? vscode.l10n.t('suspended') : '',
    ]),
  };
}

function numberOf(text: string): number | null {
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? null : value;
}
