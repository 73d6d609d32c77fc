// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import type { EventRow } from '../../../../src/panel/calendar/calendarProtocol';
import type { HistoryData, ToHistoryHost, ToHistoryPage } from '../../../../src/panel/history/historyProtocol';
import { HistoryPage } from '../../../../src/webview/history/page';
import { click, drawn, giveHeight, textOf, textsOf } from '../support/document';
import { openPage } from '../support/openPage';
import type { OpenPage } from '../support/openPage';

const release = (month: number, changes: Partial<EventRow> = {}): EventRow => ({
  ...{
    text: 'CPI YoY',
    previous: '3.2',
    forecast: '3.1',
    actual: '3.0',
    unit: '%',
    currency: null,
    country: 'US',
    star: 3,
    linkHost: null,
  },
  time: Date.UTC(2026, month, 12, 13, 30) / 1000,
  ...changes,
});
const indicator = { text: 'CPI YoY', country: 'US', unit: '%' };
const nothing: HistoryData = {
  ...{
    indicator: null,
    past: [],
    next: null,
    reminder: null,
    phase: 'idle',
    isAnswered: false,
    keyword: '',
    read: 0,
    missing: '',
    waiting: '',
  },
};
const read: HistoryData = {
  ...nothing,
  ...{ indicator, phase: 'ready', isAnswered: true, keyword: 'CPI YoY', read: 40, next: release(11, { actual: null }) },
  past: [release(10), release(9, { actual: '3.4' })],
};

let shown: OpenPage<ToHistoryPage, ToHistoryHost>;

beforeEach(async () => {
  giveHeight(400);
  shown = await openPage((host) => new HistoryPage(host));
});

async function start(data: HistoryData): Promise<void> {
  await shown.say('start', { session: { kind: 'signedIn' }, zone: 'UTC', data });
  await drawn();
}
const button = (label: string): HTMLElement | null => shown.page.querySelector<HTMLElement>(`button[aria-label="${label}"]`);

describe('the history page', () => {
  it('asks for an indicator when none is chosen', async () => {
    await start(nothing);
    expect(textOf(shown.page)).toContain('Select an indicator to see its past releases.');
    click(shown.page, '.placeholder button');
    expect(shown.host.bodies('act')).toEqual([{ action: 'choose' }]);
  });

  it('shows the releases as a chart and as a table, counts them against their forecasts, and keeps the indicator', async () => {
    await start(read);
    expect(shown.page.querySelectorAll('.picture circle.actual').length).toBeGreaterThanOrEqual(2);
    expect(textsOf(shown.page, 'market-grid [role=row]').join(' ')).toContain('3.4%');
    expect(textsOf(shown.page, '.counts b')).toEqual(['1', '1', '0']);
    expect(textOf(shown.page.querySelector('footer'))).toContain('2 releases');
    expect(shown.host.readState()).toEqual(indicator);
    // The axis is by release.
    expect(textOf(shown.page.querySelector('.figures'))).toMatch(/^[A-Z][a-z]{2} 1[23], 2026 · .*Actual /);
  });

  it('names the next release and offers a reminder for it', async () => {
    await start(read);
    expect(textOf(shown.page.querySelector('.next'))).toContain('forecast 3.1%');
    click(shown.page, '.next button');
    expect(shown.host.bodies('act')).toEqual([{ action: 'remind' }]);
  });

  it('hides a series when its button is pressed, and keeps at least one', async () => {
    await start(read);
    for (let press = 0; press < 3; press += 1) {
      shown.page.querySelector<HTMLElement>('.series [aria-pressed=true]')?.click();
      await drawn();
    }
    expect(shown.page.querySelectorAll('.series [aria-pressed=true]')).toHaveLength(1);
  });

  it('says what is missing, and reads again on request', async () => {
    await start({ ...read, missing: 'The list is cut off.' });
    expect(textOf(shown.page.querySelector('[role=alert]'))).toContain('The list is cut off.');
    click(shown.page, '[role=alert] button');
    expect(shown.host.last).toEqual(['refresh', null]);
  });

  it('says why loading takes long, and can be stopped', async () => {
    await start({ ...nothing, indicator, phase: 'loading', waiting: 'The service is slow to respond…' });
    expect(textOf(shown.page)).toContain('The service is slow to respond…');
    button('Stop')?.click();
    expect(shown.host.last).toEqual(['stop', null]);
  });

  it('says that nothing was read, counts nothing, and tries again, when it was stopped before the first answer', async () => {
    await start({ ...nothing, indicator, keyword: 'CPI YoY' });
    expect(textOf(shown.page.querySelector('.placeholder p'))).toBe('The past releases of this indicator have not been read.');
    expect(textOf(shown.page.querySelector('footer'))).toBe('');
    expect(textsOf(shown.page, '.placeholder button')).toEqual(['Try Again', 'Select Indicator…']);
    click(shown.page, '.placeholder button');
    expect(shown.host.last).toEqual(['refresh', null]);
  });

  it('counts nothing when the first answer failed, and says that there are none only when the search says so', async () => {
    await start({ ...nothing, indicator, phase: 'failed', keyword: 'CPI YoY', missing: 'Can’t reach the service.' });
    expect(textOf(shown.page.querySelector('[role=alert]'))).toContain('Can’t reach the service.');
    expect([textOf(shown.page.querySelector('footer')), shown.page.querySelector('.placeholder p')]).toEqual(['', null]);
    await shown.say('data', { ...nothing, indicator, phase: 'ready', isAnswered: true, keyword: 'CPI YoY' });
    expect(textOf(shown.page.querySelector('.placeholder p'))).toBe('The calendar search found no past releases of this indicator.');
    expect(textOf(shown.page.querySelector('footer'))).toContain('0 releases');
  });

  it('shows no release of a user who signed out', async () => {
    await start(read);
    await shown.say('session', { kind: 'signedOut' });
    expect(textOf(shown.page)).not.toContain('3.4');
    click(shown.page, '.placeholder button');
    expect(shown.host.bodies('act')).toEqual([{ action: 'signIn' }]);
  });
});
