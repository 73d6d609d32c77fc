import type { ShownElement } from '../shownElement';

/** Describes an element of the page's DOM as data. */
export function describe(element: Element): ShownElement {
  const children = Array.from(element.childNodes).flatMap((node): readonly (ShownElement | string)[] => {
    if (node instanceof Element) return [describe(node)];
    const text = node.textContent ?? '';
    // Comments are placeholders of the page's library; line breaks followed only by indentation come from the layout of templates.
    return node.nodeType === Node.COMMENT_NODE || /^\n *$/.test(text) ? [] : [text];
  });
  return {
    tag: element.tagName.toLowerCase(),
    attributes: Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
    children,
  };
}
