import * as vscode from 'vscode';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { roughAmount, showNumber } from '../../domain/values/amount';
import type { WatchHolding, WatchQuote } from '../../panel/watchlist/watchlistProtocol';
import type { ExtendedView } from '../../panel/platform/extendedView';
import { noPriceText } from '../platform/words/unknownSecurity';
import { quoteText } from '../platform/words/quoteText';
import type { QuoteTextContext, TextedQuote } from '../platform/words/quoteText';

export interface WatchQuoteContext extends QuoteTextContext {
  /** The price outside the regular hours, if it is newer. */
  readonly extended?: ExtendedView | null;
  /** The user's holding. */
  readonly mine?: WatchHolding | null;
}

/** The part of a price that the page shows. */
type ShownQuote = TextedQuote & Pick<LiveQuote, 'symbol' | 'name'> & Partial<Pick<LiveQuote, 'volume'>>;

/** A price for the page: exact texts, and numbers for sorting and charts. */
export function watchQuote(quote: ShownQuote, context: WatchQuoteContext): WatchQuote {
  const { amounts, ...texts } = quoteText(quote, context);
  return {
    ...texts,
    name: quote.name,
    sortLast: numberOf(quote.lastPrice),
    sortChange: amounts.change === undefined ? null : roughAmount(amounts.change),
    sortPercent: amounts.percent === undefined ? null : roughAmount(amounts.percent),
    volume: showNumber(quote.volume ?? ''),
    sortVolume: numberOf(quote.volume ?? ''),
    mine: context.mine ?? null,
    extended: context.extended ?? null,
    previousClose: numberOf(quote.previousClose),
    isOld: context.isOld || quote.isSuspended,
    asOf: context.isOld && quote.lastPrice !== '' ? vscode.l10n.t('as of {0}', context.timeText(quote.at)) : '',
  };
}

/** What is shown for a symbol that has no price: without it, the row would wait for ever in silence. */
export function unknownQuote(symbol: string): WatchQuote {
  const nothing = { symbol, name: noPriceText(symbol), at: 0, lastPrice: '', previousClose: '', isSuspended: false };
  return { ...watchQuote(nothing, { timeText: () => '', isOld: false, isDenied: false }), note: noPriceText(symbol) };
}

function numberOf(text: string): number | null {
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? null : value;
}
