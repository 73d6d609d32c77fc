import * as l10n from '@vscode/l10n';
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { shareCurrency } from '../../domain/market/security';
import { netSinceOpening, totalOf } from '../../domain/security/capitalFlow';
import { directionOf } from '../../domain/quotes/priceDirection';
import { visibleText } from '../../domain/text/visibleText';
import { parseAmount, roughAmount, roughNumber, showMoney, showSignedMoney } from '../../domain/values/amount';
import { briefAmount } from '../shared/texts/briefAmount';
import type { Amount } from '../../domain/values/amount';
import { baseHeight, sparkPath } from '../../domain/watchlist/sparkline';
import type { BrokerQueueView, CapitalView, Part } from '../../panel/security/securityProtocol';
import { timeFormat } from '../shared/texts/times';
import { noValue } from './format';
import { briefOffset } from './head';
import { section, volumeCell } from './side';
import type { Clock } from './side';

const picture = { width: 300, height: 44 };

/** Money that came in and went out today: the net inflow by minute as a line, and both by the size of orders. */
export function capitalPart(capital: Part<CapitalView>, clock: Clock & { readonly symbol: string }): TemplateResult {
  const texts = {
    title: l10n.t('Capital flow'),
    notOffered: l10n.t('This service doesn’t provide capital flow.'),
    empty: l10n.t('No capital flow: the market is closed.'),
  };
  return section(
    capital,
    texts,
    (value) => {
      const { flow, distribution } = value;
      const isMoved =
        distribution !== undefined && [distribution.in, distribution.out].some((sides) => Object.values(sides).some(isAmount));
      if (flow.length < 2 && !isMoved) return undefined;
      return html`${flowLine(value, clock)} ${isMoved ? distributionTable(distribution, clock) : nothing}`;
    },
    'capital',
  );
}

function isAmount(text: string): boolean {
  const amount = parseAmount(text);
  return amount !== undefined && amount !== 0n;
}

function flowLine(capital: CapitalView, { zone }: Clock): TemplateResult | typeof nothing {
  const { flow } = capital;
  const amounts = netSinceOpening(capital);
  const line = amounts?.map(roughAmount) ?? flow.map(({ net }) => roughNumber(net));
  const { width, height } = picture;
  const path = sparkPath(line, width, height, 0);
  if (path === '') return nothing;
  const zero = baseHeight(line, height, 0);
  const times = timeFormat(zone, 'time');
  const clock = (at: number | undefined): string => (at === undefined ? '' : times.format(at).slice(0, 5));
  const latest = brief(amounts?.at(-1) ?? parseAmount(flow.at(-1)?.net ?? ''), 'exceptZero');
  const name = amounts === undefined ? l10n.t('Net inflow by minute') : l10n.t('Net inflow since the opening');
  return html`<figure class="flow" aria-label=${l10n.t('{0}: {1}', name, latest)}>
    <svg viewBox=${`0 0 ${String(width)} ${String(height)}`} preserveAspectRatio="none" aria-hidden="true">
      ${svg`<line class="base" x1="0" x2=${width} y1=${zero} y2=${zero}></line><path class="line" d=${path}></path>`}
    </svg>
    <figcaption><span>${clock(flow[0]?.time)}</span><span>${name}</span><span>${clock(flow.at(-1)?.time)}</span></figcaption>
  </figure>`;
}

const sizes = ['extraLarge', 'large', 'medium', 'small'] as const satisfies readonly (keyof NonNullable<
  CapitalView['distribution']
>['in'])[];

