// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginWhole, focusFirstWhenNowhere } from '../../../../src/webview/shared/focus';

/** A turn of the page: what it seeks is sought after a click had its chance. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('a page that gets the focus', () => {
  let isHere: boolean;
  const comes = async (): Promise<string> => {
    isHere = true;
    window.dispatchEvent(new Event('focus'));
    await turn();
    return document.activeElement?.id ?? '';
  };
  const leaves = (): void => {
    isHere = false;
    window.dispatchEvent(new Event('blur'));
  };

  beforeEach(() => {
    isHere = false;
    vi.spyOn(document, 'hasFocus').mockImplementation(() => isHere);
    HTMLElement.prototype.checkVisibility = function visible() {
      return !this.hidden;
    };
    document.body.innerHTML = '<button id="off" disabled></button><button id="gone" hidden></button><button id="one"></button>';
    focusFirstWhenNowhere();
  });

  afterEach(() => {
    leaves();
    document.body.replaceChildren();
    vi.restoreAllMocks();
  });

  it('puts it on the first control that can be used', async () => {
    await turn();
    expect(document.activeElement).toBe(document.body);
    expect(await comes()).toBe('one');
  });

  it('puts it on a list first, and as soon as that is drawn', async () => {
    document.body.innerHTML = '';
    expect(await comes()).toBe('');
    document.body.innerHTML = '<section><button id="one"></button><div class="grid" id="list" tabindex="0"></div></section>';
    await turn();
    expect(document.activeElement?.id).toBe('list');
  });

  it('gives it to a list that is drawn after the first control, unless the user has pressed a key', async () => {
    const list = '<div class="grid" id="list" tabindex="0"></div>';
    expect(await comes()).toBe('one');
    document.body.insertAdjacentHTML('beforeend', list);
    await turn();
    expect(document.activeElement?.id).toBe('list');
    leaves();
    document.body.innerHTML = '<button id="one"></button>';
    expect(await comes()).toBe('one');
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    document.body.insertAdjacentHTML('beforeend', list);
    await turn();
    expect(document.activeElement?.id).toBe('one');
  });

  it('leaves it where it is, and where a click puts it', async () => {
    document.body.insertAdjacentHTML('beforeend', '<button id="two"></button>');
    document.querySelector<HTMLElement>('#two')?.focus();
    expect(await comes()).toBe('two');
  });

  it('takes nothing while the user is elsewhere', async () => {
    document.body.innerHTML = '';
    await comes();
    leaves();
    document.body.innerHTML = '<div class="grid" id="list" tabindex="0"></div>';
    await turn();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('a part of a page that is scrolled', () => {
  /** Blocks of 40 pixels, 10 apart, in a part that begins at 100. */
  const scrolledFrom = (scrollTop: number): number => {
    const part = document.createElement('div');
    part.scrollTop = scrollTop;
    const blocks = [0, 1, 2, 3].map((at) => {
      const block = document.createElement('div');
      vi.spyOn(block, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 100 + at * 50 - part.scrollTop, 10, 40));
      return block;
    });
    beginWhole(part, 100, blocks);
    return part.scrollTop;
  };

  it('begins with a whole block, a little below its edge', () => {
    expect([0, 30, 47, 50, 51, 149].map(scrolledFrom)).toEqual([0, 47, 47, 50, 97, 149]);
  });
});
