import * as vscode from 'vscode';
import type { AccountDay, DayReviewState } from '../../../app/security/dayReview';
import { orderDays } from '../../../app/security/dayReview';
import { accountKinds } from '../../../app/session/accounts/accounts';
import { withUnit } from '../../../domain/calendar/calendarText';
import { hasValue } from '../../../domain/calendar/surprise';
import { directionOf } from '../../../domain/market/fill';
import { isShare, statedCurrency } from '../../../domain/market/security';
import { dayEvents, fillsOf, ordersLackingFills, ordersPlaced } from '../../../domain/security/day/dayEvents';
import type { DayChange, DayEvent } from '../../../domain/security/day/dayEvents';
import { daySums } from '../../../domain/security/day/daySums';
import type { SideSum } from '../../../domain/security/day/daySums';
import type { MarketDay } from '../../../domain/security/day/marketDay';
import { plainText } from '../../../domain/text/segments';
import { idText, shortened, visibleText } from '../../../domain/text/visibleText';
import { offsetMs, wallTimeToTheSecond, zoneLabel } from '../../../domain/time/zones';
import { showNumber } from '../../../domain/values/amount';
import type { DayBarsView, DayEventView, DayReviewView, DaySumView } from '../../../panel/security/dayProtocol';
import type { Part } from '../../../panel/security/securityProtocol';
import { seen } from '../../../service/lists/list';
import type { Gap } from '../../../service/lists/list';
import type { CalendarEvent } from '../../../service/records';
import { orderTerms, priceText } from '../../platform/words/orderLine';
import type { MarketDigits } from '../../platform/words/orderLine';
import { orderTypeWord, sideWord, statusWord } from '../../platform/words/wireWords';
import { presentError } from '../../platform/errors/presentError';
import { gapsText } from '../../platform/lists/gapText';
import { listText } from '../../platform/lists/listText';
import { accountsWithoutMarket, listsNoAccounts, missingAccounts, told } from '../accountNotes';
import { barView, loadingPart } from '../securityViews';

const longestText = 300;

/** The reviewed day for its page. In privacy mode it contains nothing about the user: even times would reveal what was traded. */
export function dayReviewView(state: DayReviewState, isPrivate: boolean, market?: MarketDigits): DayReviewView {
  const { day, parts } = state;
  const own = isPrivate ? { ...parts, orders: [], fills: [], changes: [] } : parts;
  return {
    ...{ date: day.date, today: state.today, earlier: state.earlier ?? null, later: state.later ?? null },
    zone: zoneLabel(day.zone, day.from),
    session: sessionText(state.session),
    events: dayEvents(day, own).map((event) => eventView(event, day, market)),
    sums: isPrivate || state.isListing ? [] : sumsOf(state, market),
    missing: missingOf(state),
    notes: isPrivate ? [vscode.l10n.t('Your orders and fills are hidden in privacy mode.')] : notesOf(state),
    isLoading: state.isReading,
  };
}

export function dayBarsView({ bars, day }: Pick<DayReviewState, 'bars' | 'day'>): Part<DayBarsView> {
  if (bars.kind === 'loading') return loadingPart('market');
  if (bars.kind === 'failed') return { kind: 'failed', problem: presentError(bars.error).message };
  if (bars.value.kind === 'notOffered') return { kind: 'notOffered' };
  const { candles, period, hasGap } = bars.value;
  const problem = hasGap ? vscode.l10n.t('The chart is incomplete: the service returned only part of the day.') : '';
  const length = Number.parseInt(period, 10) * 60;
  return { kind: 'ready', value: { bars: candles.map((candle) => barView(candle, day.zone)), length }, problem };
}

function sessionText(session: DayReviewState['session']): string {
  if (session === 'closed') return vscode.l10n.t('No trading on this day');
  if (session === 'morning') return vscode.l10n.t('Morning session only');
  return session === 'afternoon' ? vscode.l10n.t('Afternoon session only') : '';
}

