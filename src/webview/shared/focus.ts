/**
 * Focuses an element if the page has the focus, otherwise as soon as the user returns to the page.
 *
 * A page that takes the focus from something else closes an open palette, and gets text that the user types
 * elsewhere. A click with which the user returns still focuses its target, because it comes later.
 *
 * @param find - Called when it is time: the element may have been drawn again meanwhile.
 */
export function focusWhenHere(find: () => HTMLElement | null | undefined): void {
  if (document.hasFocus()) find()?.focus();
  else window.addEventListener('focus', () => find()?.focus(), { once: true });
}
