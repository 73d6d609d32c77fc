import type { ShownElement } from '../shownElement';

/** An element of the page's DOM as data. */
export function describe(element: Element): ShownElement {
  const children = Array.from(element.childNodes, (node) => (node instanceof Element ? describe(node) : (node.textContent ?? '')));
  return {
    tag: element.tagName.toLowerCase(),
    attributes: Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
    children,
  };
}
