import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSeen, isNearEnd, lineWindow, scrollTopFor } from '../../../../../src/webview/shared/grid/lineWindow';

const headerHeight = 27;
const viewports = fc.record({
  scrollTop: fc.integer({ min: 0, max: 200_000 }),
  height: fc.integer({ min: 100, max: 2_000 }),
  headerHeight: fc.constant(headerHeight),
  lineHeight: fc.constantFrom(26, 40),
});

describe('the lines of a grid that are in the document', () => {
  it('are all the visible ones, and few more, however many there are', () => {
    fc.assert(
      fc.property(viewports, fc.integer({ min: 0, max: 10_000 }), (view, count) => {
        const { start, end } = lineWindow(view, count);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(count);
        expect(end - start).toBeLessThanOrEqual(view.height / view.lineHeight + 14);
        const seen = Array.from({ length: Math.ceil(view.height / view.lineHeight) + 1 }, (_, at) => firstSeen(view) + at).filter(
          (line) => line < count && line * view.lineHeight < view.scrollTop + view.height - headerHeight,
        );
        for (const line of seen) expect(line >= start && line < end).toBe(true);
      }),
    );
  });

  it('are fully visible after scrolling to them, without needless scrolling', () => {
    fc.assert(
      fc.property(viewports, fc.integer({ min: 0, max: 10_000 }), (view, line) => {
        const scrollTop = scrollTopFor(line, view);
        const [top, room] = [line * view.lineHeight, view.height - headerHeight];
        expect(top).toBeGreaterThanOrEqual(scrollTop);
        expect(top + view.lineHeight).toBeLessThanOrEqual(scrollTop + room);
        expect(scrollTopFor(line, { ...view, scrollTop })).toBe(scrollTop);
        if (top >= view.scrollTop && top + view.lineHeight <= view.scrollTop + room) expect(scrollTop).toBe(view.scrollTop);
      }),
    );
  });

  it('request more when the last ones come near', () => {
    const view = { scrollTop: 0, height: 27 + 260, headerHeight, lineHeight: 26 };
    expect([10, 16, 21, 22, 500].map((count) => isNearEnd(lineWindow(view, count), count))).toEqual([true, true, true, false, false]);
    expect(isNearEnd(lineWindow({ ...view, scrollTop: 26 * 480 }, 500), 500)).toBe(true);
  });
});
