/** What a key of the whole form does, wherever the focus is in it. */
export type FormAct = 'buy' | 'sell' | 'most' | 'half' | 'quarter' | 'rehearse' | 'review';

/** The keys of the form. The editor has its own meanings for F1, F5, F6, F11, and F12. */
export const formKeys: Readonly<Record<FormAct, string>> = {
  buy: 'F2',
  sell: 'F3',
  most: 'F4',
  half: 'F7',
  quarter: 'F8',
  rehearse: 'F9',
  review: 'F10',
};

/**
 * Listens to the form's keys. A key that did something goes no further: the editor would do
 * something of its own.
 *
 * @param act - Returns false if the form does nothing with it now.
 */
export function listenToFormKeys(act: (what: FormAct) => boolean): void {
  const acts = new Map(Object.entries(formKeys).map(([what, key]) => [key, what as FormAct]));
  // As long as the page, which is the whole document.
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, altKey, metaKey, shiftKey, repeat } = event;
      const what = ctrlKey || altKey || metaKey || shiftKey ? undefined : acts.get(key);
      if (what === undefined || (!repeat && !act(what))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
