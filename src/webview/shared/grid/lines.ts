import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { css } from '../css';
import type { CssProperties } from '../css';
import type { GridItem } from './arrange';
import type { CellContent, GridColumn } from './column';
import type { GridView } from './gridView';

/** The ID of a line's element, valid whatever the record's own ID contains. */
export function lineId(id: string): string {
  return `line-${id.replace(/[^\w.-]/g, (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}`)}`;
}

export function cellId(id: string, column: string): string {
  return `${lineId(id)}-${column}`;
}

/** The current state of a line. */
export interface LineState {
  readonly index: number;
  /** Pixels below the first line. */
  readonly top: number;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** Whether its buttons are drawn. */
  readonly hasButtons: boolean;
  /** -1 is the line as a whole. */
  readonly activeColumn: number;
  readonly isMovable: boolean;
  /** A second picture of the line, which has no IDs. */
  readonly isCopy?: boolean;
}

/** A column's header, with the direction if the grid is sorted by it. */
export function headerCell<R, G>(view: GridView<R, G>, column: GridColumn<R>, at: number): TemplateResult {
  const order = view.sort?.key === column.key ? view.sort.direction : undefined;
  const arrow = order === 'ascending' ? 'up' : 'down';
  return html`<div
    class="cell ${column.kind} cell-${column.key} ${column.compare === undefined ? '' : 'sortable'}"
    id=${`column-${column.key}`}
    role="columnheader"
    aria-colindex=${at + 1}
    aria-sort=${ifDefined(column.compare === undefined ? undefined : (order ?? 'none'))}
    title=${column.hint ?? column.title}
    data-column=${column.key}
  >
    <span class="title">${column.title}</span>
    ${order === undefined ? nothing : html`<span class="codicon codicon-arrow-${arrow}" aria-hidden="true"></span>`}
  </div>`;
}

export function line<R, G>(view: GridView<R, G>, item: GridItem<R, G>, state: LineState): TemplateResult {
  switch (item.kind) {
    case 'row':
      return rowLine(view, item, state);
    case 'group':
      return groupLine(view, item, state);
    case 'divider':
      return dividerLine(view, item, state);
  }
}

function place(view: { readonly rowHeight: number }, { top }: LineState): CssProperties {
  return { transform: `translateY(${String(top)}px)`, height: `${String(view.rowHeight)}px` };
}

function rowLine<R, G>(view: GridView<R, G>, item: { readonly id: string; readonly row: R }, state: LineState): TemplateResult {
  const context = view.contextOf?.(item.row);
  return html`<div
    class="row ${state.isActive ? 'active' : ''} ${state.isChosen ? 'chosen' : ''} ${view.rowLook?.(item.row) ?? ''}"
    role="row"
    id=${lineId(item.id)}
    aria-rowindex=${state.index + 2}
    aria-selected=${state.isChosen || state.isActive ? 'true' : 'false'}
    data-id=${item.id}
    data-vscode-context=${ifDefined(context === undefined ? undefined : JSON.stringify(context))}
    draggable=${state.isMovable ? 'true' : 'false'}
    ${css(place(view, state))}
  >
    ${view.columns.map((column, at) => cell(item, column, at, state))}
  </div>`;
}

function cell<R>(item: { readonly id: string; readonly row: R }, column: GridColumn<R>, at: number, state: LineState): TemplateResult {
  const label = column.label?.(item.row);
  const content = column.kind === 'buttons' && !state.hasButtons ? '' : column.cell(item.row);
  // No white space of ours beside the service's text.
  // oxfmt-ignore
  return html`<div
    class="cell ${column.kind} cell-${column.key} ${column.look?.(item.row) ?? ''} ${state.isActive && at === state.activeColumn ? 'active' : ''}"
    id=${cellId(item.id, column.key)}
    role="gridcell"
    aria-colindex=${at + 1}
    aria-label=${ifDefined(label)}
    title=${ifDefined(column.tooltip?.(item.row) ?? label ?? (typeof content === 'string' && content !== '' ? content : undefined))}
  >${content}</div>`;
}

/** Across all columns. */
function dividerLine<R, G>(view: GridView<R, G>, item: Extract<GridItem<R, G>, { kind: 'divider' }>, state: LineState): TemplateResult {
  return html`<div
    class="row divider ${item.look} ${state.isActive ? 'active' : ''}"
    role="row"
    id=${ifDefined(state.isCopy === true ? undefined : lineId(item.id))}
    aria-rowindex=${state.index + 2}
    data-id=${item.id}
    ${css(place(view, state))}
  >
    <div class="cell" role="gridcell" aria-colindex="1" aria-colspan=${view.columns.length}>${item.content()}</div>
  </div>`;
}

function groupLine<R, G>(view: GridView<R, G>, item: Extract<GridItem<R, G>, { kind: 'group' }>, state: LineState): TemplateResult {
  const contents = view.columns.map((column) => view.groupCell?.(item.group, column.key));
  const figures = contents.findIndex((content, at) => at > 0 && content !== undefined);
  // The name has the room up to the first figure.
  const span = figures === -1 ? view.columns.length : figures;
  return html`<div
    class="row group ${state.isActive ? 'active' : ''}"
    role="row"
    id=${ifDefined(state.isCopy === true ? undefined : lineId(item.id))}
    aria-rowindex=${state.index + 2}
    data-id=${item.id}
    ${css(place(view, state))}
  >
    ${groupName(view, item, span)} ${view.columns.map((column, at) => (at < span ? nothing : groupCell(column, at, contents[at])))}
  </div>`;
}

function groupCell<R>({ kind, key }: GridColumn<R>, at: number, content: CellContent | undefined): TemplateResult {
  return html`<div class="cell ${kind} cell-${key}" role="gridcell" aria-colindex=${at + 1}>${content ?? nothing}</div>`;
}

function groupName<R, G>(view: GridView<R, G>, item: Extract<GridItem<R, G>, { kind: 'group' }>, span: number): TemplateResult {
  return html`<div
    class="cell group-name"
    role="gridcell"
    aria-colindex="1"
    aria-colspan=${span}
    ${css({ 'grid-column': `1 / ${span === view.columns.length ? '-1' : `span ${String(span)}`}` })}
  >
    <button
      type="button"
      class="twistie codicon codicon-chevron-${item.isExpanded ? 'down' : 'right'}"
      tabindex="-1"
      aria-expanded=${item.isExpanded}
      aria-label=${item.isExpanded ? l10n.t('Collapse') : l10n.t('Expand')}
      data-toggle=${item.id}
    ></button>
    <span class="group-title">${view.groupName?.(item.group) ?? nothing}</span>
  </div>`;
}
