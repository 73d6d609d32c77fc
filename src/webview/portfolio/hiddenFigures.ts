import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { listText } from '../shared/texts/listText';

/** Names what a line has no room for: see {@link nameHidden}. */
export function hiddenFigures(unfold: () => void): TemplateResult {
  return html`<button type="button" class="link-button hidden-figures" hidden @click=${unfold}></button>`;
}

/** Says at the end of each line of figures how many of them have no room, and which: those that stand on its second line, out of view. */
export function nameHidden(page: ParentNode, isFolded: boolean): void {
  for (const line of page.querySelectorAll<HTMLElement>('[data-fits]')) {
    const button = (line.dataset['fits'] === 'div' ? line.parentElement : line)?.querySelector<HTMLElement>('.hidden-figures');
    if (button === null || button === undefined) continue;
    const figures = [...line.querySelectorAll<HTMLElement>('[data-name]')];
    const [first] = figures;
    const end = first?.getBoundingClientRect().bottom ?? 0;
    const names = isFolded
      ? figures.filter((each) => each !== first && each.getBoundingClientRect().top >= end - 1).map((each) => each.dataset['name'] ?? '')
      : [];
    const all = line.closest('.fund:first-child') === null ? names : [...names, ...linesBelow(page)];
    button.hidden = all.length === 0;
    const told = l10n.t('No space for: {0}', listText(all));
    button.textContent = l10n.t({ message: '{0} more', args: [all.length], comment: ['Of figures, for which a line has no room.'] });
    button.title = told;
    if (button instanceof HTMLButtonElement) button.setAttribute('aria-label', l10n.t('{0}: {1}', button.textContent, told));
  }
}

/** The accounts, and the totals, that a very short page only shows to those who scroll. */
function linesBelow(page: ParentNode): readonly string[] {
  const end = page.querySelector('.above')?.getBoundingClientRect().bottom ?? 0;
  const hidden = [...page.querySelectorAll<HTMLElement>('.fund + .fund, .sums')].filter(
    (each) => each.getBoundingClientRect().top >= end - 1,
  );
  return hidden.map((each) => each.dataset['account'] ?? each.ariaLabel ?? '');
}
