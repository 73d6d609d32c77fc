import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { parseAmount, percentOf, showSignedPercent } from '../../domain/values/amount';
import type { BarView } from '../../panel/security/securityProtocol';
import type { SecurityStrings } from '../../panel/security/securityStrings';
import { figure, noValue, timeText } from './format';

interface BarTable {
  readonly isIntraday: boolean;
  /** So many bars are in the document; more follow when the last ones come into view. */
  readonly limit: number;
  readonly label: string;
  readonly strings: SecurityStrings;
  /** The last rows came into view. */
  readonly nearEnd: () => void;
}

/** Rows that are left below when more are asked for. */
const ahead = 40;
const rowHeight = 26;

/** The bars of the chart as a table, the latest first, for those who do not see the chart. */
export function barTable(bars: readonly BarView[], { isIntraday, limit, label, strings, nearEnd }: BarTable): TemplateResult {
  const shown = bars.slice(-limit).toReversed();
  const first = bars.length - 1;
  const scrolled = ({ currentTarget: box }: Event): void => {
    if (box instanceof HTMLElement && box.scrollHeight - box.scrollTop - box.clientHeight < ahead * rowHeight) nearEnd();
  };
  return html`<div class="bars" role="region" tabindex="0" aria-label=${label} @scroll=${scrolled}>
    <table>
      <thead>
        <tr>
          ${[strings.time, strings.open, strings.high, strings.low, strings.close, '%', strings.volume].map(
            (title) => html`<th scope="col">${title}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${repeat(
          shown,
          ({ id }) => id,
          (bar, at) => {
            const before = bars[first - at - 1];
            return guard([bar, before, isIntraday], () => row(bar, before, isIntraday));
          },
        )}
      </tbody>
    </table>
  </div>`;
}

/** Times of bars stand on the clock of the exchange already. */
function row(bar: BarView, before: BarView | undefined, isIntraday: boolean): TemplateResult {
  return html`<tr>
    <th scope="row">${timeText(bar.time * 1000, 'UTC', isIntraday ? 'both' : 'date')}</th>
    ${[bar.open, bar.high, bar.low, bar.close].map((price) => html`<td>${figure(price)}</td>`)}
    <td>${percent(bar, before)}</td>
    <td>${figure(bar.volume)}</td>
  </tr>`;
}

function percent(bar: BarView, before: BarView | undefined): string {
  const [close, base] = [parseAmount(bar.close), parseAmount(before?.close ?? '')];
  return close === undefined || base === undefined || base === 0n ? noValue : showSignedPercent(percentOf(close - base, base));
}