function eventView(event: DayEvent, { zone }: MarketDay, market: MarketDigits | undefined): DayEventView {
  const { id, atMs, kind } = event;
  const at = { id, kind, time: Math.floor((atMs + offsetMs(zone, atMs)) / 1000), clock: wallTimeToTheSecond(zone, atMs) };
  switch (event.kind) {
    case 'released':
      return { ...at, what: shortened(plainText(event.release.text), longestText), figures: releaseFigures(event.release), account: '' };
    case 'filled': {
      const { account, side, quantity, price, standing, isSum } = event.fill;
      const text = `${sideWord(side)} ${idText(showNumber(quantity))} @ ${priceText(price, market)}`;
      const figures = isSum ? vscode.l10n.t('{0}, all fills of the order', text) : text;
      const what = {
        counts: vscode.l10n.t('Fill'),
        canceled: vscode.l10n.t('Fill, canceled afterwards'),
        unclear: vscode.l10n.t('Fill, changed afterwards'),
      }[standing];
      const isCounted = standing === 'counts';
      const standingOf = isCounted ? { isBuy: directionOf(side) === 'buy' } : { isUndone: true };
      return { ...at, ...accountOf(account), ...sideOf(side), what, figures, ...standingOf };
    }
    case 'changed': {
      const what = event.change.isTaken ? vscode.l10n.t('Change sent') : vscode.l10n.t('Change sent, outcome unknown');
      return { ...at, ...accountOf(event.account), ...sideOf(event.order?.side ?? ''), what, figures: changeText(event.change, market) };
    }
    default: {
      const { order, account } = event;
      const words = {
        placed: vscode.l10n.t('Order placed'),
        updated: vscode.l10n.t('Order updated'),
        ended: vscode.l10n.t('Order ended: {0}', statusWord(order.status)),
      };
      const error = kind === 'ended' && order.lastError !== '' ? [shortened(visibleText(order.lastError), longestText)] : [];
      const figures = listText([orderTerms(order, { isPrivate: false, market }), orderTypeWord(order.orderType), ...error]);
      return { ...at, ...accountOf(account), ...sideOf(order.side), what: words[event.kind], figures };
    }
  }
}

function accountOf({ kind, name }: { readonly kind: 'live' | 'simulated'; readonly name: string }) {
  return { account: idText(name), accountKind: kind };
}

function sideOf(side: string): Pick<DayEventView, 'side'> {
  const direction = directionOf(side);
  return direction === undefined ? {} : { side: direction };
}

function changeText({ fields }: DayChange, market: MarketDigits | undefined): string {
  const names = { qty: vscode.l10n.t('Quantity'), price: vscode.l10n.t('Price'), aux_price: vscode.l10n.t('Trigger price') };
  const changed = fields.filter(({ old, kept }) => old !== kept);
  return listText(
    changed.map(({ field, old, kept }) => {
      const text = (value: string): string => priceText(value, field === 'qty' ? undefined : market);
      return `${names[field]} ${old === undefined ? '' : `${text(old)} → `}${text(kept)}`;
    }),
  );
}

/** Actual value, forecast, and previous value of a release, if there are any. */
function releaseFigures({ announce, predictive, previous, unit }: CalendarEvent): string {
  const figure = (value: string): string => shortened(visibleText(withUnit(value, unit)), longestText);
  const named: readonly (readonly [string, string | null])[] = [
    [vscode.l10n.t('Actual'), announce],
    [vscode.l10n.t('Forecast'), predictive],
    [vscode.l10n.t('Previous'), previous],
  ];
  return named.flatMap(([name, value]) => (hasValue(value) ? [`${name} ${figure(value)}`] : [])).join(' · ');
}

/** Live and paper accounts separately, because their money must not be added. */
function sumsOf({ symbol, day, parts, accounts }: DayReviewState, market: MarketDigits | undefined): readonly DaySumView[] {
  return accountKinds.flatMap((kind) => {
    if (!accounts.some(({ account, orders, fills }) => account.kind === kind && [orders, fills].some((list) => isOffered(list)))) return [];
    const isOfKind = ({ account }: { readonly account: { readonly kind: string } }): boolean => account.kind === kind;
    const fills = fillsOf(day, parts.fills.filter(isOfKind));
    const { bought, sold, leftOut } = daySums(fills);
    const stated = fills.map(({ currency }) => currency);
    const currency = statedCurrency(symbol, stated);
    // Amounts in two currencies have no sum.
    const isMixed = currency === undefined && stated.some((one) => one !== '');
    const text = (sum: SideSum): string => sideText(isMixed ? { ...sum, average: undefined } : sum, symbol, currency, market);
    const facts: readonly (readonly [string, string])[] = [
      [vscode.l10n.t('Orders placed'), String(ordersPlaced(day, parts.orders.filter(isOfKind)).length)],
      kind === 'live' ? [vscode.l10n.t('Fills'), String(fills.length)] : [vscode.l10n.t('Orders filled'), String(fills.length)],
      [vscode.l10n.t({ message: 'Bought', comment: ['Heading of the quantity that was bought on a day.'] }), text(bought)],
      [vscode.l10n.t({ message: 'Sold', comment: ['Heading of the quantity that was sold on a day.'] }), text(sold)],
      ...(leftOut === 0 ? [] : [[vscode.l10n.t('Fills not in these sums'), String(leftOut)] as const]),
    ];
    return [{ kind, facts }];
  });
}

