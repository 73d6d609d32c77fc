// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { EventRow } from '../../../../../src/panel/calendar/calendarProtocol';
import { createFormats } from '../../../../../src/webview/calendar/format';
import { eventGridColumns } from '../../../../../src/webview/calendar/list/eventGrid';
import { ListModel } from '../../../../../src/webview/calendar/list/listModel';

const row = (country: string): EventRow => ({
  ...{ text: `${country} CPI YoY`, previous: '1', forecast: '1', actual: '1', unit: '%', currency: 'HKD', country },
  ...{ star: 3, time: 0, linkHost: null },
});

function widthAt(width: number, countries: readonly string[]): number | undefined {
  const model = new ListModel('hot');
  model.replace(0, countries.map(row));
  const state = { zone: 'UTC', now: 0, isNarrow: width < 720, formats: createFormats('en'), isMine: () => false };
  const { all } = eventGridColumns(model, { ...state, minutesBefore: () => undefined, act: () => undefined }, width);
  return all.find(({ key }) => key === 'country')?.width;
}

/** Ten pixels per letter, in every font. */
beforeEach(() => {
  const measureText = (text: string): Partial<TextMetrics> => ({ width: text.length * 10 });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ measureText } as unknown as null);
});

it('the column of countries is as wide as their names, and currencies where they are shown', () => {
  expect(widthAt(640, ['Japan', 'Hong Kong'])).toBe(9 * 10 + 3);
  expect(widthAt(900, ['Japan', 'Hong Kong'])).toBe(9 * 10 + 3);
  expect(widthAt(1_400, ['Japan', 'Hong Kong'])).toBe(13 * 10 + 3);
  // Not wider than the room of a figure: the name of the event matters more.
  expect(widthAt(640, ['Bosnia and Herzegovina'])).toBe(104);
  expect(widthAt(582, ['Peru'])).toBe(56);
  // Nor does it take the room of a column.
  expect(widthAt(582, ['Bosnia and Herzegovina'])).toBe(72);
});
