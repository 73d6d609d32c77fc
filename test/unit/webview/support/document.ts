import { vi } from 'vitest';

/** Gives elements a height, which this DOM does not calculate: a grid draws as many lines as fit into it. */
export function giveHeight(pixels: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(pixels);
}

/** The visible text, with single spaces. */
export function textOf(element: Element | null | undefined): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

export function textsOf(parent: ParentNode, selector: string): readonly string[] {
  return Array.from(parent.querySelectorAll(selector), textOf);
}

/** @returns true if the key was handled. */
export function press(target: EventTarget | null | undefined, key: string, options: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
  target?.dispatchEvent(event);
  return event.defaultPrevented;
}

export function click(parent: ParentNode, selector: string): void {
  const target = parent.querySelector<HTMLElement>(selector);
  if (target === null) throw new Error(`there is no ${selector}`);
  target.click();
}

/** Types into a field, replacing its text. */
export function type(field: Element | null, text: string): void {
  if (!(field instanceof HTMLInputElement)) throw new Error('there is no field');
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

/** Lets components draw their changes, and the effects of that. */
export async function drawn(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
