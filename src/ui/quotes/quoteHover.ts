import * as vscode from 'vscode';
import type { FoundQuote } from '../../app/quotes/quoteLookup';
import { showNumber } from '../../domain/values/amount';
import { visibleText } from '../../domain/text/visibleText';
import { wallTimeToTheSecond } from '../../domain/time/zones';
import { columnsOf, nameWithin } from '../../domain/text/columns';
import { changeText } from '../platform/words/changeText';
import { extendedView } from '../platform/words/extendedText';
import { tooltipCard, tooltipTable } from '../platform/say/tooltipTable';
import type { HoverLink } from '../platform/say/tooltipTable';

/** What the user has of a security: one short line each for the top of the hover, and whole texts for its end. */
export interface OwnLines {
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

/** The editor shows a hover in a width and height of 250 pixels, and the rest only to those who scroll. */
export const mostHoverColumns = 34;
const leastNameColumns = 8;
const none: OwnLines = { lines: [], notes: [] };

/**
 * One security under the pointer: price, what the user has of it, and what can be done with it, in lines that are whole in a narrow hover. Other
 * figures, the time of the price, and whole texts of what the user has stand below.
 */
export function quoteHover(found: FoundQuote, zone: string, own: OwnLines = none): vscode.MarkdownString {
  const { quote, isOld } = found;
  const [code, name] = [visibleText(quote.symbol), visibleText(quote.name)];
  const shortName = nameWithin(name, Math.max(leastNameColumns, mostHoverColumns - columnsOf(code) - 1));
  const price = `${showNumber(quote.lastPrice)} ${changeText(quote.lastPrice, quote.previousClose)}`.trim();
  const lines = [price, isOld ? vscode.l10n.t('Out of date') : '', ...own.lines];
  return tooltipCard(
    `${code} ${shortName}`,
    { lines: lines.filter((text) => text !== ''), links: links(), code: quote.symbol },
    filled([[vscode.l10n.t('Name'), shortName === name ? '' : name], ...fields(found)]),
    [...times(found, zone), ...own.notes],
  );
}

/** The same as a table, for a place where many stand below one another; `more` notes go below. */
export function quoteTable(found: FoundQuote, zone: string, more: readonly string[] = []): vscode.MarkdownString {
  const { quote, isOld } = found;
  const rows: readonly Field[] = [
    [vscode.l10n.t('Last price'), showNumber(quote.lastPrice)],
    [vscode.l10n.t('Change'), changeText(quote.lastPrice, quote.previousClose)],
    ...fields(found),
  ];
  const old = isOld ? [vscode.l10n.t('Out of date')] : [];
  return tooltipTable(`${visibleText(quote.symbol)} ${visibleText(quote.name)}`, filled(rows), [...old, ...times(found, zone), ...more]);
}

type Field = readonly [label: string, value: string];

function fields({ quote }: FoundQuote): readonly Field[] {
  return [
    [vscode.l10n.t('Previous close'), showNumber(quote.previousClose)],
    [vscode.l10n.t('Opening price'), showNumber(quote.openPrice)],
    [vscode.l10n.t('Day high'), showNumber(quote.highPrice)],
    [vscode.l10n.t('Day low'), showNumber(quote.lowPrice)],
    [vscode.l10n.t('Volume'), showNumber(quote.volume)],
  ];
}

function filled(rows: readonly Field[]): readonly Field[] {
  return rows.filter(([, value]) => value.trim() !== '');
}

/** The price outside of the regular hours, and the time of the last one in them. */
function times({ quote, connection }: FoundQuote, zone: string): readonly string[] {
  const time = wallTimeToTheSecond(zone, quote.at);
  const extended = extendedView(quote, zone);
  const source = connection.kind === 'sandbox' ? vscode.l10n.t('Simulated price as of {0}', time) : vscode.l10n.t('As of {0}', time);
  return extended === null ? [source] : [extended.note, source];
}

function links(): readonly HoverLink[] {
  return [
    {
      label: vscode.l10n.t({ message: 'Chart', comment: ['Link in a hover on a symbol: opens its page.'] }),
      command: 'marketDesk.security.open',
    },
    {
      label: vscode.l10n.t({ message: 'Buy', comment: ['Link in a hover on a symbol: opens a new order.'] }),
      command: 'marketDesk.orders.buy',
    },
    {
      label: vscode.l10n.t({ message: 'Sell', comment: ['Link in a hover on a symbol: opens a new order.'] }),
      command: 'marketDesk.orders.sell',
    },
    {
      label: vscode.l10n.t({ message: 'Alert', comment: ['Link in a hover on a symbol: adds an alert.'] }),
      command: 'marketDesk.alerts.add',
    },
  ];
}
