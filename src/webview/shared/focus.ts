/**
 * Puts the keyboard on an element where the page has the keyboard, else as soon as the user comes back to the page.
 *
 * A page that takes the keyboard while something else has it closes the palette that is open, and gets what is typed
 * elsewhere. A click that brings the user back goes where it points: it comes after this.
 *
 * @param find - Called when it is time: the element may have been drawn anew meanwhile.
 */
export function focusWhenHere(find: () => HTMLElement | null | undefined): void {
  if (document.hasFocus()) find()?.focus();
  else window.addEventListener('focus', () => find()?.focus(), { once: true });
}
