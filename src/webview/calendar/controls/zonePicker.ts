import * as l10n from '@vscode/l10n';
import { matchZones } from '../../../domain/time/zoneSearch';
import { offsetLabel } from '../../../domain/time/zones';
import { element, setAttribute } from '../../shared/dom';

const listId = 'zones';
/** More than anybody reads; typing finds the rest. */
const mostOffered = 60;

export interface ZonePickerView {
  readonly root: HTMLElement;
  refresh(): void;
}

interface ZonePickerOptions {
  readonly zone: () => string;
  readonly now: () => number;
  readonly onZone: (zone: string) => void;
}

/**
 * The zone picker: a combobox that takes what people type. Typing replaces what stood there, Enter takes the best match, and
 * leaving it without a choice brings the zone back that is in use: it is never blank.
 */
export function createZonePicker(options: ZonePickerOptions): ZonePickerView {
  const { zone, now, onZone } = options;
  const input = createInput(l10n.t('Time zone'));
  const list = new ZoneList(input, options);
  const offset = element('span', { class: 'offset' });

  function close(): void {
    list.close();
    input.value = zone();
  }
  function choose(name: string | undefined): void {
    if (name !== undefined && name !== zone()) onZone(name);
    close();
    refresh();
  }
  function refresh(): void {
    const label = offsetLabel(zone(), now());
    offset.textContent = label === zone() ? '' : label;
    if (!list.isOpen) input.value = zone();
  }

  input.addEventListener('focus', () => input.select());
  input.addEventListener('click', () => {
    input.select();
    if (!list.isOpen) list.offer('');
  });
  input.addEventListener('input', () => list.offer(input.value));
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const keys: Readonly<Record<string, () => void>> = {
      Enter: () => (list.isOpen ? choose(list.chosen) : list.offer('')),
      Escape: close,
      ArrowDown: () => (list.isOpen ? list.move(1) : list.offer('')),
      ArrowUp: () => (list.isOpen ? list.move(-1) : list.offer('')),
    };
    if (event.isComposing || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]?.();
  });
  // Before the focus leaves the field: that would close the list.
  list.root.addEventListener('pointerdown', (event) => event.preventDefault());
  list.root.addEventListener('click', (event) => {
    const name = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-zone]')?.dataset['zone'] : undefined;
    if (name !== undefined) choose(name);
  });
  refresh();
  const globe = element('span', { class: 'codicon codicon-globe', attributes: { 'aria-hidden': 'true' } });
  return {
    root: element('div', { class: 'zone-picker' }, globe, element('span', { class: 'zone-box' }, input, list.root), offset),
    refresh,
  };
}

function createInput(label: string): HTMLInputElement {
  return element('input', {
    class: 'zone-input',
    title: label,
    attributes: {
      type: 'text',
      role: 'combobox',
      'aria-label': label,
      'aria-expanded': 'false',
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
    },
  });
}

/** The zones that fit what is typed, one of them marked. */
class ZoneList {
  readonly root: HTMLElement;
  #offered: readonly string[] = [];
  #active = 0;
  #names: readonly string[] | undefined;

  constructor(
    private readonly input: HTMLInputElement,
    private readonly options: Pick<ZonePickerOptions, 'zone' | 'now'>,
  ) {
    this.root = element('div', { class: 'zone-list', id: listId, attributes: { role: 'listbox', 'aria-label': l10n.t('Time zone') } });
    this.root.hidden = true;
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  /** The zone that is marked. */
  get chosen(): string | undefined {
    return this.#offered[this.#active];
  }

  close(): void {
    this.root.hidden = true;
    setAttribute(this.input, 'aria-expanded', 'false');
    setAttribute(this.input, 'aria-activedescendant', undefined);
  }

  offer(typed: string): void {
    const { zone } = this.options;
    this.#names ??= [...new Set(['UTC', zone(), ...Intl.supportedValuesOf('timeZone')])].sort();
    this.#offered = matchZones(typed, this.#names).slice(0, mostOffered);
    this.#active = Math.max(0, typed === '' ? this.#offered.indexOf(zone()) : 0);
    const rows = this.#offered.map((name, index) => this.#option(name, index));
    this.root.replaceChildren(
      ...(rows.length === 0 ? [element('div', { class: 'zone-none', text: l10n.t('No time zone matches') })] : rows),
    );
    this.root.hidden = false;
    setAttribute(this.input, 'aria-expanded', 'true');
    this.#mark();
  }

  move(step: number): void {
    this.#active = Math.min(Math.max(0, this.#active + step), Math.max(0, this.#offered.length - 1));
    this.#mark();
  }

  #option(name: string, index: number): HTMLElement {
    return element(
      'div',
      { class: 'zone-option', id: `zone-${String(index)}`, attributes: { role: 'option', 'data-zone': name } },
      element('span', { text: name.replaceAll('_', ' ') }),
      element('span', { class: 'offset', text: offsetLabel(name, this.options.now()) }),
    );
  }

  #mark(): void {
    const isEmpty = this.#offered.length === 0;
    Array.from(this.root.children).forEach((child, index) => {
      const isActive = index === this.#active;
      child.classList.toggle('active', isActive);
      setAttribute(child, 'aria-selected', isEmpty ? undefined : String(isActive));
      if (isActive) child.scrollIntoView({ block: 'nearest' });
    });
    setAttribute(this.input, 'aria-activedescendant', isEmpty ? undefined : `zone-${String(this.#active)}`);
  }
}
