import { element, icon, setAttribute } from '../../shared/dom';
import type { Choice } from '../../shared/controls';

export interface CheckMenuView {
  readonly root: HTMLElement;
  show(choices: readonly Choice[], chosen: readonly string[]): void;
}

/** A button that opens a list of check boxes: any number of them may be chosen. */
export function createCheckMenu(name: string, all: string, onChange: (chosen: readonly string[]) => void): CheckMenuView {
  const label = element('span', { class: 'check-label' });
  const button = element(
    'button',
    { class: 'order check-button', attributes: { type: 'button', 'aria-expanded': 'false', 'aria-haspopup': 'true' } },
    label,
    icon('chevron-down'),
  );
  const menu = element('div', { class: 'check-menu', attributes: { role: 'group', 'aria-label': name } });
  menu.hidden = true;
  const root = element('div', { class: 'check-box' }, button, menu);
  let known = '';

  const isOpen = (): boolean => menu.hidden === false;
  const setOpen = (shown: boolean): void => {
    menu.hidden = !shown;
    setAttribute(button, 'aria-expanded', String(shown));
    if (shown) menu.querySelector('input')?.focus();
  };
  const boxes = (): readonly HTMLInputElement[] => Array.from(menu.querySelectorAll('input'));
  button.addEventListener('click', () => setOpen(!isOpen()));
  root.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && root.contains(event.relatedTarget))) setOpen(false);
  });
  root.addEventListener('keydown', (event) => {
    const at = boxes().findIndex((box) => box === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && isOpen()) {
      setOpen(false);
      button.focus();
    } else if (step !== undefined && isOpen()) boxes()[Math.min(boxes().length - 1, Math.max(0, at + step))]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // A click on a label must not take the focus out of the menu.
  menu.addEventListener('pointerdown', (event) => {
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
  });
  menu.addEventListener('change', () => onChange(boxes().flatMap((box) => (box.checked ? [box.value] : []))));

  return {
    root,
    show: (choices, chosen) => {
      const names = choices.filter(({ value }) => chosen.includes(value)).map((choice) => choice.label);
      label.textContent = names.length === 0 ? all : names.length === 1 ? (names[0] ?? '') : `${name}: ${String(names.length)}`;
      button.title = names.length === 0 ? name : names.join(', ');
      setAttribute(button, 'aria-label', `${name}: ${names.length === 0 ? all : names.join(', ')}`);
      button.setAttribute('aria-pressed', String(names.length > 0));
      const key = choices.map(({ value }) => value).join('\n');
      if (key !== known) {
        known = key;
        menu.replaceChildren(
          ...choices.map(({ value, label: text }) =>
            element('label', {}, element('input', { attributes: { type: 'checkbox', value } }), text),
          ),
        );
      }
      for (const box of boxes()) box.checked = chosen.includes(box.value);
    },
  };
}
