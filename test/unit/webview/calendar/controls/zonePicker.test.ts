// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ZonePicker } from '../../../../../src/webview/calendar/controls/zonePicker';
import { drawn, press, textsOf } from '../../support/document';

let picker: ZonePicker;
const choose = vi.fn();

const field = (): HTMLInputElement => {
  const found = picker.querySelector('input');
  if (found === null) throw new Error('there is no field');
  return found;
};
const offered = (): readonly string[] => textsOf(picker, '.zone-name');
const open = async (): Promise<void> => {
  field().focus();
  field().click();
  await drawn();
};
/** Like a browser: a selection is replaced, otherwise the text is inserted at the caret. */
const type = async (text: string): Promise<void> => {
  for (const letter of text) {
    field().dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', data: letter, bubbles: true, cancelable: true }));
    field().value += letter;
    field().dispatchEvent(new InputEvent('input', { inputType: 'insertText', data: letter, bubbles: true }));
    await drawn();
  }
};
const key = async (name: string, options: KeyboardEventInit = {}): Promise<boolean> => {
  const isTaken = press(field(), name, options);
  await drawn();
  return isTaken;
};

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-25T12:00Z'), toFake: ['Date'] });
  choose.mockClear();
  picker = new ZonePicker();
  Object.assign(picker, { zone: 'America/New_York', now: Date.now(), choose });
  document.body.append(picker);
  await drawn();
});
afterEach(() => {
  picker.remove();
  vi.useRealTimers();
});

describe('the zone picker', () => {
  it('offers the current zone first, marked, and then the most used ones', async () => {
    await open();
    expect(offered().slice(0, 2)).toEqual(['America/New York', 'UTC']);
    expect(offered().slice(0, 14)).toEqual(expect.arrayContaining(['Europe/London', 'Asia/Tokyo', 'Asia/Hong Kong']));
    expect(new Set(offered()).size).toBe(offered().length);
    expect(picker.querySelector('.zone-option')?.getAttribute('aria-selected')).toBe('true');
    expect(picker.querySelectorAll('.codicon-check')).toHaveLength(1);
  });

  it('changes nothing on Enter when nothing was typed', async () => {
    await open();
    await key('Enter');
    expect(choose).not.toHaveBeenCalled();
    expect([field().value, offered()]).toEqual(['America/New_York', []]);
  });

  it('takes the best match of the typed text on Enter', async () => {
    await open();
    await type('lond');
    expect(field().value).toBe('lond');
    await key('Enter');
    expect(choose.mock.calls).toEqual([['Europe/London']]);
  });

  it('replaces its text by new input after Escape and another click', async () => {
    await open();
    await key('Escape');
    await open();
    await type('l');
    expect(field().value).toBe('l');
  });

  it('replaces its text by what is typed into a closed field, wherever the caret is', async () => {
    field().focus();
    await type('tok');
    expect([field().value, offered()[0]]).toEqual(['tok', 'Asia/Tokyo']);
  });

  it('moves by arrow keys and takes the marked zone on Enter', async () => {
    await key('ArrowDown');
    await key('ArrowDown');
    await key('ArrowDown');
    await key('ArrowUp');
    await key('Enter');
    expect(choose.mock.calls).toEqual([['UTC']]);
  });

  it('keeps the zone when nothing matches, and when focus leaves the field', async () => {
    await open();
    await type('qqq');
    expect(textsOf(picker, '.zone-none')).toEqual(['No time zone matches']);
    await key('Enter');
    expect(field().value).toBe('America/New_York');
    await open();
    field().dispatchEvent(new FocusEvent('blur'));
    await drawn();
    expect([field().value, choose.mock.calls]).toEqual(['America/New_York', []]);
  });

  it('takes a zone that is clicked', async () => {
    await open();
    picker.querySelectorAll<HTMLElement>('.zone-option')[1]?.click();
    await drawn();
    expect(choose.mock.calls).toEqual([['UTC']]);
  });
});
