import { html } from 'lit';
import type { TemplateResult } from 'lit';

/** The lists of a page, one at a time. */
export interface TabList<Tab extends string> {
  readonly tabs: readonly Tab[];
  readonly selected: Tab;
  /** The accessible name of all tabs. */
  readonly label: string;
  readonly titleOf: (tab: Tab) => string;
  /** The ID of the element that the tabs control. */
  readonly panelId: string;
  readonly select: (tab: Tab) => void;
}

export const tabId = (tab: string): string => `tab-${tab}`;

/** Arrow keys move between the tabs and show their content at once. */
export function tabList<Tab extends string>({ tabs, selected, label, titleOf, panelId, select }: TabList<Tab>): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    const at = tabs.indexOf(selected);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    select(tab);
    document.getElementById(tabId(tab))?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${onKey}>
    ${tabs.map(
      (tab) =>
        html`<button
          type="button"
          class="tab"
          role="tab"
          id=${tabId(tab)}
          aria-controls=${panelId}
          aria-selected=${String(tab === selected)}
          tabindex=${tab === selected ? 0 : -1}
          @click=${() => select(tab)}
        >
          ${titleOf(tab)}
        </button>`,
    )}
  </div>`;
}
