import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { dayPercent } from '../../domain/positions/dayProfit';
import { shareCurrency } from '../../domain/market/security';
import { priceDistance } from '../../domain/orders/orderDistance';
import type { DayProfit } from '../../domain/positions/dayProfit';
import { arrowOf, directionOf } from '../../domain/quotes/priceDirection';
import { visibleText } from '../../domain/text/visibleText';
import {
  parseAmount,
  percentOf,
  plainAmount,
  roughNumber,
  showMoney,
  showNumber,
  showSignedMoney,
  showSignedPercent,
} from '../../domain/values/amount';
import { sameNumber } from '../../domain/values/decimal';
import { isBuy, isSell } from '../../domain/orders/orderRules';
import type { OwnLine, PriceLine } from '../../domain/security/priceLines';
import { withDigitsOf } from '../../domain/security/tickPrice';
import type {
  ActionView,
  BookLevelView,
  BookView,
  OrderView,
  Part,
  PlateView,
  PositionView,
  QuoteView,
  SecuritySettings,
  TickView,
} from '../../panel/security/securityProtocol';
import { sessionName } from './names';
import { css } from '../shared/css';
import { listText } from '../shared/texts/listText';
import { assumedNote, dayTooltip, kindBadge, noPercentBriefly } from '../shared/texts/positionTexts';
import { figure, hidden } from './format';
import { briefOffset } from './head';
import { positionNow } from './positionDay';
import type { DayContext } from './positionDay';
import { timeFormat, timeText } from '../shared/texts/times';

interface SectionTexts {
  readonly title: string;
  readonly notOffered: string;
  readonly empty: string;
}

/** A part without the reason why it failed, if that is the same as what is `told` beside it in larger letters. */
export function withoutReason<T>(part: Part<T>, told: string): Part<T> {
  return part.kind === 'failed' && part.problem === told ? { kind: 'failed', problem: l10n.t('Couldn’t be loaded.') } : part;
}

/** A part of the page under its heading; a message if there is nothing to show. */
export function section<T>(part: Part<T>, texts: SectionTexts, body: (value: T) => TemplateResult | undefined, id: string): TemplateResult {
  const content = (): TemplateResult => {
    switch (part.kind) {
      case 'loading':
        return html`<p class="hint" aria-busy="true">${part.reason ?? l10n.t('Loading…')}</p>`;
      case 'notOffered':
        return html`<p class="hint">${texts.notOffered}</p>`;
      case 'failed':
        return html`<p class="hint warning">${part.problem}</p>`;
      case 'ready':
        return html`${body(part.value) ?? html`<p class="hint">${texts.empty}</p>`}
        ${part.problem === '' ? nothing : html`<p class="hint warning">${part.problem}</p>`}`;
    }
  };
  return html`<section class="part ${id}" aria-labelledby="part-${id}">
    <h2 id="part-${id}">${texts.title}</h2>
    ${content()}
  </section>`;
}

type BookSide = 'bid' | 'ask';

/** A price of the order book, by its row and side. */
export interface LevelPlace {
  readonly at: number;
  readonly side: BookSide;
}

export interface BookEvents {
  /** The user chose a price; the side is the one of the book that it stands on. */
  readonly pick: (price: string, side: 'BUY' | 'SELL') => void;
  readonly activate: (place: LevelPlace) => unknown;
}

