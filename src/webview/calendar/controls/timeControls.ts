import * as l10n from '@vscode/l10n';
import { element, icon } from '../../shared/dom';
import type { ListModel } from '../list/listModel';

export interface TimeControlsView {
  readonly root: HTMLElement;
  show(model: ListModel, options: { readonly isSeeking: boolean; readonly isSorted: boolean; readonly now: number }): void;
}

/** *Jump to Now*, and *Sort by Time* for results that the service sorted by relevance. */
export function createTimeControls(actions: { readonly toNow: () => void; readonly sort: () => void }): TimeControlsView {
  const button = (name: string, text: string, run: () => void): HTMLButtonElement => {
    const made = element('button', { class: 'order', attributes: { type: 'button' } }, icon(name), element('span', { text }));
    made.addEventListener('click', run);
    return made;
  };
  const toNow = button('watch', l10n.t('Jump to Now'), actions.toNow);
  const sort = button('clock', l10n.t('Sort by Time'), actions.sort);
  return {
    root: element('div', { class: 'time-controls' }, toNow, sort),
    show: (model, { isSeeking, isSorted, now }) => {
      const isUnsorted = model.name === 'search' && model.order === 'none';
      toNow.hidden = model.nowIndex() === undefined && (isUnsorted || model.reachesNow(now));
      toNow.setAttribute('aria-busy', String(isSeeking));
      toNow.classList.toggle('busy', isSeeking);
      sort.hidden = !isUnsorted;
      // A part of a list in order of time would look like the whole.
      sort.disabled = model.state.end === 'more';
      sort.title = sort.disabled ? l10n.t('The service sorted these results by relevance. Load all of them to sort by time.') : '';
      sort.setAttribute('aria-pressed', String(isSorted && !sort.disabled));
    },
  };
}
