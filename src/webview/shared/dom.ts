type Child = Node | string;

interface Options {
  readonly class?: string;
  readonly text?: string;
  readonly title?: string;
  readonly id?: string;
  /** ARIA and other attributes; undefined leaves one out. */
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
}

/** Makes an element. Text goes in as text nodes only, so that nothing from outside can become markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  options: Options = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (options.class !== undefined) made.className = options.class;
  if (options.id !== undefined) made.id = options.id;
  if (options.title !== undefined) made.title = options.title;
  if (options.text !== undefined) made.textContent = options.text;
  for (const [name, value] of Object.entries(options.attributes ?? {})) if (value !== undefined) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A codicon that says nothing to screen readers. */
export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, attributes: { 'aria-hidden': 'true' } });
}

/** A button with an icon only; its name is the tooltip. */
export function iconButton(name: string, title: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', { class: 'icon-button', title, attributes: { type: 'button', 'aria-label': title } }, icon(name));
  button.addEventListener('click', onClick);
  return button;
}

/** Sets an attribute only when it changes, so that assistive technology hears nothing twice. */
export function setAttribute(target: Element, name: string, value: string | number | undefined): void {
  if (value === undefined) target.removeAttribute(name);
  else if (target.getAttribute(name) !== String(value)) target.setAttribute(name, String(value));
}
