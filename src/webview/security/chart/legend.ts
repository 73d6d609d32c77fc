import * as l10n from '@vscode/l10n';
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { drawnDirection } from '../../../domain/quotes/priceDirection';
import { visibleText } from '../../../domain/text/visibleText';
import { plainAmount, showMoney, showNumber, showSignedPercent } from '../../../domain/values/amount';
import type { Amount } from '../../../domain/values/amount';
import type { Indicator } from '../../../domain/security/indicators';
import type { BarsView, BarView, Part } from '../../../panel/security/securityProtocol';
import { iconButton } from '../../shared/iconButton';
import { changeOf, figure, noValue } from '../format';
import { listText } from '../../shared/texts/listText';
import { timeText } from '../../shared/texts/times';
import type { IndicatorAt } from './indicatorLines';

interface BarLegend {
  readonly bar: BarView;
  readonly before: BarView | undefined;
  readonly isIntraday: boolean;
  readonly indicators: readonly IndicatorAt[];
  /** The user’s fills in it. */
  readonly fills: readonly string[];
}

/** The figures of a bar, and of the indicators at it. */
export function barLegend({ bar, before, isIntraday, indicators, fills }: BarLegend): TemplateResult {
  const change = changeOf(bar.close, before?.close ?? '');
  const letters = l10n.t({
    message: 'O H L C V',
    comment: ['Above a chart: open, high, low, close, volume. One letter or word each, with one space between.'],
  });
  const [open, high, low, close, volume] = letters.split(' ');
  const item = (short: string | undefined, name: string, value: string): TemplateResult =>
    html`<span><abbr title=${name}>${short ?? name}</abbr> ${value}</span>`;
  return html`<span class="legend-time">${timeText(bar.time * 1000, 'UTC', isIntraday ? 'both' : 'date')}</span>
    ${item(open, l10n.t('Opening price'), figure(bar.open))} ${item(high, l10n.t('Highest price'), figure(bar.high))}
    ${item(low, l10n.t('Lowest price'), figure(bar.low))} ${item(close, l10n.t('Closing price'), figure(bar.close))}
    <span class=${change?.direction ?? ''}>${change?.text ?? ''}</span> ${item(volume, l10n.t('Volume'), figure(bar.volume))}
    ${indicators.map(({ indicator, look, value }) => {
      const [short, name] = indicatorNames(indicator);
      return html`<span class="average"
        >${swatch(look)} <abbr title=${name}>${short}</abbr> ${value === undefined ? noValue : indicatorText(indicator, value)}</span
      >`;
    })}
    ${fills.length === 0 ? nothing : html`<span>${l10n.t('Your fills: {0}', listText(fills))}</span>`}`;
}

/** What charts everywhere call an indicator, and what that means. */
function indicatorNames(indicator: Indicator): readonly [short: string, name: string] {
  switch (indicator.kind) {
    case 'average':
      return [`MA${String(indicator.length)}`, l10n.t('Moving average of {0} bars', indicator.length)];
    case 'exponential':
      return [`EMA${String(indicator.length)}`, l10n.t('Exponential moving average of {0} bars', indicator.length)];
    case 'strength':
      return [`RSI${String(indicator.length)}`, l10n.t('Relative strength index of {0} bars, from 0 to 100', indicator.length)];
    case 'vwap':
      return ['VWAP', l10n.t('Volume-weighted average price since the first bar of the day')];
  }
}

function indicatorText({ kind }: Indicator, value: Amount): string {
  return kind === 'strength' ? showNumber(plainAmount(value, 1)) : showMoney(value);
}

/** A security in the legend of a comparison. */
export interface ComparedItem {
  readonly symbol: string;
  readonly name: string;
  readonly percent: Amount | undefined;
  /** A note that there is no line, or that it begins later than the others; otherwise empty. */
  readonly note: string;
}

/** Why a security has no line; undefined if it has one. */
export function whyNoLine(part: Part<BarsView> | undefined, hasBars: boolean): string | undefined {
  if (part?.kind === 'failed') return part.problem;
  if (part === undefined || part.kind === 'loading') return part?.reason ?? l10n.t('Loading…');
  return part.kind === 'notOffered' || !hasBars ? l10n.t('no bars in this time') : undefined;
}

interface ComparedLegend {
  /** The security of the page, which is drawn as candles. */
  readonly own: ComparedItem;
  readonly others: readonly ComparedItem[];
  /** The start of the percentages. */
  readonly since: string;
  readonly remove: (symbol: string) => void;
}

/** The compared securities, each with its mark, its percentage, and a button that removes it. */
export function comparedLegend({ own, others, since, remove }: ComparedLegend): TemplateResult {
  return html`<div class="compared">
    <ul aria-label=${l10n.t('Compared securities')}>
      ${chip(own, html`<span class="codicon codicon-graph-line" aria-hidden="true"></span>`, nothing)}
      ${others.map((item, at) =>
        chip(
          item,
          swatch(`compared-${String(at)}`),
          iconButton('close', l10n.t('Remove {0} from the chart', visibleText(item.symbol)), () => remove(item.symbol)),
        ),
      )}
    </ul>
    <span class="note">${since}</span>
  </div>`;
}

function chip(
  { symbol, name, percent, note }: ComparedItem,
  mark: TemplateResult,
  button: TemplateResult | typeof nothing,
): TemplateResult {
  return html`<li class="compared-chip">
    ${mark} <span title=${visibleText(name)}>${visibleText(symbol)}</span>
    <span class=${percent === undefined ? '' : drawnDirection(showSignedPercent(percent), percent)}
      >${percent === undefined ? noValue : showSignedPercent(percent)}</span
    >
    ${note === '' ? nothing : html`<span class="note">${note}</span>`}${button}
  </li>`;
}

/** A piece of a line as the chart draws it. */
function swatch(look: string): TemplateResult {
  return html`<svg class="swatch ${look}" viewBox="0 0 18 4" aria-hidden="true">${svg`<line x1="0" y1="2" x2="18" y2="2" />`}</svg>`;
}
