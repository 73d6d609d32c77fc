import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { TabName } from '../../../panel/calendar/calendarProtocol';

/** The ID of the element that the tabs control. */
export const panelId = 'panel';

export const tabId = (name: TabName): string => `tab-${name}`;

/** Two tabs; arrow keys move between them and show their content at once. */
export function tabs(selected: TabName, select: (name: TabName) => void): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, TabName>> = { ArrowLeft: 'search', Home: 'search', ArrowRight: 'hot', End: 'hot' };
    const name = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined;
    if (name === undefined) return;
    event.preventDefault();
    select(name);
    document.getElementById(tabId(name))?.focus();
  };
  const tab = (name: TabName, title: string): TemplateResult =>
    html`<button
      type="button"
      class="tab"
      role="tab"
      id=${tabId(name)}
      aria-controls=${panelId}
      aria-selected=${String(name === selected)}
      tabindex=${name === selected ? 0 : -1}
      @click=${() => select(name)}
    >
      ${title}
    </button>`;
  return html`<div class="tabs" role="tablist" aria-label=${l10n.t('Economic Calendar')} @keydown=${onKey}>
    ${tab('search', l10n.t('Search'))}${tab('hot', l10n.t('High Impact'))}
  </div>`;
}
