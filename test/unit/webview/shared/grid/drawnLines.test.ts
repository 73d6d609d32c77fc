import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DrawnLines } from '../../../../../src/webview/shared/grid/drawnLines';

const at = (line: number): { scrollTop: number; height: number; headerHeight: number; lineHeight: number } => ({
  ...{ scrollTop: line * 26, height: 27 + 260, headerHeight: 27, lineHeight: 26 },
});
const complete = vi.fn();
let lines: DrawnLines;

beforeEach(() => {
  vi.useFakeTimers();
  complete.mockReset();
  lines = new DrawnLines(complete);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the drawn lines of a grid', () => {
  it('include those beyond the edges, at first and while scrolling', () => {
    expect(lines.next(at(0), 1_000)).toEqual({ start: 0, end: 16 });
    expect(lines.next(at(10), 1_000)).toEqual({ start: 4, end: 26 });
    vi.runAllTimers();
    expect(complete).not.toHaveBeenCalled();
  });

  it('are only the visible ones after a jump in either direction, and all of them once the jumps are over', () => {
    lines.next(at(0), 1_000);
    for (const line of [500, 800, 100]) {
      vi.advanceTimersByTime(16);
      expect(lines.next(at(line), 1_000)).toEqual({ start: line, end: line + 10 });
      expect(lines.drawn).toEqual({ start: line, end: line + 10 });
    }
    expect(complete).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(complete).toHaveBeenCalledOnce();
    expect(lines.next(at(100), 1_000)).toEqual({ start: 94, end: 116 });
    vi.runAllTimers();
    expect(complete).toHaveBeenCalledOnce();
  });

  it('are no longer requested once the grid is removed', () => {
    lines.next(at(0), 1_000);
    lines.next(at(500), 1_000);
    lines.stop();
    vi.runAllTimers();
    expect(complete).not.toHaveBeenCalled();
  });
});