/** The prices of the book are one stop of the Tab key, at the `active` one; the arrow keys move among them. */
export function bookPart(book: Part<BookView>, own: readonly PriceLine[], active: LevelPlace, events: BookEvents): TemplateResult {
  const texts = {
    title: l10n.t('Order book'),
    notOffered: l10n.t('This service doesn’t provide an order book.'),
    empty: l10n.t('The order book is empty.'),
  };
  return section(
    book,
    texts,
    ({ bids, asks }) => {
      if (bids.length === 0 && asks.length === 0) return undefined;
      const most = [...bids, ...asks].reduce((max, [, volume]) => Math.max(max, roughNumber(volume) || 0), 0);
      const rows = Array.from({ length: Math.min(10, Math.max(bids.length, asks.length)) }, (_, at) => at);
      const stop = nearest(active, { bid: Math.min(rows.length, bids.length), ask: Math.min(rows.length, asks.length) });
      const draw = (found: BookLevelView | undefined, place: LevelPlace): TemplateResult =>
        level(
          found,
          {
            most,
            place,
            isStop: stop.at === place.at && stop.side === place.side,
            own: found === undefined ? [] : ownAt(own, found[0], place.side),
          },
          events,
        );
      const levels = [...bids, ...asks];
      const hasExchanges = levels.some(([, , exchange = '']) => exchange !== '');
      // A price with its exchange has all the width that it needs, whatever the quantities are: it must neither move nor lose a digit.
      const digits = Math.max(...levels.map(([price]) => figure(price).length));
      const ofPrice = css({ width: hasExchanges ? `calc(${digits}ch + 2.34em + 14px)` : 'auto' });
      return html`<p class="spread">${spreadText(bids[0]?.[0], asks[0]?.[0])}</p>
        <table class="levels" @keydown=${moveInBook}>
          <colgroup>
            <col />
            <col ${ofPrice} />
            <col ${ofPrice} />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">${l10n.t('Quantity')}</th>
              <th scope="col">${l10n.t('Bid')}</th>
              <th scope="col">${l10n.t('Ask')}</th>
              <th scope="col">${l10n.t('Quantity')}</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (at) =>
                html`<tr>
                  ${draw(bids[at], { at, side: 'bid' })}${draw(asks[at], { at, side: 'ask' })}
                </tr>`,
            )}
          </tbody>
        </table>`;
    },
    'book',
  );
}

/** The clock that the times of the page are of. */
export type Clock = Pick<SecuritySettings, 'zone' | 'offset'>;

/** As many trades as the page shows. Those that have not come yet have their room: what is below doesn’t move. */
const shownTrades = 10;

