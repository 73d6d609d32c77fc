import { describe, expect, it } from 'vitest';
import { createFormats } from '../../../../src/webview/calendar/format';

describe('times of the calendar', () => {
  it('are those of the zone that is asked for, also after another one', () => {
    const { clock, date } = createFormats('en');
    const at = Date.UTC(2026, 10, 26, 23, 30);
    const zones = ['UTC', 'Asia/Tokyo', 'UTC', 'America/New_York'];
    expect(zones.map((zone) => clock(at, zone))).toEqual(['23:30', '08:30', '23:30', '18:30']);
    expect(zones.map((zone) => date(at, zone))).toEqual(['Nov 26, 2026', 'Nov 27, 2026', 'Nov 26, 2026', 'Nov 26, 2026']);
  });
});
