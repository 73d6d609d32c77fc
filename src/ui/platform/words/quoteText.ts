import * as vscode from 'vscode';
import type { LiveQuote } from '../../../domain/quotes/liveQuote';
import { directionOf } from '../../../domain/quotes/priceDirection';
import type { Direction } from '../../../domain/quotes/priceDirection';
import { parseAmount, percentOf, showNumber, showSignedMoney, showSignedPercent } from '../../../domain/values/amount';
import type { Amount } from '../../../domain/values/amount';
import type { UnixMilliseconds } from '../../../service/schema/units';
import { listText } from '../lists/listText';

export interface QuoteTextContext {
  /** A time for display, to the second. */
  readonly timeText: (at: UnixMilliseconds) => string;
  readonly isOld: boolean;
  readonly isDenied: boolean;
}

export type TextedQuote = Pick<LiveQuote, 'at' | 'lastPrice' | 'previousClose' | 'isSuspended'>;

/** A price as texts that keep every digit; a change that cannot be computed is empty. */
export interface QuoteText {
  readonly last: string;
  readonly change: string;
  readonly percent: string;
  readonly direction: Direction;
  /** The time of the price, and what the user should know about it. */
  readonly note: string;
  /** The change as amounts. */
  readonly amounts: { readonly change: Amount | undefined; readonly percent: Amount | undefined };
}

export function quoteText(quote: TextedQuote, { timeText, isOld, isDenied }: QuoteTextContext): QuoteText {
  const [last, close] = [parseAmount(quote.lastPrice), parseAmount(quote.previousClose)];
  const change = last === undefined || close === undefined ? undefined : last - close;
  const percent = change === undefined || close === undefined || close === 0n ? undefined : percentOf(change, close);
  return {
    last: showNumber(quote.lastPrice),
    change: change === undefined ? '' : showSignedMoney(change),
    percent: percent === undefined ? '' : showSignedPercent(percent),
    direction: change === undefined ? 'flat' : directionOf(change),
    note: listText([
      vscode.l10n.t('as of {0}', timeText(quote.at)),
      isOld ? vscode.l10n.t('out of date') : '',
      isDenied ? vscode.l10n.t('may be delayed') : '',
      quote.isSuspended ? vscode.l10n.t('suspended') : '',
    ]),
    amounts: { change, percent },
  };
}
