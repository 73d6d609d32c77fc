// @vitest-environment happy-dom
import { render } from 'lit';
import { describe, expect, it } from 'vitest';
import type { EventRow } from '../../../../../src/panel/calendar/calendarProtocol';
import { buttonCount, eventButtons } from '../../../../../src/webview/calendar/list/eventButtons';
import type { RowOffers } from '../../../../../src/webview/calendar/list/eventButtons';

const row: EventRow = {
  ...{ text: 'CPI YoY (Oct)', previous: null, forecast: null, actual: null, unit: '%', currency: null, country: 'US', star: 3 },
  ...{ time: 1, linkHost: 'example.com' },
};

function labels(offers: RowOffers): readonly string[] {
  const cell = document.createElement('div');
  render(
    eventButtons(row, offers, undefined, () => undefined),
    cell,
  );
  return [...cell.querySelectorAll('button')].map((button) => button.getAttribute('aria-label') ?? '');
}

describe('the buttons of a release', () => {
  it('are one fewer where they would leave no room for its name, and their space is reserved', () => {
    const offers = { history: true, reminder: true };
    expect(labels(offers)).toEqual([
      'Show Indicator History',
      'Remind Me…',
      'Copy Event',
      'Save as Calendar File…',
      'Open details on example.com',
    ]);
    expect(labels({ ...offers, copy: false })).not.toContain('Copy Event');
    for (const copy of [true, false]) expect(buttonCount(row, { ...offers, copy })).toBe(labels({ ...offers, copy }).length);
  });
});
