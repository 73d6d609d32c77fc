import * as vscode from 'vscode';
import { showBriefMoney, showMoney, showNumber, showSignedPercent } from '../../domain/values/amount';
import type { HoldingSide, ReadHolding } from '../../domain/positions/holding';
import { directionIcons } from '../quotes/directionIcons';
import type { Direction, DirectionSetting } from '../../domain/quotes/priceDirection';
import { maskWhen } from '../../domain/text/mask';
import type { Mask } from '../../domain/text/mask';
import type { MarketGroup, Subtotal } from '../../domain/positions/holdingGroups';
import { visibleText } from '../../domain/text/visibleText';
import { offsetMs } from '../../domain/time/zones';
import { securityOpener } from '../platform/openSecurity';
import type { PositionFieldSetting } from '../platform/settings';
import { listText } from '../platform/lists/listText';
import { dayPart } from './day/dayText';

/** How rising and falling is drawn: never by colour alone. */
export interface RowStyle extends Readonly<Record<Direction, vscode.ThemeIcon>> {
  /** Quantities, money and account numbers are hidden, and with them whether it is a profit. */
  readonly isPrivate: boolean;
  readonly isSandbox: boolean;
  readonly mask: Mask;
  readonly fields: readonly PositionFieldSetting[];
  /** What is shown of a side; nothing for a long one, which most are. */
  readonly sides: Readonly<Record<'long' | 'short', string>>;
  readonly open: (symbol: string) => vscode.Command;
}

/** Icons in the theme's colours, and what else all rows share, made once. */
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

/**
 * `+123.45 +1.23%`, short enough for a view of 280 pixels: the row's icon has the arrow, its hover every digit. Texts that are
 * no numbers are shown as they came.
 */
export function profitText(read: ReadHolding): string {
  const { holding, profit, ratio } = read;
  const percent = ratio.kind === 'none' ? holding.profitRatio : showSignedPercent(ratio.percent);
  if (profit === undefined) return percent === '' ? holding.profit : `${holding.profit} (${percent})`.trimStart();
  const amount = showBriefMoney(profit);
  return percent === '' ? amount : `${amount} ${percent}`;
}

/** `+12.00 +0.98% HKD · day +3.00 +0.24% · 1,234.00`: what is looked for first, because narrow views cut off the end. */
export function subtotalText(subtotal: Subtotal, mask: Mask): string {
  return `${totalText(subtotal, mask)} · ${mask(showMoney(subtotal.marketValue))}`;
}

/** `+12.00 +0.98% HKD · day +3.00 +0.24%`. */
export function totalText(subtotal: Subtotal, mask: Mask): string {
  const day = dayPart(subtotal.day, mask);
  return day === '' ? subtotalProfitText(subtotal, mask) : `${subtotalProfitText(subtotal, mask)} · ${day}`;
}

/** The currency stays where figures are hidden: it tells one total from the next. */
function subtotalProfitText({ profit, percent, currency }: Subtotal, mask: Mask): string {
  const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
  const figures = joined(showBriefMoney(profit), percent === undefined ? '' : showSignedPercent(percent));
  return joined(mask(figures), visibleText(currency ?? ''));
}

/** What a row says behind the symbol, in the order of the fields: narrow views cut off the end. */
export function positionDescription(read: ReadHolding, style: RowStyle): string {
  let text = '';
  for (const field of style.fields) {
    const part = fieldText(field, read, style);
    // What the service leaves out leaves no gap; quantity and price read as on a ticket.
    if (part !== '') text += text === '' ? part : field === 'price' ? ` ${part}` : ` · ${part}`;
  }
  return visibleText(read.isOld === true ? `${text === '' ? '' : `${text} · `}${vscode.l10n.t('out of date')}` : text);
}

/** A figure that is no number is shown as it came. */
function fieldText(field: PositionFieldSetting, read: ReadHolding, { mask, sides }: RowStyle): string {
  const { holding } = read;
  switch (field) {
    case 'profit':
      return mask(profitText(read));
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

export function sideText(side: HoldingSide, asSent: string): string {
  if (side === 'long') return vscode.l10n.t('long');
  if (side === 'short') return vscode.l10n.t('short');
  return vscode.l10n.t('side {0}', visibleText(asSent));
}

/** Whether an account has real money. In a sandbox none has, whatever it calls them. */
export function kindText(kind: 'simulated' | 'live', isSandbox: boolean): string {
  if (kind === 'simulated') return vscode.l10n.t('paper');
  return isSandbox ? vscode.l10n.t({ message: 'live', comment: ['A simulated live account of the sandbox.'] }) : vscode.l10n.t('LIVE');
}

/** A market's name, from the symbols in it; the service's number where they have none. */
export function marketLabel(group: Pick<MarketGroup, 'prefixes' | 'market'>): string {
  if (group.prefixes.length > 0) return listText(group.prefixes);
  return group.market === undefined ? vscode.l10n.t('Other') : vscode.l10n.t('Market {0}', group.market);
}

/** `14:03:22` on the wall clock of `zone`. */
export function clockText(zone: string, wallMs: number): string {
  return new Date(wallMs + offsetMs(zone, wallMs)).toISOString().slice(11, 19);
}
