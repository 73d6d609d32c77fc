import '../../shared/popOver';
import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { longestAverage, mostAverages, parseAverages } from '../../../domain/security/movingAverage';
import { mostCompared } from '../../../domain/security/comparison';
import { chartAdjustments, chartPeriods } from '../../../panel/security/securityProtocol';
import type { ChartChoice, Studies, SubjectView } from '../../../panel/security/securityProtocol';
import { iconButton } from '../../shared/iconButton';
import { adjustmentName, periodName, shortPeriodName } from '../names';

/** A field for lengths of indicators. */
export type StudyField = 'averages' | 'exponential' | 'strength';

interface ChartControls {
  readonly subject: SubjectView;
  readonly studies: Studies;
  readonly isTable: boolean;
  /** Whether there are bars. */
  readonly isShown: boolean;
  /** The field in which something was typed that can’t be used. */
  readonly wrong: StudyField | undefined;
  readonly choose: (chart: ChartChoice) => void;
  readonly study: (studies: Studies | StudyField) => void;
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
        tooltip: l10n.t('Moving averages, VWAP, RSI, previous close, and your fills'),
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

function studiesPanel(controls: ChartControls): TemplateResult {
  const { studies, study } = controls;
  const box = (name: string, isOn: boolean, turned: Partial<Studies>): TemplateResult =>
    html`<label><input type="checkbox" .checked=${isOn} @change=${() => study({ ...studies, ...turned })} />${name}</label>`;
  const { previousClose, fills = false, vwap = false } = studies;
  return html`<div class="studies">
    ${box(l10n.t('Previous close'), previousClose, { previousClose: !previousClose })}
    ${box(l10n.t('Your fills'), fills, { fills: !fills })} ${box(l10n.t('VWAP of the day, below 1 day'), vwap, { vwap: !vwap })}
    ${lengths(controls, 'averages', l10n.t('Moving averages, in bars'), '5, 20, 60')}
    ${lengths(controls, 'exponential', l10n.t('Exponential moving averages, in bars'), '12, 26')}
    ${lengths(controls, 'strength', l10n.t('Relative strength index (RSI), in bars'), '14')}
  </div>`;
}

/** A field for lengths, with what it takes. */
function lengths({ studies, wrong, study }: ChartControls, field: StudyField, name: string, example: string): TemplateResult {
  const isOne = field === 'strength';
  const typed = ({ target }: Event): void => {
    const found = target instanceof HTMLInputElement ? parseAverages(target.value) : undefined;
    if (found === undefined || (isOne && found.length > 1)) study(field);
    else study(isOne ? { ...studies, strength: found[0] } : { ...studies, [field]: found });
  };
  const values = isOne ? [studies.strength ?? []].flat() : (studies[field] ?? []);
  const rule = isOne
    ? l10n.t('One length from 2 to {0}. Empty for none.', longestAverage)
    : l10n.t('Up to {0} lengths from 2 to {1}. Empty for none.', mostAverages, longestAverage);
  return html`<label class="lengths"
      >${name}
      <input
        class="field"
        type="text"
        placeholder=${example}
        .value=${values.join(', ')}
        aria-invalid=${String(wrong === field)}
        aria-describedby="${field}-rule"
        @change=${typed}
    /></label>
    <p id="${field}-rule" class=${wrong === field ? 'field-problem' : 'sr-only'}>${rule}</p>`;
}
