import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { outsidePrice } from '../../domain/quotes/outsideHours';
import { bestLevels } from '../../domain/security/bestLevels';
import type { Level } from '../../domain/security/bestLevels';
import { visibleText } from '../../domain/text/visibleText';
import { parseAmount, roughAmount } from '../../domain/values/amount';
import type { BookView, Part, QuoteView, SecurityCommand, SecuritySettings, SubjectView } from '../../panel/security/securityProtocol';
import { css } from '../shared/css';
import { iconButton } from '../shared/iconButton';
import { ageText } from '../shared/texts/times';
import { changeOf, figure, noValue, wholeFigure } from './format';
import { marketStateName, sessionName } from './names';
import { timeText } from '../shared/texts/times';

export interface HeadState {
  readonly subject: SubjectView;
  readonly settings: SecuritySettings;
  readonly quote: Part<QuoteView>;
  readonly book: Part<BookView>;
  readonly marketState: string;
  readonly nowMs: number;
  /** The user is signed in, and a security was chosen. */
  readonly isShown: boolean;
  /** All figures are shown. */
  readonly isMore: boolean;
  /** The review of a day replaces the chart. */
  readonly isReviewed: boolean;
}

export interface HeadEvents {
  readonly act: (command: SecurityCommand) => void;
  readonly refresh: () => void;
  readonly toggleMore: () => void;
  /** Opens or closes the review of a day. */
  readonly review: () => void;
}

/** One line: symbol and name, the price, as many figures as fit, and the actions on the security. */
export function securityHead(state: HeadState, events: HeadEvents): TemplateResult {
  const { subject, settings, quote, isShown, isMore } = state;
  const name = quote.kind === 'ready' ? visibleText(quote.value.quote.name) : '';
  const isSuspended = quote.kind === 'ready' && quote.value.quote.isSuspended;
  return html`<header class="top ${isMore ? 'more' : ''}">
    <h1 title=${name}>
      ${subject.symbol === '' ? l10n.t('Security') : html`<span class="symbol">${visibleText(subject.symbol)}</span> <span class="name">${name}</span>`}
    </h1>
    ${settings.isSandbox ? html`<span class="badge sandbox">${l10n.t('sandbox')}</span>` : nothing}
    ${isSuspended ? html`<span class="badge live">${l10n.t('suspended')}</span>` : nothing} ${isShown ? headline(state) : nothing}
    ${isShown && quote.kind === 'ready' ? facts(state, quote.value, events) : html`<span class="spring"></span>`} ${buttons(state, events)}
  </header>`;
}

function buttons({ subject, isReviewed }: HeadState, { act, refresh, review }: HeadEvents): TemplateResult {
  const isDisabled = subject.symbol === '';
  const button = (icon: string, name: string, command: SecurityCommand): TemplateResult =>
    iconButton(icon, name, () => act(command), { isDisabled });
  const trade = (name: string, command: SecurityCommand): TemplateResult =>
    html`<button type="button" class="trade ${command}" ?disabled=${isDisabled} @click=${() => act(command)}>${name}</button>`;
  return html`<div class="actions">
    ${trade(l10n.t({ message: 'Buy', comment: ['Button that opens the form of a new order.'] }), 'buy')}
    ${trade(l10n.t({ message: 'Sell', comment: ['Button that opens the form of a new order.'] }), 'sell')}
    ${iconButton('search', l10n.t('Open another security'), () => act('search'))}
    ${button('star-empty', l10n.t('Add to Watchlist'), 'watch')} ${button('bell', l10n.t('Add Alert…'), 'alert')}
    ${button('edit', l10n.t('Modify an Order…'), 'order')}
    ${iconButton('history', l10n.t('Review Day'), review, { isDisabled, isPressed: isReviewed })}
    ${iconButton('refresh', l10n.t('Refresh'), refresh, { isDisabled })}
  </div>`;
}

/** Price, change, and age; a message if there are none. */
function headline(state: HeadState): TemplateResult {
  const { quote, subject } = state;
  if (quote.kind === 'loading')
    return html`<section class="quote" aria-busy="true"><p class="price loading">${quote.reason ?? l10n.t('Loading…')}</p></section>`;
  if (quote.kind !== 'ready') {
    const text =
      quote.kind === 'notOffered'
        ? l10n.t('This service doesn’t provide prices.')
        : quote.problem === ''
          ? l10n.t('The service has no price for {0}. Check the symbol.', visibleText(subject.symbol))
          : quote.problem;
    return html`<section class="quote"><p class="without">${text}</p></section>`;
  }
  const { isOld, quote: shown } = quote.value;
  const change = changeOf(shown.lastPrice, shown.previousClose);
  const warnings = [isOld ? l10n.t('out of date') : '', quote.problem].filter((text) => text !== '');
  const when = [...asOfParts(state, quote.value).map(({ text }) => text), ...warnings].join(' · ');
  return html`<section class="quote ${isOld ? 'old' : ''}" title=${when}>
    <p class="price" aria-label="${l10n.t('Last price')} ${figure(shown.lastPrice)}">${figure(shown.lastPrice)}</p>
    <div class="headline">
      <p class="change ${change?.direction ?? ''}">${change?.text ?? noValue}</p>
      <p class="when">
        <span class="long"
          >${asOfParts(state, quote.value).map(({ kind, text }, at) => html`${at === 0 ? '' : ' · '}<span class=${kind}>${text}</span>`)}</span
        ><span class="short" aria-hidden="true">${timeOf(state, quote.value)}</span
        >${warnings.length === 0 ? nothing : html` <span class="warning">· ${warnings.join(' · ')}</span>`}
      </p>
    </div>
  </section>`;
}

