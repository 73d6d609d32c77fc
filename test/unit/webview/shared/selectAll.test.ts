// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { selectAllAtOnce } from '../../../../src/webview/shared/host';

describe('Select All in a page', () => {
  const editor = vi.fn();

  beforeEach(() => {
    document.addEventListener('keydown', selectAllAtOnce);
    window.addEventListener('keydown', editor);
  });

  afterEach(() => {
    document.removeEventListener('keydown', selectAllAtOnce);
    window.removeEventListener('keydown', editor);
    editor.mockClear();
    document.body.replaceChildren();
  });

  function press(on: HTMLElement, key: string, keys: KeyboardEventInit): KeyboardEvent {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...keys });
    on.dispatchEvent(event);
    return event;
  }

  function field(): HTMLInputElement {
    const input = document.createElement('input');
    input.value = '551.5';
    document.body.append(input);
    return input;
  }

  it.each([
    ['Ctrl+A', 'a', { ctrlKey: true }],
    ['Cmd+A', 'a', { metaKey: true }],
    ['Ctrl+A with Caps Lock', 'A', { ctrlKey: true }],
  ])('selects the text of a field at once for %s, so that the editor has nothing to select later', (_, key, keys) => {
    const input = field();
    input.setSelectionRange(2, 2);
    expect(press(input, key, keys).defaultPrevented).toBe(true);
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 5]);
    expect(editor).not.toHaveBeenCalled();
  });

  it('selects in the field of a component with its own document', () => {
    const host = document.createElement('div');
    document.body.append(host);
    const input = field();
    host.attachShadow({ mode: 'open' }).append(input);
    input.setSelectionRange(5, 5);
    press(input, 'a', { ctrlKey: true });
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 5]);
  });

  it.each([
    ['a plain a', 'a', {}],
    ['Ctrl+Shift+A', 'a', { ctrlKey: true, shiftKey: true }],
    ['AltGr+A', 'a', { ctrlKey: true, altKey: true }],
    ['Ctrl+C', 'c', { ctrlKey: true }],
  ])('leaves %s to the editor', (_, key, keys) => {
    expect(press(field(), key, keys).defaultPrevented).toBe(false);
    expect(editor).toHaveBeenCalledOnce();
  });

  it('leaves the page to the editor when no field has the focus', () => {
    expect(press(document.body, 'a', { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(editor).toHaveBeenCalledOnce();
  });
});
