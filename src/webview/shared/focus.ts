/**
 * Focuses an element if the page has the focus, otherwise as soon as the user returns to the page.
 *
 * A page that takes the focus from something else closes an open palette, and gets text that the user types
 * elsewhere. A click with which the user returns still focuses its target, because it comes later.
 *
 * @param find - Called when it is time: the element may have been drawn again meanwhile.
 */
export function focusWhenHere(find: () => HTMLElement | null | undefined, options: FocusOptions = {}): void {
  if (document.hasFocus()) find()?.focus(options);
  else window.addEventListener('focus', () => find()?.focus(options), { once: true });
}

/**
 * Keeps what has the focus in view when the page gets smaller or what stands above it grows. Who has scrolled away from it stays there. A part
 * of the page that scrolls by itself has the class `scrolls`.
 *
 * @param show - Brings it into view.
 */
export function keepFocusInView(show: (focus: Element) => void): void {
  let wasInView = false;
  const look = (): boolean => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return false;
    const { top, bottom } = activeElement.getBoundingClientRect();
    const part = activeElement.closest('.scrolls')?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
    return top >= part.top && bottom <= part.bottom;
  };
  const note = (): void => void requestAnimationFrame(() => (wasInView = look()));
  const keep = (): void => {
    if (wasInView && !look() && document.activeElement !== null) show(document.activeElement);
  };
  // As long as the page, which is the whole document.
  document.addEventListener('focusin', note);
  // As long as the page. The scroll of a part is heard only on its way down.
  document.addEventListener('scroll', note, { capture: true });
  // As long as the page. A scroll that a smaller window causes is heard after its resize.
  window.addEventListener('resize', keep);
  new ResizeObserver(keep).observe(document.body);
}

/**
 * Scrolls a part of the page on until what begins it is whole: half of a control under a heading is taken for all of it.
 *
 * @param edge - Where the part begins in sight.
 * @param blocks - What may begin it, from top to bottom.
 */
export function beginWhole(part: Element, edge: number, blocks: Iterable<Element>): void {
  if (part.scrollTop === 0) return;
  const first = Array.from(blocks, (block) => block.getBoundingClientRect().top - edge).find((top) => top >= 0);
  if (first !== undefined) part.scrollTop += Math.max(0, first - spaceAbove);
}

/** Of the border around what has the focus. */
const spaceAbove = 3;

const controls = 'button, input, select, textarea, a[href], summary, [tabindex="0"]';

/**
 * Whenever the page gets the focus by keyboard or a command and nothing in it has it, the first row or control gets it, as soon as there is one:
 * keys work at once. A list that is drawn later still gets it, unless the user did something meanwhile. A click goes where it goes.
 *
 * @param first - What comes before all others, such as a list.
 */
export function focusFirstWhenNowhere(first = '.grid'): void {
  let given: Element | undefined;
  const isNowhere = (): boolean => [null, document.body, given].includes(document.activeElement ?? null);
  const look = (): void => {
    const list = document.querySelector<HTMLElement>(first);
    const found = list ?? [...document.querySelectorAll<HTMLElement>(controls)].find(canBeReached);
    if (list !== null || !document.hasFocus() || !isNowhere()) drawn.disconnect();
    if (found === undefined || found === given || !document.hasFocus() || !isNowhere()) return;
    given = found;
    found.focus({ preventScroll: true });
  };
  const drawn = new MutationObserver(look);
  const stop = (): void => drawn.disconnect();
  const seek = (): void => {
    given = undefined;
    drawn.observe(document.body, { childList: true, subtree: true });
    // A click with which the user returns comes later, and so does the focus of a page that seeks its own.
    setTimeout(look);
  };
  // As long as the page.
  window.addEventListener('focus', seek);
  // As long as the page.
  window.addEventListener('blur', stop);
  // As long as the page.
  document.addEventListener('pointerdown', stop, { capture: true });
  // As long as the page.
  document.addEventListener('keydown', stop, { capture: true });
  seek();
}

function canBeReached(control: HTMLElement): boolean {
  return control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility();
}
