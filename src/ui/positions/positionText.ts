import * as vscode from 'vscode';
import { showBriefMoney, showMoney, showNumber, showSignedPercent } from '../../domain/values/amount';
import type { ReadHolding } from '../../domain/positions/holding';
import { directionIcons } from '../platform/words/directionIcons';
import type { Direction, DirectionSetting } from '../../domain/quotes/priceDirection';
import { maskWhen } from '../../domain/text/mask';
import type { Mask } from '../../domain/text/mask';
import type { MarketGroup, Subtotal } from '../../domain/positions/holdingGroups';
import { visibleText } from '../../domain/text/visibleText';
import { securityOpener } from '../platform/openSecurity';
import type { PositionFieldSetting } from '../platform/settings';
import { listText } from '../platform/lists/listText';
import { dayPart } from '../platform/words/dayText';
import { profitText, sideText } from '../platform/words/holdingText';

/** How rises and falls are shown: never by color alone. */
export interface RowStyle extends Readonly<Record<Direction, vscode.ThemeIcon>> {
  /** Hides quantities, money and account numbers, and with them whether there is a profit. */
  readonly isPrivate: boolean;
  readonly isSandbox: boolean;
  readonly mask: Mask;
  readonly fields: readonly PositionFieldSetting[];
  /** The text for a side; empty for long, the most common one. */
  readonly sides: Readonly<Record<'long' | 'short', string>>;
  readonly open: (symbol: string) => vscode.Command;
}

/** Icons in the theme's colors, and other things that all rows share, created once. */
export function rowStyle(
  colours: DirectionSetting,
  language: string,
  isPrivate: boolean,
  fields: readonly PositionFieldSetting[],
  isSandbox = false,
): RowStyle {
  const icons = directionIcons(colours, language);
  const { flat } = icons;
  const shared = {
    isPrivate,
    isSandbox,
    mask: maskWhen(isPrivate),
    fields,
    sides: { long: '', short: `${sideText('short', '')} ` },
    open: securityOpener(),
  };
  if (isPrivate) return { up: flat, down: flat, flat, ...shared };
  return { ...icons, ...shared };
}

/** `+12.00 +0.98% HKD · day +3.00 +0.24% · 1,234.00`: the most important first, because narrow views cut off the end. */
export function subtotalText(subtotal: Subtotal, mask: Mask): string {
  return `${totalText(subtotal, mask)} · ${mask(showMoney(subtotal.marketValue))}`;
}

/** `+12.00 +0.98% HKD · day +3.00 +0.24%`. */
export function totalText(subtotal: Subtotal, mask: Mask): string {
  const day = dayPart(subtotal.day, mask);
  return day === '' ? subtotalProfitText(subtotal, mask) : `${subtotalProfitText(subtotal, mask)} · ${day}`;
}

/** The currency stays visible when figures are hidden: it distinguishes the totals. */
function subtotalProfitText({ profit, percent, currency }: Subtotal, mask: Mask): string {
  const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
  const figures = joined(showBriefMoney(profit), percent === undefined ? '' : showSignedPercent(percent));
  return joined(mask(figures), visibleText(currency ?? ''));
}

/** The text after the symbol, in the order of the fields: narrow views cut off the end. */
export function positionDescription(read: ReadHolding, style: RowStyle): string {
  let text = '';
  for (const field of style.fields) {
    const part = fieldText(field, read, style);
    // A value that the service leaves out leaves no gap; quantity and price are written as on a ticket.
    if (part !== '') text += text === '' ? part : field === 'price' ? ` ${part}` : ` · ${part}`;
  }
  return visibleText(read.isOld === true ? `${text === '' ? '' : `${text} · `}${vscode.l10n.t('out of date')}` : text);
}

/** A figure that is not a number is shown as received. */
function fieldText(field: PositionFieldSetting, read: ReadHolding, { mask, sides }: RowStyle): string {
  const { holding } = read;
  switch (field) {
    case 'profit':
      return profitText(read, mask);
    case 'name':
      return holding.name;
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
