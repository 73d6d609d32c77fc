import type { Frame } from 'playwright-core';

/**
 * Elements of a page that cannot be brought into view: hidden, without a size, or outside everything that scrolls.
 *
 * @param selectors - Each must match something; one that doesn't is reported as well.
 */
export async function unreachable(frame: Frame, selectors: readonly string[]): Promise<readonly string[]> {
  return frame.evaluate<readonly string[]>(`(() => {
    const seen = (element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return 'hidden';
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = element.getBoundingClientRect();
      if (box.width < 1 || box.height < 1) return 'empty';
      let [left, top, right, bottom] = [Math.max(0, box.left), Math.max(0, box.top), Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)];
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        // What scrolls the whole window is the window.
        if (getComputedStyle(around).overflow === 'visible' || around === document.body) continue;
        const frame = around.getBoundingClientRect();
        [left, top, right, bottom] = [Math.max(left, frame.left), Math.max(top, frame.top), Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
      }
      // What is larger than the window is seen as far as the window goes.
      const [width, height] = [Math.min(box.width, innerWidth / 2), Math.min(box.height, 24)];
      return right - left < width - 1 || bottom - top < height - 4 ? 'cut off' : undefined;
    };
    return ${JSON.stringify(selectors)}.flatMap((selector) => {
      const elements = [...document.querySelectorAll(selector)].filter((element) => !element.matches('.sr-only, .sr-only *'));
      if (elements.length === 0) return [selector + ': nothing'];
      return elements.flatMap((element) => {
        const problem = seen(element);
        return problem === undefined ? [] : [selector + ' ' + (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40) + ': ' + problem];
      });
    });
  })()`);
}

/** Texts of a page that overlap other parts of it. */
export async function drawnOver(frame: Frame, texts: string, parts: string): Promise<readonly string[]> {
  return frame.evaluate<readonly string[]>(`(() => {
    const boxOf = (element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      const isCut = getComputedStyle(element).overflowX !== 'visible';
      return { left: text.left, top: box.top, bottom: box.bottom, right: isCut ? Math.min(text.right, box.right) : text.right };
    };
    const others = [...document.querySelectorAll(${JSON.stringify(parts)})].filter((element) => element.checkVisibility());
    return [...document.querySelectorAll(${JSON.stringify(texts)})].flatMap((element) => {
      const box = boxOf(element);
      return others
        .filter((other) => {
          const { left, right, top, bottom } = other.getBoundingClientRect();
          return box.right > left + 1 && box.left < right - 1 && box.bottom > top + 1 && box.top < bottom - 1;
        })
        .map((other) => element.className + ' over ' + (other.getAttribute('aria-label') ?? other.className));
    });
  })()`);
}