function isOffered(list: AccountDay['orders']): boolean {
  return list !== undefined && list.verdict !== 'notOffered';
}

/** The price of a contract is not that of one share: what it came to is not known. */
function sideText(
  { quantity, value, average }: SideSum,
  symbol: string,
  currency: string | undefined,
  market: MarketDigits | undefined,
): string {
  if (average === undefined) return showNumber(quantity);
  const price = `${average.isExact ? '' : '≈ '}${priceText(average.text, market)}`;
  if (!isShare(symbol, 'unknown')) return vscode.l10n.t('{0} @ {1}', showNumber(quantity), price);
  return vscode.l10n.t({
    message: '{0} @ {1} = {2}',
    args: [showNumber(quantity), price, `${showNumber(value)} ${currency ?? ''}`.trim()],
    comment: ['{0} is a quantity, {1} its average price, {2} what it cost.'],
  });
}

function missingOf({ directory, accounts, releases, changes, day, parts, isListing }: DayReviewState): readonly string[] {
  const gapsOf = (of: (day: AccountDay) => AccountDay['orders']): readonly Gap[] =>
    accounts.flatMap((each) => {
      const list = of(each);
      return list === undefined ? [] : told(seen(list).gaps);
    });
  const [orders, fills] = [gapsOf((each) => each.orders), gapsOf((each) => each.fills)];
  const lacking = isListing ? 0 : ordersLackingFills(day, parts.orders, parts.fills).length;
  const events = releases.kind === 'read' ? told(seen(releases.value).gaps) : [];
  return [
    ...missingAccounts(directory),
    ...(orders.length === 0 ? [] : [vscode.l10n.t('Orders may be missing: {0}', gapsText(orders, 'orders'))]),
    ...(fills.length === 0 ? [] : [vscode.l10n.t('Fills may be missing: {0}', gapsText(fills, 'fills'))]),
    ...(lacking === 0 ? [] : [vscode.l10n.t('Orders with more filled than the fills shown: {0}. Refresh to read them again.', lacking)]),
    ...(events.length === 0 ? [] : [vscode.l10n.t('Releases may be missing: {0}', gapsText(events, 'events'))]),
    ...(releases.kind === 'failed' ? [vscode.l10n.t('Releases may be missing: {0}', presentError(releases.error).message)] : []),
    ...(changes.kind === 'failed' ? [vscode.l10n.t('Order changes may be missing: the order journal couldn’t be read.')] : []),
  ];
}

function notesOf({ directory, accounts, parts }: DayReviewState): readonly string[] {
  if (listsNoAccounts(accounts, directory))
    return [vscode.l10n.t('This service doesn’t list accounts, so there are no orders and fills to review.')];
  const isMissing = (kind: 'live' | 'simulated', of: 'orders' | 'fills'): boolean =>
    accounts.some((each) => each.account.kind === kind && each[of]?.verdict === 'notOffered');
  const isPart = accounts.some(({ orders, fills }) =>
    [orders, fills].some((list) => list !== undefined && seen(list).gaps.some(({ kind }) => kind === 'notOffered')),
  );
  return [
    ...(isMissing('live', 'orders') ? [vscode.l10n.t('This service doesn’t list past orders, except of paper accounts.')] : []),
    ...(isMissing('simulated', 'orders') ? [vscode.l10n.t('This service doesn’t list past orders of paper accounts.')] : []),
    ...(isMissing('live', 'fills') ? [vscode.l10n.t('This service doesn’t list fills.')] : []),
    ...(isPart ? [vscode.l10n.t('This service doesn’t provide all lists of orders and fills, so that some may be missing.')] : []),
    ...accountsWithoutMarket(accounts.map(({ account }) => account)),
    ...(parts.orders.length === 0
      ? []
      : [
          vscode.l10n.t(
            'Orders placed in the {0} days up to this one, with the quantity and price that they have now. Changes are those sent from this machine.',
            orderDays,
          ),
        ]),
    ...(parts.fills.some(({ isSum }) => isSum)
      ? [vscode.l10n.t('Paper orders are marked once, at their average fill price and last update: their single fills aren’t listed.')]
      : []),
    ...(parts.fills.length === 0 ? [] : [vscode.l10n.t('The service doesn’t tell the realized P&L of a day.')]),
  ];
}
