// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { scrollToField } from '../../../../src/webview/ticket/field';

describe('a form that is scrolled to a number', () => {
  afterEach(() => {
    document.body.replaceChildren();
    vi.restoreAllMocks();
  });

  /** How far the form is scrolled in the end, if its sides, 40 pixels high, begin 10 pixels above its number. */
  const scrolledBy = (toNumber: number): number => {
    document.body.innerHTML =
      '<main><div class="world"></div><div class="form"><div class="sides"></div><div class="number"><input></div></div></main>';
    const [form, sides, number, input] = ['.form', '.sides', '.number', 'input'].map((one) => document.querySelector<HTMLElement>(one));
    if (!form || !sides || !number || !input) throw new Error('no form');
    const at = (element: HTMLElement, top: number): void =>
      void vi.spyOn(element, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top - form.scrollTop, 100, 40));
    vi.spyOn(form, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 100, 200));
    at(sides, 102);
    at(number, 152);
    vi.spyOn(number, 'scrollIntoView').mockImplementation(() => void (form.scrollTop = toNumber));
    scrollToField(document, input);
    return form.scrollTop;
  };

  it('begins with a whole control, and stays where it is if it need not scroll', () => {
    expect([0, 20].map(scrolledBy)).toEqual([0, 49]);
  });
});
