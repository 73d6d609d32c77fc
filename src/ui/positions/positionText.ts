import * as vscode from 'vscode';
import {
  showBriefMoney,
  showBriefPercent,
  showMoney,
  showNumber,
  showShortMoney,
  showSignedPercent,
  showWholeMoney,
} from '../../domain/values/amount';
import type { ReadHolding } from '../../domain/positions/holding';
import { directionIcons } from '../platform/words/directionIcons';
import type { Direction, DirectionSetting } from '../../domain/quotes/priceDirection';
import { maskWhen } from '../../domain/text/mask';
import type { Mask } from '../../domain/text/mask';
import type { MarketGroup, Subtotal } from '../../domain/positions/holdingGroups';
import { nameWithin } from '../../domain/text/columns';
import { emsOf, nameWithinEms } from '../../domain/text/ems';
import { visibleText } from '../../domain/text/visibleText';
import { securityOpener } from '../platform/openSecurity';
import type { PositionFieldSetting } from '../platform/settings';
import { rowRoom } from '../platform/trees/rowRoom';
import { listText, pairText } from '../platform/lists/listText';
import { silence } from '../platform/silence';
import { dayFigures, dayPart } from '../platform/words/dayText';
import { profitForms, profitText, sideText } from '../platform/words/holdingText';
import { inOrder } from '../../domain/text/leading';
import type { Leading } from '../../domain/text/leading';

/** A longer name would push out what stands after the figure. */
const [mostNameColumns, mostSymbolColumns] = [20, 11];
/** A name is known by eight letters or so; by one it is not. */
const [enoughEms, leastEms] = [5.5, 3];
/** The level of a position and of a total in the tree. */
const depth = 3;

/** How rises and falls are shown: never by color alone. */
export interface RowStyle extends Readonly<Record<Direction, vscode.ThemeIcon>> {
  /** Hides quantities, money and account numbers, and with them whether there is a profit. */
  readonly isPrivate: boolean;
  readonly isSandbox: boolean;
  readonly mask: Mask;
  readonly fields: readonly PositionFieldSetting[];
  readonly first: Leading;
  /** The text for a side; empty for long, the most common one. */
  readonly sides: Readonly<Record<'long' | 'short', string>>;
  readonly open: (symbol: string) => vscode.Command;
  /** Two texts as a list, for screen readers. */
  readonly pair: (one: string, other: string) => string;
}

/** Icons in the theme's colors, and other things that all rows share, created once. */
export function rowStyle(
  colours: DirectionSetting,
  language: string,
  isPrivate: boolean,
  fields: readonly PositionFieldSetting[],
  isSandbox = false,
  first: Leading = 'name',
): RowStyle {
  const icons = directionIcons(colours, language);
  const { flat } = icons;
  const shared = {
    isPrivate,
    isSandbox,
    first,
    mask: maskWhen(isPrivate),
    fields,
    sides: { long: '', short: `${sideText('short', '')} ` },
    open: securityOpener(),
    pair: pairText(),
  };
  if (isPrivate) return { up: flat, down: flat, flat, ...shared };
  return { ...icons, ...shared };
}

/** The figures of a total, of which a row shows one. */
export type SumFigure = 'profit' | 'dayProfit' | 'marketValue';

/** The figure that the rows of totals show: the first of the fields that can be added. */
export function sumFigure(fields: readonly PositionFieldSetting[]): SumFigure {
  return fields.find((field) => field === 'profit' || field === 'dayProfit' || field === 'marketValue') ?? 'profit';
}

/** `+12.00 +0.98% HKD`: one figure, so that a narrow view has room for all of it after the label; the others are in the tooltip. */
export function sumText(subtotal: Subtotal, label: string, { mask, fields }: Pick<RowStyle, 'mask' | 'fields'>): string {
  const figure = sumFigure(fields);
  const most = rowRoom.beside(depth, emsOf(label));
  if (figure === 'profit') {
    const { profit, percent } = subtotal;
    const shown = (money: string, percentText = ''): string => [money, percentText].filter((part) => part !== '').join(' ');
    // The same decimal as in the rows below.
    const brief = percent === undefined ? undefined : showBriefPercent(percent);
    const [money, whole, small] = [showBriefMoney(profit), showWholeMoney(profit), showShortMoney(profit)];
    const forms = [shown(money, brief), shown(whole, brief), shown(small, brief), money, whole];
    const figures = forms.find((form) => emsOf(form) <= most) ?? small;
    return [mask(figures), visibleText(subtotal.currency ?? '')].filter((part) => part !== '').join(' ');
  }
  const amount = figure === 'dayProfit' ? dayFigures(subtotal.day, mask, most) : mask(showMoney(subtotal.marketValue));
  return amount === '' ? '–' : [amount, visibleText(subtotal.currency ?? '')].filter((part) => part !== '').join(' ');
}