/** Figures, the most important ones first; those that do not fit are behind a button. */
function facts(state: HeadState, view: QuoteView, { toggleMore }: HeadEvents): TemplateResult {
  const { book, isMore } = state;
  const { quote: shown } = view;
  const { bid, ask } = bestLevels(shown, book.kind === 'ready' && book.value.isLive ? book.value : undefined);
  const name = isMore ? l10n.t('Show fewer figures') : l10n.t('Show all figures');
  return html`<dl class="facts" id="facts">
      ${best(bid, ask)} ${session(state, view)} ${range(l10n.t('Day range'), shown.lowPrice, shown.highPrice, shown.lastPrice)}
      ${fact(l10n.t('Previous close'), figure(shown.previousClose))} ${fact(l10n.t('Opening price'), figure(shown.openPrice))}
      ${fact(l10n.t('Volume'), figure(shown.volume))} ${fact(l10n.t('Turnover'), wholeFigure(shown.turnover))}
      ${fact(l10n.t('Lot size'), figure(shown.lotSize))}
      ${range(l10n.t('52 weeks'), shown.lowest52Weeks, shown.highest52Weeks, shown.lastPrice)}
    </dl>
    <button
      type="button"
      class="icon-button codicon ${isMore ? 'codicon-chevron-up' : 'codicon-chevron-down'} more-toggle"
      title=${name}
      aria-label=${name}
      aria-expanded=${String(isMore)}
      aria-controls="facts"
      @click=${toggleMore}
    ></button>`;
}

/** The age of the price, and its time with the offset of its zone: the other times of the editor are of the user's zone. */
function asOfParts(state: HeadState, view: QuoteView): readonly { readonly kind: 'age' | 'other'; readonly text: string }[] {
  const { marketState, nowMs } = state;
  const { quote, readAt, isOld } = view;
  const age = { kind: 'age', text: ageText(nowMs - (quote.updatedAt ?? readAt)) } as const;
  const time = { kind: 'other', text: l10n.t('As of {0}', timeOf(state, view)) } as const;
  const market = { kind: 'other', text: marketStateName(marketState) } as const;
  // Where there is little room, the end is cut off: of an old price, that must not be its age.
  return [...(isOld ? [age, time] : [time, age]), market].filter(({ text }) => text !== '');
}

/** When the price was current, with the zone; a recent time without its day. */
function timeOf({ settings, nowMs }: HeadState, { quote, readAt }: QuoteView): string {
  const at = quote.updatedAt ?? readAt;
  return `${timeText(at, settings.zone, isToday(nowMs, at) ? 'time' : 'both')} ${briefOffset(settings.offset)}`.trim();
}

/** `UTC+8` instead of `UTC+08:00`. */
export function briefOffset(offset: string): string {
  return offset.replace(/:00$/, '').replace(/([+−])0/, '$1');
}

/** A recent time is shown without its day. */
function isToday(nowMs: number, at: number): boolean {
  return nowMs - at < 43_200_000;
}

/** The two are read together: they are one figure, which has room or not. */
function best(bid: Level, ask: Level): TemplateResult {
  const side = (name: string, [price, quantity]: Level): TemplateResult =>
    html`<dt>${name}</dt>
      <dd>${withNote(figure(price), figure(quantity))}</dd>`;
  return html`<div class="fact best">${side(l10n.t('Bid'), bid)}${side(l10n.t('Ask'), ask)}</div>`;
}

function fact(name: string, value: string): TemplateResult {
  return html`<div class="fact">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function withNote(value: string, note: string): TemplateResult {
  return html`${value}${note === noValue ? nothing : html` <span class="note">× ${note}</span>`}`;
}

/** Lowest and highest price, with a mark at the current one. */
function range(name: string, low: string, high: string, last: string): TemplateResult {
  const [from, to, price] = [parseAmount(low), parseAmount(high), parseAmount(last)];
  const isKnown = from !== undefined && to !== undefined && price !== undefined && to > from && price >= from && price <= to;
  const share = isKnown ? (roughAmount(price - from) / roughAmount(to - from)) * 100 : 0;
  return html`<div class="fact range">
    <dt>${name}</dt>
    <dd>
      <span>${figure(low)}</span>${
        isKnown
          ? html`<span class="track" aria-hidden="true"><span class="mark" ${css({ left: `${String(share)}%` })}></span></span>`
          : html`<span class="note">–</span>`
      }<span>${figure(high)}</span>
    </dd>
  </div>`;
}

/** The current session outside the regular hours, or the latest one with its day. */
function session({ settings, nowMs }: HeadState, { quote }: QuoteView): TemplateResult | typeof nothing {
  const outside = outsidePrice({ ...quote, at: quote.updatedAt });
  if (outside === undefined) return nothing;
  const { session: kind, price, base, at } = outside;
  const change = changeOf(price, base);
  const told = quote[kind];
  const details = [
    [l10n.t('Highest price'), told?.highPrice],
    [l10n.t('Lowest price'), told?.lowPrice],
    [l10n.t('Volume'), told?.volume],
  ].flatMap(([name, value = '']) => (value === '' ? [] : [`${name ?? ''} ${figure(value)}`]));
  const when =
    at === undefined ? nothing : html` <span class="note">${timeText(at, settings.zone, isToday(nowMs, at) ? 'time' : 'both')}</span>`;
  return html`<div class="fact session" title=${details.length === 0 ? nothing : details.join(' · ')}>
    <dt>${sessionName(kind)}</dt>
    <dd>${figure(price)} <span class=${change?.direction ?? ''}>${change?.text ?? ''}</span>${when}</dd>
  </div>`;
}