/** The latest trades; nothing if the feed does not push them. */
export function ticksPart(ticks: readonly TickView[], isFollowed: boolean, { zone, offset }: Clock): TemplateResult | typeof nothing {
  if (ticks.length === 0 && !isFollowed) return nothing;
  const free = Array.from({ length: Math.max(0, shownTrades - ticks.length) }, (_, at) => at);
  const words = { buy: l10n.t('bought'), sell: l10n.t('sold'), neutral: '' };
  const looks = { buy: 'up', sell: 'down', neutral: '' };
  const times = timeFormat(zone, 'time');
  return html`<section class="part ticks" aria-labelledby="part-ticks">
    <h2 id="part-ticks">${l10n.t('Trades')} <span class="note">${briefOffset(offset)}</span></h2>
    <table class="trades">
      <thead>
        <tr>
          <th scope="col">${l10n.t('Time')}</th>
          <th scope="col">${l10n.t('Price')}</th>
          <th scope="col">${l10n.t('Quantity')}</th>
        </tr>
      </thead>
      <tbody>
        ${ticks.slice(0, shownTrades).map(
          ({ time, price, volume, direction, session }) =>
            html`<tr title=${words[direction]}>
              <td>
                ${time === undefined ? '' : times.format(time)}${session === undefined ? nothing : html` <span class="note">${sessionName(session)}</span>`}
              </td>
              <td class=${looks[direction]}>${figure(price)}</td>
              <td>${figure(volume)}</td>
            </tr>`,
        )}
        ${free.map(
          (at) =>
            html`<tr>
              <td class="note" colspan="3">${at === 0 && ticks.length === 0 ? l10n.t('No trades yet') : nothing}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** The price that stands where one was: the book gets shorter, and a side of it may be empty. */
function nearest({ at, side }: LevelPlace, lengths: Readonly<Record<BookSide, number>>): LevelPlace {
  const there = lengths[side] > 0 ? side : side === 'bid' ? 'ask' : 'bid';
  return { at: Math.min(at, lengths[there] - 1), side: there };
}

const steps: Readonly<Record<string, readonly [rows: number, side: BookSide | undefined]>> = {
  ArrowDown: [1, undefined],
  ArrowUp: [-1, undefined],
  ArrowLeft: [0, 'bid'],
  ArrowRight: [0, 'ask'],
  Home: [-10, undefined],
  End: [10, undefined],
};

function moveInBook(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined || !(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return;
  const { at, side } = target.dataset;
  const levels = [...currentTarget.querySelectorAll<HTMLElement>(`[data-side="${step[1] ?? side ?? ''}"]`)];
  if (at === undefined || levels.length === 0) return;
  event.preventDefault();
  levels[Math.min(Math.max(0, Number(at) + step[0]), levels.length - 1)]?.focus();
}

interface LevelLook {
  /** The greatest quantity of the book. */
  readonly most: number;
  readonly place: LevelPlace;
  readonly isStop: boolean;
  /** The user’s own orders at this price. */
  readonly own: readonly OwnLine[];
}

/** The user’s limits at a price, on the side of the book where they rest. */
function ownAt(lines: readonly PriceLine[], price: string, side: BookSide): readonly OwnLine[] {
  const rests = side === 'bid' ? isBuy : isSell;
  return lines.flatMap((line) => (line.kind === 'limit' && rests(line.side) && sameNumber(line.price, price) === true ? [line] : []));
}

/** `Spread 0.500 · 0.09%`, relative to the middle of the two prices, if that is not next to nothing; empty without both. */
export function spreadText(bid = '', ask = ''): string {
  const [low, high] = [parseAmount(bid), parseAmount(ask)];
  if (low === undefined || high === undefined || low + high <= 0n) return '';
  const spread = showNumber(withDigitsOf(plainAmount(high - low), bid, ask));
  const percent = showSignedPercent(percentOf(high - low, (low + high) / 2n)).replace('+', '');
  // Two decimals say nothing of the spread of a security that trades much.
  if (high > low && /^0\.0+%$/.test(percent)) return l10n.t('Spread {0}', spread);
  return l10n.t({
    message: 'Spread {0} · {1}',
    args: [spread, percent],
    comment: ['Between the best two prices of the order book: {0} as a price, {1} in percent.'],
  });
}

function level(found: BookLevelView | undefined, { most, place, isStop, own }: LevelLook, { pick, activate }: BookEvents): TemplateResult {
  if (found === undefined)
    return html`<td></td>
      <td></td>`;
  const { at, side } = place;
  const [price, quantity, exchange = ''] = found;
  const volume = volumeCell(side, roughNumber(quantity) / most, figure(quantity));
  const where = exchange === '' ? nothing : html`<span class="exchange">${exchange}</span>`;
  const hint =
    side === 'bid'
      ? l10n.t('Buy at {0}: opens a new order, or fills the form that is open for this security. Nothing is sent.', figure(price))
      : l10n.t('Sell at {0}: opens a new order, or fills the form that is open for this security. Nothing is sent.', figure(price));
  const mine = own.length === 0 ? '' : l10n.t('Your orders here: {0}', listText(own.map((line) => figure(line.quantity))));
  const level = html`<td
    class="level ${side === 'bid' ? 'up' : 'down'} ${mine === '' ? '' : 'own'}"
    data-vscode-context=${JSON.stringify({ price })}
  >
    <button
      type="button"
      title=${mine === '' ? hint : `${mine}\n${hint}`}
      aria-description=${mine === '' ? nothing : mine}
      tabindex=${isStop ? 0 : -1}
      data-at=${at}
      data-side=${side}
      @focus=${() => activate(place)}
      @click=${() => pick(price, side === 'bid' ? 'BUY' : 'SELL')}
    >
      ${figure(price)}</button
    >${where}
  </td>`;
  return side === 'bid' ? html`${volume}${level}` : html`${level}${volume}`;
}

/** A quantity over a bar that is as long as its share of the greatest one; the title has digits that the text leaves out. */
export function volumeCell(side: BookSide, share: number, text: string, title?: string): TemplateResult {
  const width = `${(Math.max(0, share || 0) * 100).toFixed(1)}%`;
  return html`<td class="volume ${side}" title=${title ?? nothing}>
    <span class="depth" aria-hidden="true" ${css({ width })}></span><span>${text}</span>
  </td>`;
}

interface PositionContext extends DayContext {
  readonly isPrivate: boolean;
  readonly isSandbox: boolean;
}

export function positionsPart(positions: Part<readonly PositionView[]>, context: PositionContext): TemplateResult {
  const texts = {
    title: l10n.t('My positions'),
    notOffered: l10n.t('This service doesn’t list accounts. Add yours in Positions to see your positions here.'),
    empty: l10n.t('No position in this security'),
  };
  return section(
    positions,
    texts,
    (list) =>
      list.length === 0
        ? undefined
        : html`<ul class="cards">
            ${list.map((position) => positionCard(position, context))}
          </ul>`,
    'positions',
  );
}

function dayPair(day: DayProfit, isPrivate: boolean): TemplateResult {
  const percent = dayPercent(day);
  const change = percent === undefined ? '' : ` (${showSignedPercent(percent)})`;
  const text = day.kind === 'unknown' ? '–' : `${arrowOf(directionOf(day.amount))} ${showSignedMoney(day.amount)}${change}`;
  return html`<div title=${dayTooltip(day)}>
    <dt>${l10n.t('Day P&L')}</dt>
    <dd class=${day.kind === 'unknown' || isPrivate ? '' : directionOf(day.amount)}>${hidden(text, isPrivate)}</dd>
    ${day.kind === 'unknown' || percent !== undefined ? nothing : html`<dd class="note">${noPercentBriefly()}</dd>`}
  </div>`;
}

/** A part of the P&L, if the service states it. */
function partPair(name: string, text: string | undefined, isPrivate: boolean): TemplateResult | typeof nothing {
  const amount = parseAmount(text ?? '');
  if (amount === undefined) return nothing;
  return html`<div>
    <dt>${name}</dt>
    <dd class=${isPrivate ? '' : directionOf(amount)}>${hidden(showSignedMoney(amount), isPrivate)}</dd>
  </div>`;
}

function positionCard(position: PositionView, context: PositionContext): TemplateResult {
  const { account, isLive } = position;
  const { isPrivate, isSandbox } = context;
  const { holding, profit, marketValue, ratio, day } = positionNow(position, context);
  const side = holding.side === 'long' ? l10n.t('long') : holding.side === 'short' ? l10n.t('short') : visibleText(holding.sideText);
  const direction = profit === undefined || isPrivate ? '' : directionOf(profit);
  const percent = ratio.kind === 'none' ? '' : ` (${showSignedPercent(ratio.percent)})`;
  const profitText = profit === undefined ? figure(holding.profit) : `${arrowOf(directionOf(profit))} ${showSignedMoney(profit)}${percent}`;
  const usual = holding.currency ?? shareCurrency(holding.symbol) ?? '';
  const isAssumed = holding.currency === undefined && usual !== '';
  const isDiluted = holding.costBasis === 'diluted';
  // Nothing was realized: the two are one figure.
  const isSame = sameNumber(position.holding.unrealizedProfit ?? '', position.holding.profit) === true;
  return html`<li class="card">
    <p class="card-head">
      <strong>${hidden(figure(holding.quantity), isPrivate)} ${side}</strong>
      ${kindBadge(isLive ? 'live' : 'simulated', isSandbox)}
      <span class="account">${account}</span>
    </p>
    <dl class="pairs">
      <div>
        <dt>${isDiluted ? l10n.t('Diluted cost') : l10n.t('Avg. cost')}</dt>
        <dd>${hidden(figure(holding.costPrice), isPrivate)}</dd>
      </div>
      <div>
        <dt>${l10n.t('Market value')}</dt>
        <dd title=${isAssumed ? assumedNote() : nothing}>
          ${hidden(marketValue === undefined ? figure(holding.marketValue) : showMoney(marketValue), isPrivate)}
          ${isAssumed ? '≈' : ''}${visibleText(usual)}
        </dd>
      </div>
      <div>
        <dt title=${isDiluted ? l10n.t('By diluted cost: includes realized P&L') : nothing}>
          ${isDiluted ? l10n.t('P&L (diluted)') : l10n.t('P&L')}
        </dt>
        <dd class=${direction}>${hidden(profitText, isPrivate)}</dd>
      </div>
      ${isSame ? nothing : partPair(l10n.t('Unrealized P&L'), holding.unrealizedProfit, isPrivate)}
      ${partPair(l10n.t('Realized P&L'), holding.realizedProfit, isPrivate)} ${dayPair(day, isPrivate)}
    </dl>
  </li>`;
}

/** `+1.60% from last`; nothing beside a price that is old. */
function fromLast({ awaited }: OrderView, quote: Part<QuoteView>): string {
  if (quote.kind !== 'ready' || quote.value.isOld) return '';
  const distance = priceDistance(awaited, quote.value.quote.lastPrice);
  if (distance === undefined) return '';
  return l10n.t({
    message: '{0} from last',
    args: [showSignedPercent(distance.percent)],
    comment: ['{0} is how far the price of an order is from the last price, in percent.'],
  });
}

export function ordersPart(
  orders: Part<readonly OrderView[]>,
  isSandbox: boolean,
  quote: Part<QuoteView>,
  ask: (act: 'modify' | 'cancel', order: OrderView) => void,
): TemplateResult {
  const button = (act: 'modify' | 'cancel', order: OrderView, text: string, name: string): TemplateResult =>
    html`<button type="button" class="order" aria-label=${name} @click=${() => ask(act, order)}>${text}</button>`;
  const texts = {
    title: l10n.t('My open orders'),
    notOffered: l10n.t('This service doesn’t list orders.'),
    empty: l10n.t('No open orders'),
  };
  return section(
    orders,
    texts,
    (list) =>
      list.length === 0
        ? undefined
        : html`<ul class="cards">
            ${list.map(
              (order) =>
                html`<li class="card order-card">
                  <p class="card-head">
                    <strong>${order.text}</strong>
                    ${kindBadge(order.accountKind, isSandbox)}
                  </p>
                  <p class="card-note">${order.status} · ${order.account}</p>
                  <p class="card-note">${[order.terms, fromLast(order, quote)].filter((text) => text !== '').join(' · ')}</p>
                  <div class="acts">
                    ${
                      order.canModify
                        ? button('modify', order, l10n.t('Modify…'), l10n.t('Modify order {0}', visibleText(order.orderId)))
                        : nothing
                    }
                    ${button('cancel', order, l10n.t('Cancel Order…'), l10n.t('Cancel order {0}', visibleText(order.orderId)))}
                  </div>
                </li>`,
            )}
          </ul>`,
    'orders',
  );
}

export function platesPart(plates: Part<readonly PlateView[]>): TemplateResult {
  const texts = {
    title: l10n.t('Plates'),
    notOffered: l10n.t('This service doesn’t list the plates of a security.'),
    empty: l10n.t('Not in any plate'),
  };
  return section(
    plates,
    texts,
    (list) =>
      list.length === 0
        ? undefined
        : html`<ul class="chips">
            ${list.map(({ code, name }) => html`<li title=${visibleText(code)}>${visibleText(name === '' ? code : name)}</li>`)}
          </ul>`,
    'plates',
  );
}

export function actionsPart(
  actions: Part<readonly ActionView[]>,
  { nowMs, zone, search }: { readonly nowMs: number; /** Of the exchange. */ readonly zone: string; readonly search: () => void },
): TemplateResult {
  const texts = {
    title: l10n.t('Corporate actions'),
    notOffered: l10n.t('No corporate actions found in the calendar.'),
    empty: l10n.t('No corporate actions found in the calendar.'),
  };
  return section(
    actions,
    texts,
    (list) =>
      list.length === 0
        ? undefined
        : html`<ul class="events" title=${l10n.t('From the economic calendar, searched by symbol')}>
              ${list.map(
                ({ time, text }) =>
                  html`<li>
                    <span class="date">${timeText(time, zone, 'date')}</span>
                    ${time > nowMs ? html`<span class="badge">${l10n.t('upcoming')}</span>` : nothing} <span>${text}</span>
                  </li>`,
              )}
            </ul>
            <button type="button" class="link-button" @click=${search}>${l10n.t('Search in Calendar')}</button>`,
    'corporate',
  );
}
