import { describe, expect, it } from 'vitest';
import type { ListState } from '../../../../../src/panel/calendar/calendarProtocol';
import { statusText } from '../../../../../src/webview/calendar/list/statusText';

const state: ListState = {
  generation: 1,
  phase: 'ready',
  end: 'more',
  endText: '',
  isOld: false,
  loadedAt: 0,
  isAnswered: true,
  searchType: 1,
  form: null,
  problem: null,
};
const show = (changes: Partial<ListState>, loaded = 1234, shown = loaded, isFiltered = false): string =>
  statusText({
    state: { ...state, ...changes },
    loaded,
    shown,
    isFiltered,
    number: (value) => value.toLocaleString('en'),
    loadedAt: '14:03',
  });

describe('statusText', () => {
  it('says how many rows are shown and whether there are more', () => {
    expect(show({})).toBe('1,234 events loaded, more available');
    expect(show({ end: 'complete' })).toBe('1,234 events');
    expect(show({ end: 'complete' }, 1)).toBe('1 event');
    expect(show({}, 1)).toBe('1 event loaded, more available');
    expect(show({ end: 'incomplete', endText: 'It broke.' }, 1)).toBe('1 event. It broke.');
    expect(show({ end: 'complete' }, 0)).toBe('No events');
    expect(show({ isAnswered: false, phase: 'idle' }, 0)).toBe('');
    expect(show({ phase: 'loading' })).toBe('Searching…');
    expect(show({ phase: 'loadingMore' })).toBe('1,234 events loaded, more available · Loading more…');
  });

  it('never reports a part as the whole', () => {
    expect(show({ end: 'incomplete', endText: 'It broke.' })).toBe('1,234 events. It broke.');
    expect(show({ end: 'incomplete', endText: 'It broke.' }, 10, 2, true)).toBe('2 events. It broke.');
    expect(show({}, 40, 7, true)).toBe('7 of 40 loaded events, more available');
    expect(show({ end: 'complete' }, 40, 7, true)).toBe('7 of 40 events');
  });

  it('marks old rows with their time', () => {
    expect(show({ isOld: true, phase: 'failed' })).toBe('1,234 events loaded, more available · Cached results from 14:03');
  });
});
