import type { ShownElement } from '../shownElement';

/** An element of the page's DOM as data. */
export function describe(element: Element): ShownElement {
  const children = Array.from(element.childNodes).flatMap((node): readonly (ShownElement | string)[] => {
    if (node instanceof Element) return [describe(node)];
    const text = node.textContent ?? '';
    // Comments are places that the page's library remembers; line breaks with nothing but indentation are how templates are written.
    return node.nodeType === Node.COMMENT_NODE || /^\n *$/.test(text) ? [] : [text];
  });
  return {
    tag: element.tagName.toLowerCase(),
    attributes: Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
    children,
  };
}
