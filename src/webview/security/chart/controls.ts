import '../../shared/popOver';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { longestAverage, mostAverages, parseAverages } from '../../../domain/security/movingAverage';
import { mostCompared } from '../../../domain/security/comparison';
import { chartAdjustments, chartPeriods } from '../../../panel/security/securityGuards';
import type { ChartChoice, Studies, SubjectView } from '../../../panel/security/securityProtocol';
import { iconButton } from '../../shared/iconButton';
import { adjustmentName, periodName, shortPeriodName } from '../names';

interface ChartControls {
  readonly subject: SubjectView;
  readonly studies: Studies;
  readonly isTable: boolean;
  /** Whether there are bars. */
  readonly isShown: boolean;
  /** The text typed as lengths is invalid. */
  readonly isWrong: boolean;
  readonly choose: (chart: ChartChoice) => void;
  readonly study: (studies: Studies | undefined) => void;
  readonly compare: () => void;
  readonly toggleTable: () => void;
}

/** The options of a chart. */
export function chartControls(controls: ChartControls): TemplateResult {
  const { subject, isShown, isTable, choose, compare, toggleTable } = controls;
  const { chart } = subject;
  const isFull = subject.compared.length >= mostCompared;
  return html`<div class="controls">
    <div class="periods" role="group" aria-label=${l10n.t('Interval')}>
      ${chartPeriods.map(
        (period) =>
          html`<button
            type="button"
            class="segment"
            title=${periodName(period)}
            aria-pressed=${String(period === chart.period)}
            @click=${() => choose({ ...chart, period })}
          >
            ${shortPeriodName(period)}
          </button>`,
      )}
    </div>
    ${adjustments(controls)}
    <pop-over
      .button=${{
        name: l10n.t('Lines'),
        tooltip: l10n.t('Moving averages, previous close, and your fills'),
        content: html`<span class="codicon codicon-settings" aria-hidden="true"></span><span class="word">${l10n.t('Lines')}</span>`,
        className: 'order',
      }}
      .content=${() => studiesPanel(controls)}
    ></pop-over>
    <button
      type="button"
      class="order"
      ?disabled=${isFull}
      aria-label=${l10n.t('Compare…')}
      title=${isFull ? l10n.t('At most {0} securities can be compared.', mostCompared) : l10n.t('Compare with other securities, in percent')}
      @click=${compare}
    >
      <span class="codicon codicon-add" aria-hidden="true"></span><span class="word">${l10n.t('Compare…')}</span>
    </button>
    <span class="spring"></span>
    ${
      isShown
        ? iconButton(isTable ? 'graph-line' : 'table', isTable ? l10n.t('Show as Chart') : l10n.t('Show as Table'), toggleTable, {
            isPressed: isTable,
          })
        : nothing
    }
  </div>`;
}

function adjustments({ subject, choose }: ChartControls): TemplateResult {
  const change = ({ target }: Event): void => {
    const found = chartAdjustments.find((adjustment) => target instanceof HTMLSelectElement && target.value === adjustment);
    if (found !== undefined) choose({ ...subject.chart, adjustment: found });
  };
  return html`<select
    class="field"
    aria-label=${l10n.t('Adjustment for dividends and splits')}
    title=${l10n.t('Adjustment for dividends and splits')}
    @change=${change}
  >
    ${chartAdjustments.map(
      (adjustment) =>
        html`<option value=${adjustment} .selected=${adjustment === subject.chart.adjustment}>${adjustmentName(adjustment)}</option>`,
    )}
  </select>`;
}

function studiesPanel({ studies, isWrong, study }: ChartControls): TemplateResult {
  const typed = ({ target }: Event): void => {
    const averages = target instanceof HTMLInputElement ? parseAverages(target.value) : undefined;
    study(averages === undefined ? undefined : { ...studies, averages });
  };
  return html`<div class="studies">
    <label
      ><input
        type="checkbox"
        .checked=${studies.previousClose}
        @change=${() => study({ ...studies, previousClose: !studies.previousClose })}
      />${l10n.t('Previous close')}</label
    >
    <label
      ><input
        type="checkbox"
        .checked=${studies.fills === true}
        @change=${() => study({ ...studies, fills: studies.fills !== true })}
      />${l10n.t('Your fills')}</label
    >
    <label class="lengths"
      >${l10n.t('Moving averages, in bars')}
      <input
        class="field"
        type="text"
        placeholder="5, 20, 60"
        .value=${studies.averages.join(', ')}
        aria-invalid=${String(isWrong)}
        aria-describedby="averages-rule"
        @change=${typed}
    /></label>
    <p id="averages-rule" class=${isWrong ? 'field-problem' : 'hint'}>
      ${l10n.t('Up to {0} lengths from 2 to {1}. Empty for none.', mostAverages, longestAverage)}
    </p>
  </div>`;
}
