import { matchZones } from '../../../domain/time/zoneSearch';
import { offsetLabel } from '../../../domain/time/zones';
import type { CalendarStrings } from '../../../panel/calendarStrings';
import { element, setAttribute } from '../../shared/dom';

const listId = 'zones';
/** More than anybody reads; typing finds the rest. */
const mostOffered = 60;

export interface ZonePickerView {
  readonly root: HTMLElement;
  refresh(): void;
}

interface ZonePickerOptions {
  readonly strings: CalendarStrings;
  readonly zone: () => string;
  readonly now: () => number;
  readonly onZone: (zone: string) => void;
}

/**
 * The zone picker: a combobox that takes what people type. Typing replaces what stood there, Enter takes the best match, and
 * leaving it without a choice brings the zone back that is in use: it is never blank.
 */
export function createZonePicker({ strings, zone, now, onZone }: ZonePickerOptions): ZonePickerView {
  const input = element('input', {
    class: 'zone-input',
    title: strings.zone,
    attributes: {
      type: 'text',
      role: 'combobox',
      'aria-label': strings.zone,
      'aria-expanded': 'false',
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
    },
  });
  const list = element('div', { class: 'zone-list', id: listId, attributes: { role: 'listbox', 'aria-label': strings.zone } });
  list.hidden = true;
  const offset = element('span', { class: 'offset' });
  let offered: readonly string[] = [];
  let active = 0;
  let names: readonly string[] | undefined;

  const isOpen = (): boolean => !list.hidden;
  function close(): void {
    list.hidden = true;
    setAttribute(input, 'aria-expanded', 'false');
    setAttribute(input, 'aria-activedescendant', undefined);
    input.value = zone();
  }
  function offer(typed: string): void {
    names ??= [...new Set(['UTC', zone(), ...Intl.supportedValuesOf('timeZone')])].sort();
    offered = matchZones(typed, names).slice(0, mostOffered);
    active = Math.max(0, typed === '' ? offered.indexOf(zone()) : 0);
    list.replaceChildren(...(offered.length === 0 ? [element('div', { class: 'zone-none', text: strings.noZone })] : offered.map(option)));
    list.hidden = false;
    setAttribute(input, 'aria-expanded', 'true');
    mark();
  }
  function option(name: string, index: number): HTMLElement {
    return element(
      'div',
      { class: 'zone-option', id: `zone-${String(index)}`, attributes: { role: 'option', 'data-zone': name } },
      element('span', { text: name.replaceAll('_', ' ') }),
      element('span', { class: 'offset', text: offsetLabel(name, now()) }),
    );
  }
  function mark(): void {
    Array.from(list.children).forEach((child, index) => {
      child.classList.toggle('active', index === active);
      setAttribute(child, 'aria-selected', offered.length === 0 ? undefined : String(index === active));
      if (index === active) child.scrollIntoView({ block: 'nearest' });
    });
    setAttribute(input, 'aria-activedescendant', offered.length === 0 ? undefined : `zone-${String(active)}`);
  }
  function choose(name: string | undefined): void {
    if (name !== undefined && name !== zone()) onZone(name);
    close();
    refresh();
  }

  input.addEventListener('focus', () => input.select());
  input.addEventListener('click', () => {
    input.select();
    if (!isOpen()) offer('');
  });
  input.addEventListener('input', () => offer(input.value));
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const keys: Readonly<Record<string, () => void>> = {
      Enter: () => (isOpen() ? choose(offered[active]) : offer('')),
      Escape: close,
      ArrowDown: () => (isOpen() ? move(1) : offer('')),
      ArrowUp: () => (isOpen() ? move(-1) : offer('')),
    };
    if (event.isComposing || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]?.();
  });
  function move(step: number): void {
    active = Math.min(Math.max(0, active + step), Math.max(0, offered.length - 1));
    mark();
  }
  // Before the focus leaves the field: that would close the list.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const name = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-zone]')?.dataset['zone'] : undefined;
    if (name !== undefined) choose(name);
  });

  function refresh(): void {
    const label = offsetLabel(zone(), now());
    offset.textContent = label === zone() ? '' : label;
    if (!isOpen()) input.value = zone();
  }
  refresh();
  return {
    root: element(
      'div',
      { class: 'zone-picker' },
      element('span', { class: 'codicon codicon-globe', attributes: { 'aria-hidden': 'true' } }),
      element('span', { class: 'zone-box' }, input, list),
      offset,
    ),
    refresh,
  };
}
