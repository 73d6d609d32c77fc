import * as vscode from 'vscode';
import type { FoundQuote } from '../../app/quotes/quoteLookup';
import { showNumber } from '../../domain/values/amount';
import { visibleText } from '../../domain/text/visibleText';
import { wallTimeToTheSecond } from '../../domain/time/zones';
import { changeText } from '../platform/words/changeText';
import { extendedView } from '../platform/words/extendedText';
import { tooltipTable } from '../platform/say/tooltipTable';

/** Name, latest price and change of one security, and the time of the price; `more` notes go below. */
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
  const time = wallTimeToTheSecond(zone, quote.at);
  const source = connection.kind === 'sandbox' ? vscode.l10n.t('Simulated price as of {0}', time) : vscode.l10n.t('As of {0}', time);
  const notes = isOld ? [source, vscode.l10n.t('out of date')] : [source];
  const extended = extendedView(quote, zone);
  const below = extended === null ? [notes.join(' · ')] : [extended.note, notes.join(' · ')];
  return tooltipTable(`${visibleText(quote.symbol)} ${visibleText(quote.name)}`, shown, [...below, ...more]);
}
