import * as vscode from 'vscode';
import { showMoney, showNumber, showSignedMoney, showSignedPercent, showSignedText } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import type { HoldingSide, ReadHolding } from '../../domain/positions/holding';
import { arrowOf, colourOf, directionOf } from '../../domain/quotes/priceDirection';
import type { Direction, DirectionSetting } from '../../domain/quotes/priceDirection';
import { maskWhen } from '../../domain/text/mask';
import type { MarketGroup, Subtotal } from '../../domain/positions/portfolio';
import { visibleText } from '../../domain/text/visibleText';
import { offsetMs } from '../../domain/time/zones';
import type { PositionFieldSetting } from '../platform/settings';

/** How rising and falling is drawn: never by colour alone. */
export interface RowStyle extends Readonly<Record<Direction, vscode.ThemeIcon>> {
  /** Quantities, money and account numbers are hidden, and with them whether it is a profit. */
  readonly isPrivate: boolean;
  readonly fields: readonly PositionFieldSetting[];
}

/** Icons in the theme's colours, made once for all rows. */
export function rowStyle(
  colours: DirectionSetting,
  language: string,
  isPrivate: boolean,
  fields: readonly PositionFieldSetting[],
): RowStyle {
  const icon = (direction: Direction, name: string): vscode.ThemeIcon => {
    const colour = colourOf(direction, colours, language);
    return new vscode.ThemeIcon(name, colour === undefined ? undefined : new vscode.ThemeColor(`charts.${colour}`));
  };
  const flat = icon('flat', 'dash');
  if (isPrivate) return { up: flat, down: flat, flat, isPrivate, fields };
  return { up: icon('up', 'triangle-up'), down: icon('down', 'triangle-down'), flat, isPrivate, fields };
}

/** `▲ +123.45 (+1.23 %)`; texts that are no numbers are shown as they came. */
export function profitText(read: ReadHolding): string {
  const { holding, profit, direction, ratio } = read;
  const percent =
    ratio.kind === 'none'
      ? holding.profitRatio
      : ratio.kind === 'stated'
        ? `${showSignedText(holding.profitRatio, ratio.percent)}\u00a0%`
        : showSignedPercent(ratio.percent);
  const amount = profit === undefined ? holding.profit : `${arrowOf(direction)} ${showSignedText(holding.profit, profit)}`;
  return percent === '' ? amount : `${amount} (${percent})`.trimStart();
}

/** `1,234.00 · ▲ +12.00 (+0.98 %) HKD`. */
export function subtotalText(subtotal: Subtotal): string {
  return `${money(subtotal.marketValue, subtotal.currency)} · ${subtotalProfitText(subtotal)}`;
}

export function subtotalProfitText(subtotal: Subtotal): string {
  const { profit, percent, currency } = subtotal;
  const amount = `${arrowOf(directionOf(profit))} ${showSignedMoney(profit)}${currency === undefined ? '' : ` ${visibleText(currency)}`}`;
  return percent === undefined ? amount : `${amount} (${showSignedPercent(percent)})`;
}

function money(value: Amount, currency: string | undefined): string {
  return currency === undefined ? showMoney(value) : `${showMoney(value)} ${visibleText(currency)}`;
}

/** What a row says behind the symbol, in the order of `fields`: narrow views cut off the end. */
export function positionDescription(read: ReadHolding, isPrivate: boolean, fields: readonly PositionFieldSetting[]): string {
  const { holding } = read;
  const mask = maskWhen(isPrivate);
  const side = holding.side === 'long' ? '' : `${sideText(holding.side, holding.sideText)} `;
  const texts: Readonly<Record<PositionFieldSetting, string>> = {
    profit: mask(profitText(read)),
    name: holding.name,
    quantity: `${side}${mask(showNumber(holding.quantity))}`,
    price: holding.price === '' ? '' : `@ ${showNumber(holding.price)}`,
    marketValue: mask(showNumber(holding.marketValue)),
  };
  // What the service leaves out leaves no gap; quantity and price read as on a ticket. A figure that is no number is shown as it came.
  const parts = [...fields.map((field) => texts[field]), read.isOld === true ? vscode.l10n.t('out of date') : ''].filter(
    (part) => part !== '',
  );
  return visibleText(parts.join(' · ').replace(/ · @ /g, ' @ '));
}

export function sideText(side: HoldingSide, asSent: string): string {
  if (side === 'long') return vscode.l10n.t('long');
  if (side === 'short') return vscode.l10n.t('short');
  return vscode.l10n.t('side {0}', visibleText(asSent));
}

/** A market's name, from the symbols in it; the service's number where they have none. */
export function marketLabel(group: Pick<MarketGroup, 'prefixes' | 'market'>): string {
  if (group.prefixes.length > 0) return group.prefixes.join(', ');
  return group.market === undefined ? vscode.l10n.t('Other') : vscode.l10n.t('Market {0}', group.market);
}

/** `14:03:22` on the wall clock of `zone`. */
export function clockText(zone: string, wallMs: number): string {
  return new Date(wallMs + offsetMs(zone, wallMs)).toISOString().slice(11, 19);
}