function distributionTable(
  { in: inflow, out, updatedAt }: NonNullable<CapitalView['distribution']>,
  { zone, offset, symbol }: Clock & { readonly symbol: string },
): TemplateResult {
  const names = { extraLarge: l10n.t('Extra-large'), large: l10n.t('Large'), medium: l10n.t('Medium'), small: l10n.t('Small') };
  const most = Math.max(1, ...sizes.flatMap((size) => [inflow[size], out[size]]).map((text) => roughNumber(text) || 0));
  const [totalIn, totalOut] = [totalOf(inflow), totalOf(out)];
  const currency = shareCurrency(symbol) ?? '';
  const at = updatedAt === undefined ? '' : l10n.t('As of {0}', `${timeFormat(zone, 'time').format(updatedAt)} ${briefOffset(offset)}`);
  return html`<table class="money">
      <thead>
        <tr>
          <th scope="col">${l10n.t('Orders')}</th>
          <th scope="col">${l10n.t('In')}</th>
          <th scope="col">${l10n.t('Out')}</th>
          <th scope="col">${l10n.t('Net')}</th>
        </tr>
      </thead>
      <tbody>
        ${sizes.map(
          (size) =>
            html`<tr>
              <th scope="row">${names[size]}</th>
              ${moved(inflow[size], most, 'bid')}${moved(out[size], most, 'ask')}${net(parseAmount(inflow[size]), parseAmount(out[size]))}
            </tr>`,
        )}
        <tr class="total">
          <th scope="row">${l10n.t('Total')}</th>
          ${sumCell(totalIn)}${sumCell(totalOut)} ${net(totalIn, totalOut)}
        </tr>
      </tbody>
    </table>
    <p class="note">${[currency, at].filter((text) => text !== '').join(' · ')}</p>`;
}

function moved(text: string, most: number, side: 'bid' | 'ask'): TemplateResult {
  const amount = parseAmount(text);
  return volumeCell(side, roughNumber(text) / most, brief(amount), amount === undefined ? undefined : showMoney(amount));
}

function sumCell(amount: Amount | undefined): TemplateResult {
  return html`<td title=${amount === undefined ? nothing : showMoney(amount)}>${brief(amount)}</td>`;
}

function net(inflow: Amount | undefined, out: Amount | undefined): TemplateResult {
  if (inflow === undefined || out === undefined) return html`<td>${noValue}</td>`;
  const difference = inflow - out;
  return html`<td class=${directionOf(difference)} title=${showSignedMoney(difference)}>${brief(difference, 'exceptZero')}</td>`;
}

function brief(amount: Amount | undefined, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
  return amount === undefined ? noValue : briefAmount(amount, signDisplay);
}

/** The rows that the queue always has, so that nothing below it moves. */
const queueRows = 8;

/** Brokers in the queue, with the price level at which they stand; nothing if the feed does not push them. */
export function brokersPart(queue: BrokerQueueView | null): TemplateResult | typeof nothing {
  if (queue === null) return nothing;
  const { bids, asks } = queue;
  const rows = Array.from({ length: Math.max(queueRows, bids.length, asks.length) }, (_, at) => at);
  const title = l10n.t('Broker queue');
  return html`<section class="part brokers" aria-labelledby="part-brokers">
    <h2 id="part-brokers">${title}</h2>
    <div class="queue" role="group" aria-label=${title} tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">${l10n.t('Bid')}</th>
            <th scope="col">${l10n.t('Ask')}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (at) =>
              html`<tr>
                ${queued(bids[at], bids[at - 1])}${queued(asks[at], asks[at - 1])}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** The level is named once, at its first broker. */
function queued(broker: BrokerQueueView['bids'][number] | undefined, before: BrokerQueueView['bids'][number] | undefined): TemplateResult {
  if (broker === undefined) return html`<td></td>`;
  const [id, name, level] = [broker.id, broker.name, broker.level].map(visibleText);
  const isFirst = level !== '' && broker.level !== before?.level;
  const title = [level === '' ? '' : l10n.t('Price level {0}', level ?? ''), name ?? '', id ?? '']
    .filter((text) => text !== '')
    .join(' · ');
  return html`<td class=${isFirst ? 'first' : ''} title=${title}><span class="note">${id}</span> ${name}</td>`;
}
