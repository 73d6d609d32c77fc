import * as vscode from 'vscode';
import type { FoundQuote } from '../../app/quotes/quoteLookup';
import { parseAmount, percentOf, showNumber, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import { arrowOf, directionOf } from '../../domain/quotes/priceDirection';
import { visibleText } from '../../domain/text/visibleText';
import { clockText } from '../positions/positionText';
import { extendedView } from './extendedText';
import { tooltipTable } from '../platform/say/tooltipTable';

/** Name, latest price and change of one security, and of when it is; `more` notes go below. */
export function quoteHover({ quote, isOld, connection }: FoundQuote, zone: string, more: readonly string[] = []): vscode.MarkdownString {
  const rows: (readonly [string, string])[] = [
    [vscode.l10n.t('Last price'), showNumber(quote.lastPrice)],
    [vscode.l10n.t('Change'), changeText(quote.lastPrice, quote.previousClose)],
    [vscode.l10n.t('Previous close'), showNumber(quote.previousClose)],
    [vscode.l10n.t('Opening price'), showNumber(quote.openPrice)],
    [vscode.l10n.t('Day high'), showNumber(quote.highPrice)],
    [vscode.l10n.t('Day low'), showNumber(quote.lowPrice)],
    [vscode.l10n.t('Volume'), showNumber(quote.volume)],
  ];
  const shown = rows.filter(([, value]) => value.trim() !== '');
  const time = clockText(zone, quote.at);
  const source = connection.kind === 'sandbox' ? vscode.l10n.t('Simulated price as of {0}', time) : vscode.l10n.t('As of {0}', time);
  const notes = isOld ? [source, vscode.l10n.t('out of date')] : [source];
  const extended = extendedView(quote, zone);
  const below = extended === null ? [notes.join(' · ')] : [extended.note, notes.join(' · ')];
  return tooltipTable(`${visibleText(quote.symbol)} ${visibleText(quote.name)}`, shown, [...below, ...more]);
}

/** `▲ +1.20 (+0.21%)`; empty where one of the two prices is no number. */
export function changeText(last: string, previous: string): string {
  const [price, close] = [parseAmount(last), parseAmount(previous)];
  if (price === undefined || close === undefined) return '';
  const change = price - close;
  const percent = close === 0n ? '' : ` (${showSignedPercent(percentOf(change, close))})`;
  return `${arrowOf(directionOf(change))} ${showSignedMoney(change)}${percent}`;
}

/** `▲ +0.21%`, for narrow views; empty where it cannot be computed. */
export function changeSummary(last: string, previous: string): string {
  const [price, close] = [parseAmount(last), parseAmount(previous)];
  if (price === undefined || close === undefined || close === 0n) return '';
  return `${arrowOf(directionOf(price - close))} ${showSignedPercent(percentOf(price - close, close))}`;
}
