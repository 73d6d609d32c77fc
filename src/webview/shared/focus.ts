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

/**
 * Keeps what has the focus in view when the page gets smaller or what stands above it grows. Who has scrolled away from it stays there.
 */
export function keepFocusInView(): void {
  let wasInView = false;
  const look = (): boolean => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return false;
    const { top, bottom } = activeElement.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  };
  const note = (): void => void requestAnimationFrame(() => (wasInView = look()));
  const keep = (): void => {
    if (wasInView && !look()) document.activeElement?.scrollIntoView({ block: 'nearest' });
  };
  // As long as the page, which is the whole document.
  document.addEventListener('focusin', note);
  // As long as the page.
  document.addEventListener('scroll', note);
  // As long as the page. A scroll that a smaller window causes is heard after its resize.
  window.addEventListener('resize', keep);
  new ResizeObserver(keep).observe(document.body);
}
