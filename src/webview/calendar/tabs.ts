import type { TabName } from '../../panel/calendar/calendarProtocol';
import { element } from '../shared/dom';

export interface TabsView {
  readonly root: HTMLElement;
  select(name: TabName): void;
}

/** Two tabs; arrow keys move between them and show what they lead to at once. */
export function createTabs(
  titles: Readonly<Record<TabName, string>>,
  panelId: string,
  label: string,
  onSelect: (name: TabName) => void,
): TabsView {
  const names: readonly TabName[] = ['search', 'hot'];
  const tabs = new Map(
    names.map((name) => {
      const tab = element('button', {
        class: 'tab',
        id: `tab-${name}`,
        text: titles[name],
        attributes: { type: 'button', role: 'tab', 'aria-controls': panelId },
      });
      tab.addEventListener('click', () => onSelect(name));
      return [name, tab] as const;
    }),
  );
  const root = element('div', { class: 'tabs', attributes: { role: 'tablist', 'aria-label': label } }, ...tabs.values());
  root.addEventListener('keydown', (event) => {
    const targets: Readonly<Record<string, TabName>> = { ArrowLeft: 'search', Home: 'search', ArrowRight: 'hot', End: 'hot' };
    const name = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined;
    if (name === undefined) return;
    event.preventDefault();
    onSelect(name);
    tabs.get(name)?.focus();
  });
  return {
    root,
    select: (selected) => {
      for (const [name, tab] of tabs) {
        tab.setAttribute('aria-selected', String(name === selected));
        tab.tabIndex = name === selected ? 0 : -1;
      }
    },
  };
}
