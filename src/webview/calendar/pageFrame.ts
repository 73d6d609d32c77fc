import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { element, setAttribute } from '../shared/dom';
import type { Formats } from './format';
import { blankView, stripes } from './list/listStates';
import type { ListSituation, ListStateActions } from './list/listStates';
import { statusText } from './list/statusText';

/** The id of the element that the tabs control. */
export const panelId = 'panel';

interface Parts {
  readonly top: readonly HTMLElement[];
  readonly week: HTMLElement;
  readonly controls: readonly HTMLElement[];
  readonly grid: HTMLElement;
}

/** What stands around the grid: progress, notices, what covers an empty grid, the status line and the way to more rows. */
export class PageFrame {
  readonly #progress = element(
    'div',
    { class: 'progress', attributes: { 'aria-hidden': 'true' } },
    document.createElement('vscode-progress-bar'),
  );
  readonly #notices = element('div', { class: 'notices' });
  readonly #overlay = element('div', { class: 'overlay' });
  readonly #panel = element('div', { class: 'panel', id: panelId, attributes: { role: 'tabpanel' } });
  readonly #status = element('span', { class: 'status-text', attributes: { role: 'status', 'aria-live': 'polite' } });
  readonly #more = element('button', { class: 'link-button', attributes: { type: 'button' } });
  readonly #announcement = element('span', { class: 'sr-only', attributes: { 'aria-live': 'polite' } });
  #grid: HTMLElement | undefined;

  constructor(
    private readonly formats: Formats,
    private readonly actions: ListStateActions & { readonly askMore: () => void },
  ) {
    this.#more.textContent = l10n.t('Load More');
  }

  mount(body: HTMLElement, { top, week, controls, grid }: Parts): void {
    this.#grid = grid;
    this.#more.addEventListener('click', () => this.actions.askMore());
    this.#panel.append(
      element('div', { class: 'controls' }, ...controls),
      this.#progress,
      this.#notices,
      element('div', { class: 'list' }, grid, this.#overlay),
    );
    body.append(
      element('header', { class: 'top' }, element('h1', { class: 'sr-only', text: l10n.t('Economic Calendar') }), ...top),
      element('main', { class: 'main' }, week, this.#panel),
      element('footer', { class: 'status' }, this.#status, this.#more, this.#announcement),
    );
  }

  /** Has a screen reader say the text, even when it said the same before. */
  announce(text: string): void {
    this.#announcement.textContent = '';
    this.#announcement.textContent = text;
  }

  /** Draws how the list stands; its rows are the grid's. */
  show(situation: ListSituation, zone: string): void {
    const { model, session } = situation;
    const { state } = model;
    setAttribute(this.#panel, 'aria-labelledby', `tab-${model.name === 'hot' ? 'hot' : 'search'}`);
    this.#progress.classList.toggle('busy', model.isReading);
    this.#showStatus(situation, zone);
    this.#more.hidden = !(state.end === 'more' && state.phase === 'ready' && session.kind === 'signedIn' && model.rows.length > 0);
    const blank = blankView(situation, this.actions);
    this.#overlay.replaceChildren(...(blank === undefined ? [] : [blank]));
    this.#notices.replaceChildren(...stripes(situation, this.actions));
    if (this.#grid === undefined) return;
    setAttribute(this.#grid, 'aria-busy', model.isReading ? 'true' : undefined);
    this.#grid.classList.toggle('old', state.isOld);
    this.#grid.classList.toggle('covered', blank !== undefined);
  }

  #showStatus({ model, isFiltered }: ListSituation, zone: string): void {
    const { state } = model;
    const loadedAt = state.loadedAt === null ? '' : this.formats.clock(state.loadedAt, zone);
    const text = statusText({
      state,
      loaded: model.rows.length,
      shown: model.shown,
      isFiltered,
      number: (value) => this.formats.number(value),
      loadedAt,
    });
    // A status that is written again is read out again.
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }
}