/** All figures of a total, a line for each. */
export function sumLines(subtotal: Subtotal, mask: Mask): readonly string[] {
  const day = dayFigures(subtotal.day, mask);
  const named = (name: string, text: string): string => vscode.l10n.t('{0}: {1}', name, text);
  return [
    named(vscode.l10n.t('P&L'), subtotalProfitText(subtotal, mask)),
    ...(day === '' ? [] : [named(vscode.l10n.t('Day P&L'), day)]),
    named(vscode.l10n.t('Market value'), mask(showMoney(subtotal.marketValue))),
  ];
}

/** The currency stays visible when figures are hidden: it distinguishes the totals. */
function subtotalProfitText({ profit, percent, currency }: Subtotal, mask: Mask): string {
  const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
  const figures = joined(showBriefMoney(profit), percent === undefined ? '' : showSignedPercent(percent));
  return joined(mask(figures), visibleText(currency ?? ''));
}

/** The name of a security at the start of a row: short, so that a narrow view has room for the figure after it. */
export function leadingName(read: ReadHolding, style: RowStyle): string {
  const { first, mask, fields } = style;
  const leading = visibleText(inOrder(first, read.holding)[0]);
  // The beginning of a symbol could be that of another one.
  if (leading === visibleText(read.holding.symbol)) return nameWithin(leading, mostSymbolColumns);
  const [field] = fields;
  const forms = field === 'profit' ? profitForms(read, mask) : [field === undefined ? '' : fieldText(field, read, style, '')];
  const rooms = forms.map((form) => rowRoom.before(depth, emsOf(form)));
  const whole = nameWithin(leading, mostNameColumns);
  const isEnough = (room: number): boolean => room >= Math.min(enoughEms, emsOf(whole));
  const isLittle = (room: number): boolean => room >= Math.min(leastEms, emsOf(whole));
  // A percentage is left out only if the name would say nothing beside it.
  const halves = [rooms.slice(0, rooms.length / 2), rooms.slice(rooms.length / 2)];
  const found = halves.flatMap((half) => half.find(isEnough) ?? half.find(isLittle) ?? []);
  const room = found[0] ?? leastEms;
  return nameWithinEms(whole, Math.max(room, leastEms)) || nameWithin(leading, leastEms);
}

/**
 * The text after the name, in the order of the fields: narrow views cut off the end.
 *
 * @param name - What stands before it.
 */
export function positionDescription(read: ReadHolding, style: RowStyle, name: string): string {
  let text = '';
  for (const field of style.fields) {
    const part = fieldText(field, read, style, name);
    // Quantity and price are written as on a ticket.
    text = field === 'price' && text !== '' && part !== '' ? `${text} ${part}` : withPart(text, part);
  }
  // The quantity says the side, too.
  if (!style.fields.includes('quantity')) text = withPart(text, sideNote(read, style));
  // While the service is silent, the row is dimmed, and the time stands above the rows.
  if (read.isOld === true && !silence.isOn) text = withPart(text, vscode.l10n.t('out of date'));
  return visibleText(text);
}

/** A value that the service leaves out leaves no gap. */
function withPart(text: string, part: string): string {
  if (part === '') return text;
  return text === '' ? part : `${text} · ${part}`;
}

/** The side of a position; empty for long, the most common one. */
function sideNote({ holding }: ReadHolding, { sides }: Pick<RowStyle, 'sides'>): string {
  return (holding.side === 'other' ? sideText('other', holding.sideText) : sides[holding.side]).trim();
}

/** A figure that is not a number is shown as received. */
function fieldText(field: PositionFieldSetting, read: ReadHolding, { mask, sides, first }: RowStyle, name: string): string {
  const { holding } = read;
  switch (field) {
    case 'profit':
      return profitText(read, mask, rowRoom.beside(depth, emsOf(name)));
    case 'name':
      return inOrder(first, holding)[1];
    case 'quantity':
      return `${holding.side === 'other' ? `${sideText('other', holding.sideText)} ` : sides[holding.side]}${mask(showNumber(holding.quantity))}`;
    case 'price':
      return holding.price === '' ? '' : `@ ${showNumber(holding.price)}`;
    case 'marketValue':
      return mask(showNumber(holding.marketValue));
    case 'dayProfit':
      return dayPart(read.day, mask);
    case 'extended':
      return read.extended === undefined ? '' : `${read.extended.name} ${read.extended.text}`;
    case 'dayChange':
      return read.dayChange === undefined
        ? ''
        : vscode.l10n.t({
            message: 'day {0}',
            args: [read.dayChange],
            comment: ['{0} is a change since the previous close, such as "▲ +1.20 (+0.21%)" or "+1,200.00 +0.21%".'],
          });
  }
}

/** A market's name, from the symbols in it; the service's number if they have none. */
export function marketLabel(group: Pick<MarketGroup, 'prefixes' | 'market'>): string {
  if (group.prefixes.length > 0) return listText(group.prefixes);
  return group.market === undefined ? vscode.l10n.t('Other') : vscode.l10n.t('Market {0}', group.market);
}
