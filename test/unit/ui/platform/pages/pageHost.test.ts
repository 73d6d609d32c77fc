import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarHostGuards } from '../../../../../src/panel/calendar/calendarProtocol';
import type { ToCalendarHost } from '../../../../../src/panel/calendar/calendarProtocol';
import { receive } from '../../../../../src/ui/platform/pages/pageHost';
import type { Handlers } from '../../../../../src/panel/platform/messages';

function setUp(): { readonly calls: unknown[]; readonly handlers: Handlers<ToCalendarHost> } {
  const calls: unknown[] = [];
  const note = (type: string) => (body: unknown) => void calls.push([type, body]);
  return {
    calls,
    handlers: {
      ready: note('ready'),
      search: note('search'),
      hot: note('hot'),
      more: note('more'),
      stop: note('stop'),
      act: note('act'),
      openLink: note('openLink'),
      copyRows: note('copyRows'),
      nextDay: note('nextDay'),
      exportEvent: note('exportEvent'),
      exportList: note('exportList'),
      showHistory: note('showHistory'),
      remind: note('remind'),
      agenda: note('agenda'),
      zone: note('zone'),
      view: note('view'),
      holdings: note('holdings'),
    },
  };
}
const form = { keyword: 'CPI', searchType: 1, order: 'ascending', pageSize: 20 };
const row = { name: 'search', generation: 1, index: 0, zone: 'UTC' };

describe('messages from the calendar page', () => {
  it.each([
    ['ready', null],
    ['search', form],
    ['hot', { date: null, zone: 'UTC', pageSize: 20 }],
    ['hot', { date: '20250101', zone: 'UTC', pageSize: 20 }],
    ['more', { name: 'hot', generation: 3, rows: 20 }],
    ['stop', { name: 'search' }],
    ['act', { name: 'search', action: 'retry' }],
    ['openLink', row],
    ['copyRows', { name: 'search', generation: 3, zone: 'UTC', indexes: [0, 2] }],
    ['nextDay', { after: '20250105', zone: 'UTC' }],
    ['exportEvent', row],
    ['exportList', { name: 'search', generation: 1, indexes: [0, 1], zone: 'UTC', format: 'ics' }],
    ['agenda', { zone: 'UTC' }],
    ['zone', 'Asia/Tokyo'],
    ['view', { tab: 'hot' }],
    ['holdings', null],
  ])('accepts %s', (type, body) => {
    const { calls, handlers } = setUp();
    expect(receive(calendarHostGuards, handlers, { type, body })).toBe(true);
    expect(calls).toEqual([[type, body]]);
  });

  it.each([
    ['ready', 1],
    ['search', { ...form, keyword: 1 }],
    ['search', { ...form, keyword: 'x'.repeat(1001) }],
    ['search', { ...form, searchType: 5 }],
    ['search', { ...form, order: 'up' }],
    ['search', { ...form, pageSize: '20' }],
    ['hot', { date: 1, zone: 'UTC', pageSize: 20 }],
    ['more', { name: 'other', generation: 3, rows: 20 }],
    ['more', { name: 'hot', generation: 3, rows: -1 }],
    ['act', { name: 'search', action: 'workbench.action.quit' }],
    ['act', { name: 'search', action: 'toString' }],
    ['openLink', { ...row, index: 1.5 }],
    ['openLink', { ...row, url: undefined, index: '0' }],
    ['exportList', { name: 'search', generation: 1, indexes: ['0'], zone: 'UTC', format: 'csv' }],
    ['exportList', { name: 'search', generation: 1, indexes: [0], zone: 'UTC', format: 'exe' }],
    ['agenda', { zone: 1 }],
    ['zone', null],
    ['view', { keyword: 'x'.repeat(20_001) }],
    ['view', 'tab'],
    ['holdings', 1],
    ['exportList', { name: 'search', generation: 1, indexes: Array.from({ length: 20_001 }, () => 0), zone: 'UTC', format: 'csv' }],
    ['toString', null],
    ['__proto__', null],
    ['unknown', null],
  ])('rejects %s %o', (type, body) => {
    const { calls, handlers } = setUp();
    expect(receive(calendarHostGuards, handlers, { type, body })).toBe(false);
    expect(calls).toEqual([]);
  });

  it('never throws, whatever arrives', () => {
    const { handlers } = setUp();
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ type: fc.constantFrom(...Object.keys(handlers)), body: fc.anything() })),
        (message) => {
          receive(calendarHostGuards, handlers, message);
        },
      ),
    );
  });
});
