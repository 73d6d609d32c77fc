import * as vscode from 'vscode';
import { extendedPrice } from '../../../domain/quotes/outsideHours';
import type { OutsideSession, Quoted } from '../../../domain/quotes/outsideHours';
import { arrowOf, directionOf, drawnDirection } from '../../../domain/quotes/priceDirection';
import { parseAmount, percentOf, plainAmount, showNumber, showSignedPercent } from '../../../domain/values/amount';
import type { ExtendedView } from '../../../panel/platform/extendedView';
import { dateTimeText } from '../dateText';
import { listText } from '../lists/listText';

/** The price of a security outside the regular hours, with its own time; null if the price of the regular hours is newer. */
export function extendedView(quote: Quoted, zone: string): ExtendedView | null {
  const found = extendedPrice(quote);
  if (found === undefined) return null;
  const name = sessionName(found.session);
  const [price, base] = [parseAmount(found.price), parseAmount(found.base)];
  const change = price === undefined || base === undefined ? undefined : price - base;
  const percent = change === undefined || base === undefined || base === 0n ? undefined : percentOf(change, base);
  const shown = percent === undefined ? '' : showSignedPercent(percent);
  const direction = change === undefined ? 'flat' : percent === undefined ? directionOf(change) : drawnDirection(shown, change);
  const moved = percent === undefined ? '' : ` ${arrowOf(direction)} ${shown}`;
  const text = `${showNumber(found.price)}${moved}`;
  const time = found.at === undefined ? '' : vscode.l10n.t('as of {0}', dateTimeText(zone, found.at));
  return { name, text, note: listText([`${name} ${text}`, time]), direction, percent: percent === undefined ? '' : plainAmount(percent) };
}

/** A session outside the regular hours of an exchange. */
export function sessionName(session: OutsideSession): string {
  switch (session) {
    case 'preMarket':
      return vscode.l10n.t('Pre-market');
    case 'afterMarket':
      return vscode.l10n.t('After hours');
    case 'overnight':
      return vscode.l10n.t('Overnight');
  }
}
