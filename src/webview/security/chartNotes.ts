import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { BarsView, BarView, SubjectView, ToSecurityPage } from '../../panel/security/securityProtocol';
import { timeText } from '../shared/texts/times';

interface ChartNotes {
  readonly bars: readonly BarView[];
  readonly about: Omit<BarsView, 'bars' | 'isReset'>;
  readonly isIntraday: boolean;
  readonly fills: readonly string[];
  readonly earlier: ToSecurityPage['earlier'];
  readonly subject: SubjectView;
  readonly isPrivate: boolean;
  /** Why the bars are old; otherwise empty. */
  readonly problem: string;
  readonly tryAgain: (what: 'earlier' | 'bars') => void;
}

/** The notes beside the legend: how many bars there are, what is missing, and what is hidden. */
export function chartNotes({ bars, about, isIntraday, fills, earlier, subject, isPrivate, problem, tryAgain }: ChartNotes): TemplateResult {
  const [first] = bars;
  const since = first === undefined || about.hasMore ? '' : l10n.t('complete since {0}', timeText(first.time * 1000, 'UTC', 'date'));
  const notes = [
    l10n.t('Bars: {0}', bars.length),
    since,
    isIntraday ? about.zone : '',
    isIntraday && about.isExtended ? l10n.t('with pre-market and after-hours') : '',
    about.hasGap ? l10n.t('The chart is incomplete: the service returned only part of some days.') : '',
    isPrivate ? l10n.t('Your cost and order lines are hidden in privacy mode.') : '',
    subject.chart.adjustment === 'backward'
      ? l10n.t('Lines at prices of today are hidden: backward-adjusted prices are no prices of today.')
      : '',
    ...fills,
    earlier.isLoading ? l10n.t('Loading earlier bars…') : earlier.problem,
    problem,
  ];
  const again = (): void => tryAgain(problem === '' ? 'earlier' : 'bars');
  return html`<p class="notes">
    <span>${notes.filter((note) => note !== '').join(' · ')}</span>
    ${earlier.problem === '' && problem === '' ? nothing : html`<button type="button" class="link-button" @click=${again}>${l10n.t('Try Again')}</button>`}
  </p>`;
}
