import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { readHolding } from '../../domain/positions/holding';
import { arrowOf, directionOf } from '../../domain/quotes/priceDirection';
import { visibleText } from '../../domain/text/visibleText';
import { showMoney, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import type {
  ActionView,
  BookLevelView,
  BookView,
  OrderView,
  Part,
  PlateView,
  PositionView,
  TickView,
} from '../../panel/security/securityProtocol';
import type { SecurityStrings } from '../../panel/security/securityStrings';
import { css } from '../shared/css';
import { fill } from '../shared/texts';
import { figure, hidden } from './format';
import { timeFormat, timeText } from './times';

interface SectionTexts {
  readonly title: string;
  readonly notOffered: string;
  readonly empty: string;
}

/** A part of the page under its heading; in words where there is nothing to show. */
function section<T>(
  part: Part<T>,
  texts: SectionTexts,
  strings: SecurityStrings,
  body: (value: T) => TemplateResult | undefined,
  id: string,
): TemplateResult {
  const content = (): TemplateResult => {
    switch (part.kind) {
      case 'loading':
        return html`<p class="hint" aria-busy="true">${strings.loading}</p>`;
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

export function bookPart(book: Part<BookView>, strings: SecurityStrings): TemplateResult {
  const texts = { title: strings.book, notOffered: strings.noBook, empty: strings.emptyBook };
  return section(
    book,
    texts,
    strings,
    ({ bids, asks }) => {
      if (bids.length === 0 && asks.length === 0) return undefined;
      const most = [...bids, ...asks].reduce((max, [, volume]) => Math.max(max, Number(volume) || 0), 0);
      const rows = Array.from({ length: Math.min(10, Math.max(bids.length, asks.length)) }, (_, at) => at);
      return html`<table class="levels">
        <thead>
          <tr>
            <th scope="col">${strings.quantity}</th>
            <th scope="col">${strings.bid}</th>
            <th scope="col">${strings.ask}</th>
            <th scope="col">${strings.quantity}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (at) =>
              html`<tr>
                ${level(bids[at], most, 'bid')}${level(asks[at], most, 'ask')}
              </tr>`,
          )}
        </tbody>
      </table>`;
    },
    'book',
  );
}

/** The latest trades; nothing where the feed does not tell them. */
export function ticksPart(ticks: readonly TickView[], zone: string, strings: SecurityStrings): TemplateResult | typeof nothing {
  if (ticks.length === 0) return nothing;
  const words = { buy: strings.buy, sell: strings.sell, neutral: '' };
  const looks = { buy: 'up', sell: 'down', neutral: '' };
  const times = timeFormat(zone, 'time');
  return html`<section class="part ticks" aria-labelledby="part-ticks">
    <h2 id="part-ticks">${strings.trades}</h2>
    <table class="trades">
      <thead>
        <tr>
          <th scope="col">${strings.time}</th>
          <th scope="col">${strings.price}</th>
          <th scope="col">${strings.quantity}</th>
        </tr>
      </thead>
      <tbody>
        ${ticks.slice(0, 10).map(
          ({ time, price, volume, direction }) =>
            html`<tr title=${words[direction]}>
              <td>${time === undefined ? '' : times.format(time)}</td>
              <td class=${looks[direction]}>${figure(price)}</td>
              <td>${figure(volume)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function level(found: BookLevelView | undefined, most: number, side: 'bid' | 'ask'): TemplateResult {
  if (found === undefined)
    return html`<td></td>
      <td></td>`;
  const [price, quantity, exchange = ''] = found;
  const share = most === 0 ? 0 : ((Number(quantity) || 0) / most) * 100;
  const volume = html`<td class="volume ${side}">
    <span class="depth" aria-hidden="true" ${css({ width: `${share.toFixed(1)}%` })}></span><span>${figure(quantity)}</span>
  </td>`;
  const where = exchange === '' ? nothing : html`<span class="exchange">${exchange}</span>`;
  const level = html`<td class="level ${side === 'bid' ? 'up' : 'down'}">${figure(price)}${where}</td>`;
  return side === 'bid' ? html`${volume}${level}` : html`${level}${volume}`;
}

export function positionsPart(positions: Part<readonly PositionView[]>, isPrivate: boolean, strings: SecurityStrings): TemplateResult {
  const texts = { title: strings.positions, notOffered: strings.positionsNotOffered, empty: strings.noPositions };
  return section(
    positions,
    texts,
    strings,
    (list) =>
      list.length === 0
        ? undefined
        : html`<ul class="cards">
            ${list.map((position) => positionCard(position, isPrivate, strings))}
          </ul>`,
    'positions',
  );
}

function positionCard({ account, isLive, holding }: PositionView, isPrivate: boolean, strings: SecurityStrings): TemplateResult {
  const side = holding.side === 'long' ? strings.long : holding.side === 'short' ? strings.short : visibleText(holding.sideText);
  const { profit, marketValue, ratio } = readHolding(holding);
  const direction = profit === undefined || isPrivate ? '' : directionOf(profit);
  const percent = ratio.kind === 'none' ? '' : ` (${showSignedPercent(ratio.percent)})`;
  const profitText = profit === undefined ? figure(holding.profit) : `${arrowOf(directionOf(profit))} ${showSignedMoney(profit)}${percent}`;
  const currency = visibleText(holding.currency ?? '');
  return html`<li class="card">
    <p class="card-head">
      <strong>${hidden(figure(holding.quantity), isPrivate)} ${side}</strong>
      <span class="badge ${isLive ? 'live' : 'paper'}">${isLive ? strings.live : strings.paper}</span>
      <span class="account">${account}</span>
    </p>
    <dl class="pairs">
      <div>
        <dt>${strings.cost}</dt>
        <dd>${hidden(figure(holding.costPrice), isPrivate)}</dd>
      </div>
      <div>
        <dt>${strings.marketValue}</dt>
        <dd>${hidden(marketValue === undefined ? figure(holding.marketValue) : showMoney(marketValue), isPrivate)} ${currency}</dd>
      </div>
      <div>
        <dt>${strings.profit}</dt>
        <dd class=${direction}>${hidden(profitText, isPrivate)}</dd>
      </div>
    </dl>
  </li>`;
}

export function ordersPart(
  orders: Part<readonly OrderView[]>,
  strings: SecurityStrings,
  modify: (order: OrderView) => void,
): TemplateResult {
  const texts = { title: strings.orders, notOffered: strings.ordersNotOffered, empty: strings.noOrders };
  return section(
    orders,
    texts,
    strings,
    (list) =>
      list.length === 0
        ? undefined
        : html`<ul class="cards">
            ${list.map(
              (order) =>
                html`<li class="card order-card">
                  <p class="card-head"><strong>${order.text}</strong></p>
                  <p class="card-note">${order.status} · ${order.account}</p>
                  ${
                    order.canModify
                      ? html`<button
                          type="button"
                          class="order"
                          aria-label=${fill(strings.modifyOrder, visibleText(order.orderId))}
                          @click=${() => modify(order)}
                        >
                          ${strings.modify}
                        </button>`
                      : nothing
                  }
                </li>`,
            )}
          </ul>`,
    'orders',
  );
}

export function platesPart(plates: Part<readonly PlateView[]>, strings: SecurityStrings): TemplateResult {
  const texts = { title: strings.plates, notOffered: strings.platesNotOffered, empty: strings.noPlates };
  return section(
    plates,
    texts,
    strings,
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
  { nowMs, zone, search }: { readonly nowMs: number; readonly zone: string; readonly search: () => void },
  strings: SecurityStrings,
): TemplateResult {
  const texts = { title: strings.actions, notOffered: strings.noActions, empty: strings.noActions };
  return section(
    actions,
    texts,
    strings,
    (list) =>
      list.length === 0
        ? undefined
        : html`<ul class="events" title=${strings.actionsFrom}>
              ${list.map(
                ({ time, text }) =>
                  html`<li>
                    <span class="date">${timeText(time, zone, 'date')}</span>
                    ${time > nowMs ? html`<span class="badge">${strings.upcoming}</span>` : nothing} <span>${text}</span>
                  </li>`,
              )}
            </ul>
            <button type="button" class="link-button" @click=${search}>${strings.calendar}</button>`,
    'corporate',
  );
}
