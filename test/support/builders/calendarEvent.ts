import type { CalendarEvent } from '../../../src/service/records';

/** A US release with a forecast, changed by `fields`. */
export function calendarEvent(fields: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    text: 'U.S. CPI YoY (Nov 2026)',
    previous: '3.2',
    predictive: '3.1',
    announce: '3.0',
    star: 5,
    time: 1000,
    country: 'US',
    currency: 'USD',
    unit: '%',
    uniqueId: null,
    detailUrl: null,
    ...fields,
  };
}
