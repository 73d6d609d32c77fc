import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { rangeDays } from '../../domain/time/historyRange';
import type { RangeChoice } from '../../domain/time/historyRange';
import { ordersTabs } from '../../panel/orders/ordersPageProtocol';
import type { SelectedAction, OrdersTab } from '../../panel/orders/ordersPageProtocol';
import { columnsButton } from '../shared/grid/columnPicker';
import { iconButton } from '../shared/iconButton';
import { tabList } from '../shared/tabList';
import { finished } from './viewState';
import type { OrdersViewState } from './viewState';

/** A value to choose, and its label. */
export type Choice = readonly [value: string, label: string];

interface ToolbarState {
  readonly view: OrdersViewState;
  readonly isSandbox: boolean;
  readonly picksColumns: boolean;
  readonly accounts: readonly Choice[];
  readonly sides: readonly Choice[];
  readonly statuses: readonly Choice[];
  /** The dates in the fields are not a range. */
  readonly isRangeWrong: boolean;
  /** There are open orders. */
  readonly canCancel: boolean;
  /** What the selected open order is called; undefined without one. */
  readonly selected: string | undefined;
}

interface ToolbarEvents {
  readonly change: (change: Partial<OrdersViewState>) => void;
  readonly pickColumns: () => void;
  readonly export: () => void;
  readonly refresh: () => void;
  readonly cancelAll: () => void;
  /** About the selected order. */
  readonly order: (action: SelectedAction) => void;
  readonly toGrid: () => void;
  /** The initial dates of a custom range. */
  readonly dates: () => RangeChoice;
}

export const listPanelId = 'orders-list';

/** The head of the page: the list, its days, and its filters. */
export function toolbar(state: ToolbarState, events: ToolbarEvents): TemplateResult {
  const { view, isSandbox, picksColumns, accounts, sides, statuses } = state;
  return html`<header class="top">
      <h1>${l10n.t('Orders')}</h1>
      ${isSandbox ? html`<span class="badge sandbox">${l10n.t('sandbox')}</span>` : nothing}
      ${tabList({
        ...{ tabs: ordersTabs, selected: view.tab, label: l10n.t('Orders'), titleOf: tabTitle, panelId: listPanelId },
        select: (tab) => events.change({ tab }),
      })}
      <span class="spring"></span>
      ${
        state.canCancel
          ? html`<button type="button" class="order" title=${l10n.t('Cancel All Open Orders…')} @click=${events.cancelAll}>
              ${l10n.t('Cancel All…')}
            </button>`
          : nothing
      }
      ${columnsButton(picksColumns, events.pickColumns)} ${iconButton('export', l10n.t('Export…'), events.export)}
      ${iconButton('refresh', l10n.t('Refresh'), events.refresh)}
    </header>
    <div class="filters">
      ${view.tab === 'open' ? orderButtons(state.selected, events) : rangeFields(view.range, state.isRangeWrong, events)}
      <input
        class="field filter"
        type="search"
        aria-label=${l10n.t('Filter by text or symbol')}
        placeholder=${l10n.t('Filter by text or symbol')}
        .value=${view.filter}
        @input=${({ target }: InputEvent) => (target instanceof HTMLInputElement ? events.change({ filter: target.value }) : undefined)}
        @keydown=${({ key }: KeyboardEvent) => (key === 'ArrowDown' ? events.toGrid() : undefined)}
      />
      ${
        accounts.length < 2
          ? nothing
          : choose(l10n.t('Account'), l10n.t('All accounts'), accounts, view.account, (account) => events.change({ account }))
      }
      ${choose(l10n.t('Side'), l10n.t('All sides'), sides, view.side, (side) => events.change({ side }))}
      ${
        view.tab === 'history'
          ? choose(l10n.t('Status'), l10n.t('All statuses'), [[finished, finishedText()], ...statuses], view.pastStatus, (pastStatus) =>
              events.change({ pastStatus }),
            )
          : choose(l10n.t('Status'), l10n.t('All statuses'), statuses, view.status, (status) => events.change({ status }))
      }
    </div>`;
}

/** Always there, so that nothing moves when an order is selected; far from the button that cancels all. */
function orderButtons(selected: string | undefined, { order }: ToolbarEvents): TemplateResult {
  const button = (action: SelectedAction, label: string): TemplateResult =>
    html`<button
      type="button"
      class="order"
      title=${selected === undefined ? l10n.t('Select an order in the list') : l10n.t('{0}: {1}', label, selected)}
      ?disabled=${selected === undefined}
      @click=${() => order(action)}
    >
      ${label}
    </button>`;
  return html`<div class="for-selected" role="group" aria-label=${l10n.t('Selected order')}>
    ${button('modify', l10n.t('Modify…'))} ${button('cancel', l10n.t('Cancel…'))}
  </div>`;
}

function finishedText(): string {
  return l10n.t({ message: 'Finished', comment: ['Choice of a filter: orders that don’t work any more, filled, canceled, or rejected.'] });
}

function tabTitle(tab: OrdersTab): string {
  return {
    open: l10n.t({ message: 'Open', comment: ['Tab: the open orders.'] }),
    history: l10n.t('History'),
    fills: l10n.t('Fills'),
  }[tab];
}

function rangeFields(range: RangeChoice, isWrong: boolean, { change, dates }: ToolbarEvents): TemplateResult {
  const isKnown = (days: number): boolean => range.kind === 'days' && range.days === days;
  const pick = ({ target }: Event): void => {
    if (!(target instanceof HTMLSelectElement)) return;
    change({ range: target.value === 'dates' ? dates() : { kind: 'days', days: Number(target.value) } });
  };
  return html`<select class="field range" aria-label=${l10n.t('Range')} title=${l10n.t('Range')} @change=${pick}>
      ${rangeDays.map(
        (days) =>
          html`<option value=${String(days)} ?selected=${isKnown(days)}>
            ${days === 1 ? l10n.t({ message: 'Today', comment: ['Range of a list: the present day.'] }) : l10n.t('{0} days', days)}
          </option>`,
      )}
      <option value="dates" ?selected=${range.kind === 'dates'}>${l10n.t('From – to')}</option>
    </select>
    ${range.kind === 'dates' ? dateFields(range, isWrong, change) : nothing}`;
}

function dateFields(range: Extract<RangeChoice, { kind: 'dates' }>, isWrong: boolean, change: ToolbarEvents['change']): TemplateResult {
  const field = (end: 'from' | 'to', label: string): TemplateResult =>
    html`<input
      class="field date"
      type="date"
      aria-label=${label}
      title=${label}
      aria-invalid=${String(isWrong)}
      .value=${range[end]}
      @change=${({ target }: Event) => (target instanceof HTMLInputElement && target.value !== '' ? change({ range: { ...range, [end]: target.value } }) : undefined)}
    />`;
  return html`${field('from', l10n.t('From'))}<span aria-hidden="true">–</span>${field('to', l10n.t('To'))}
    ${isWrong ? html`<span class="field-problem" role="alert">${l10n.t('The first date must not be after the last one.')}</span>` : nothing}`;
}

function choose(name: string, all: string, choices: readonly Choice[], chosen: string, change: (value: string) => void): TemplateResult {
  return html`<select
    class="field"
    aria-label=${name}
    title=${name}
    @change=${({ target }: Event) => (target instanceof HTMLSelectElement ? change(target.value) : undefined)}
  >
    <option value="" ?selected=${chosen === ''}>${all}</option>
    ${choices.map(([value, label]) => html`<option value=${value} ?selected=${value === chosen}>${label}</option>`)}
  </select>`;
}
