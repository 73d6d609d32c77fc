import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { columnsOf } from '../../../domain/text/columns';
import { visibleText } from '../../../domain/text/visibleText';
import { listText } from '../texts/listText';
import { leastWidth } from './column';
import type { GridColumn } from './column';
import { textWidth } from './textWidth';

/** Between the columns and beside them, as the grid draws them; the latter with half of its scroll bar. */
const [columnGap, edge] = [9, 17];

/**
 * The columns that have space beside each other, in their order: instead of cutting off a name or a figure, the least important columns are
 * left out.
 *
 * @param yielding - The keys of columns that leave when there is too little space, the first ones first; others always stay.
 * @param width - Of the page, in pixels.
 */
export function fittingColumns<R>(columns: readonly GridColumn<R>[], yielding: readonly string[], width: number): readonly GridColumn<R>[] {
  const left = new Set<string>();
  const fitting = (): readonly GridColumn<R>[] => columns.filter(({ key }) => !left.has(key));
  for (const key of yielding) {
    if (haveSpace(fitting(), width)) break;
    left.add(key);
  }
  // A narrow column that has left before a wide one may have space in the place of that.
  for (const key of [...left].toReversed()) {
    left.delete(key);
    if (!haveSpace(fitting(), width)) left.add(key);
  }
  return fitting();
}

/** Whether the columns have space beside each other in a page of this width. */
function haveSpace<R>(columns: readonly GridColumn<R>[], width: number): boolean {
  return leastWidth(columns, columnGap, edge) <= width;
}

/** Of the names that look longest. */
const measured = 8;

/** The width in pixels that the longest of these names needs beside `beside` pixels for something else, within limits. */
export function nameWidth(
  names: readonly string[],
  { least, most, beside = 0 }: { readonly least: number; readonly most: number; readonly beside?: number },
): number {
  const longest = [...new Set(names)].toSorted((one, other) => columnsOf(other) - columnsOf(one)).slice(0, measured);
  return Math.min(most, Math.max(least, ...longest.map((name) => Math.ceil(textWidth(visibleText(name), 'text')) + beside)));
}

type Titled = Pick<GridColumn<never>, 'key' | 'title'>;

/** What has no space, and a way to it; nothing if everything has. @param showsAll - The columns are all shown, and scroll sideways. */
export function lackOfSpace(
  all: readonly Titled[],
  fitting: readonly Titled[],
  { showsAll, toggle }: { readonly showsAll: boolean; readonly toggle: () => void },
): TemplateResult | typeof nothing {
  const titles = all.filter(({ key }) => fitting.every((column) => column.key !== key)).map(({ title }) => title);
  if (titles.length === 0) return nothing;
  const text = l10n.t('No space for: {0}', listText(titles));
  return html`<span class="lack"
    >${showsAll ? nothing : html`<span class="lack-names" title=${text}>${text}</span>`}
    <button type="button" class="link-button" @click=${toggle}>
      ${showsAll ? l10n.t('Fit Columns to Page') : l10n.t('Show All Columns')}
    </button></span
  >`;
}
