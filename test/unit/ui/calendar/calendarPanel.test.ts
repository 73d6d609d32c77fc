import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { Wait } from '../../../../src/app/session/requestWaits';
import type { CalendarSearchQuery, CalendarEvent } from '../../../../src/service/records';
import type { ListState } from '../../../../src/panel/calendar/calendarProtocol';
import { fakeClient, FakeAccess, signedInState } from '../../../support/fakeAccess';
import { pageOf } from '../../../support/builders/lists';
import { Uri } from '../../../support/editor/values';
import { WebviewPanel } from '../../../support/editor/webviewPanel';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { CalendarPanel } from '../../../../src/ui/calendar/calendarPanel';
import { waiting } from '../../../../src/ui/platform/trees/waiting';

interface Sent {
  readonly type: string;
  readonly body: {
    readonly name?: string;
    readonly rows?: readonly { readonly text: string }[] | null;
    readonly kind?: string;
    readonly state?: ListState;
  };
}

const form = { keyword: 'CPI', searchType: 1, order: 'ascending', pageSize: 20 };

function eventOf(text: string): CalendarEvent {
  return {
    text,
    previous: null,
    predictive: null,
    announce: null,
    star: 3,
    time: 1,
    country: 'US',
    currency: null,
    unit: null,
    uniqueId: null,
    detailUrl: 'https://example.com/secret-path',
  };
}

/** A panel whose page is the test: `say` sends messages of the page, `sent` has the messages to it. */
function setUp() {
  const searches: CalendarSearchQuery[] = [];
  const opened: string[] = [];
  const clientOf = (label: string) =>
    fakeClient({
      searchCalendar: async (query) => {
        searches.push(query);
        return pageOf([eventOf(`${label} ${query.keyword}${(query.nextKey ?? '') === '' ? '' : ' 2'}`)], {
          hasMore: true,
          nextKey: 'next',
        });
      },
    });
  const access = new FakeAccess(clientOf('first'));
  const ignored = () => ({ dispose: () => undefined });
  const panel = new WebviewPanel('marketDesk.calendar');
  const sent = panel.posted as readonly Sent[];
  const warnings: string[] = [];
  const time = new FakeTime();
  const log = {
    trace: () => undefined,
    debug: () => undefined,
    info: () => undefined,
    warn: (text: string) => void warnings.push(text),
    error: () => undefined,
  };
  const view = new CalendarPanel(panel, {
    access,
    clock: { wallMs: () => 1000 + time.monotonicMs(), monotonicMs: () => time.monotonicMs() },
    timers: time,
    state: { get: () => undefined, set: async () => undefined },
    holdings: async () => null,
    reminders: { reminders: [], minutesBefore: () => undefined, onDidChange: ignored, refresh: async () => undefined },
    links: { open: async (url: string) => opened.push(url) > 0 },
    log,
    extensionUri: Uri.file('ext'),
    timeZone: () => 'UTC',
    ownTimeZone: () => 'UTC',
  });
  const say = (type: string, body: unknown): void => panel.say(type, body);
  const lastRows = (): readonly string[] | undefined =>
    sent
      .filter(({ type, body }) => type === 'list' && body.name === 'search' && Array.isArray(body.rows))
      .at(-1)
      ?.body.rows?.map((row) => row.text);
  return { access, clientOf, lastRows, opened, say, searches, sent, time, view, warnings, webview: panel.webview };
}

describe('CalendarPanel', () => {
  it('reads its rows again when a value in them is published, and not while it is hidden', async () => {
    const { say, searches, time, view } = setUp();
    say('ready', null);
    say('search', form);
    await settle();
    expect(searches).toHaveLength(1);
    await time.advance(3_000);
    expect(searches).toHaveLength(2);
    view.setVisible(false);
    await time.advance(10 * 60_000);
    expect(searches).toHaveLength(2);
    say('ready', null);
    await settle();
    expect(searches).toHaveLength(3);
  });

  it('shows its rows from before a reload and reads them at once', async () => {
    const before = setUp();
    before.say('ready', null);
    before.say('search', form);
    await settle();
    await before.time.advance(1000);
    const kept = before.sent.findLast(({ type }) => type === 'keep')?.body;
    const { say, searches, sent, view } = setUp();
    view.restore(kept);
    say('ready', null);
    expect(sent.find(({ type }) => type === 'start')?.body).toMatchObject({
      lists: { search: { rows: [{ text: 'first CPI' }], state: { isOld: true } } },
    });
    await settle();
    expect(searches.map(({ keyword }) => keyword)).toEqual(['CPI']);
  });

  it('lets the page store its state a moment later, once, after the rows', async () => {
    const { say, sent, time } = setUp();
    say('ready', null);
    say('search', form);
    await settle();
    say('search', { ...form, keyword: 'GDP' });
    await settle();
    expect(sent.filter(({ type }) => type === 'keep')).toEqual([]);
    await time.advance(1000);
    const kept = sent.filter(({ type }) => type === 'keep');
    expect(kept).toHaveLength(1);
    expect(kept[0]?.body).toMatchObject({ version: 1, search: { rows: [{ text: 'first GDP' }] } });
  });

  it('lets a page that was hidden before it could store the rows store them when it is back', async () => {
    const { say, sent, time, view } = setUp();
    say('ready', null);
    say('search', form);
    await settle();
    view.setVisible(false);
    await time.advance(1000);
    expect(sent.filter(({ type }) => type === 'keep')).toEqual([]);
    say('ready', null);
    await time.advance(1000);
    expect(sent.findLast(({ type }) => type === 'keep')?.body).toMatchObject({ search: { rows: [{ text: 'first CPI' }] } });
  });

  it('sends nothing before the page is ready, and starts with everything', async () => {
    const { say, sent } = setUp();
    say('search', form);
    await settle();
    expect(sent).toEqual([]);
    say('ready', null);
    expect(sent[0]).toMatchObject({
      type: 'start',
      body: { session: { kind: 'signedIn' }, lists: { search: { rows: [{ text: 'first CPI', linkHost: 'example.com' }] } } },
    });
    expect(JSON.stringify(sent[0])).not.toContain('secret-path');
  });

  it('shows no rows of one user to another, and reads them again', async () => {
    const { access, clientOf, lastRows, say, searches, sent } = setUp();
    say('ready', null);
    say('search', form);
    await settle();
    expect(lastRows()).toEqual(['first CPI']);
    access.answer = clientOf('second');
    access.become({ ...signedInState, session: { kind: 'signedIn', id: 's2', accountLabel: 'lin', scopes: [] } });
    expect(lastRows()).toEqual([]);
    await settle();
    expect(lastRows()).toEqual(['second CPI']);
    expect(searches.length).toBe(2);
    expect(sent.some(({ type }) => type === 'session')).toBe(true);
  });

  it('keeps the rows when the same user signs out and in again', async () => {
    const { access, lastRows, say, searches, sent } = setUp();
    say('ready', null);
    say('search', form);
    await settle();
    access.become({ ...signedInState, session: { kind: 'signedOut' } });
    expect(sent.at(-1)).toMatchObject({ type: 'session', body: { kind: 'signedOut' } });
    access.become(signedInState);
    await settle();
    expect(lastRows()).toEqual(['first CPI']);
    expect(searches.length).toBe(1);
  });

  it('forgets rows when the service changes, even with a stop in between', async () => {
    const { access, lastRows, say } = setUp();
    say('ready', null);
    say('search', form);
    await settle();
    access.become({ connection: { kind: 'none' }, session: { kind: 'signedOut' } });
    expect(lastRows()).toEqual(['first CPI']);
    access.become({
      connection: { kind: 'service', id: 'c2', baseUrl: 'https://b', origin: 'https://b', authentication: 'oauth' },
      session: { kind: 'signedOut' },
    });
    expect(lastRows()).toEqual([]);
  });

  it('requests one page when requests for more overlap, and none for a list that is gone', async () => {
    const { say, searches, sent } = setUp();
    say('ready', null);
    say('search', form);
    await settle();
    const generation = 1;
    say('more', { name: 'search', generation, rows: 1 });
    say('more', { name: 'search', generation, rows: 1 });
    await settle();
    say('more', { name: 'search', generation, rows: 1 });
    say('more', { name: 'search', generation: 0, rows: 2 });
    await settle();
    expect(searches.map((query) => query.nextKey)).toEqual(['', 'next']);
    expect(sent.length).toBeGreaterThan(0);
  });

  it('reads on in the rows of the search that is shown after another one was stopped', async () => {
    const { access, lastRows, say, searches, sent } = setUp();
    say('ready', null);
    say('search', form);
    await settle();
    const client = access.answer;
    access.answer = fakeClient({ searchCalendar: async () => new Promise(() => undefined) });
    say('search', { ...form, keyword: 'GDP' });
    await settle();
    say('stop', { name: 'search' });
    const state = sent.findLast(({ type }) => type === 'list')?.body.state;
    expect(state).toMatchObject({ phase: 'ready', end: 'more', form: { kind: 'search', search: { keyword: 'CPI' } } });
    access.answer = client;
    say('more', { name: 'search', generation: state?.generation, rows: 1 });
    await settle();
    expect(searches.map(({ keyword, nextKey }) => [keyword, nextKey])).toEqual([
      ['CPI', ''],
      ['CPI', 'next'],
    ]);
    expect(lastRows()).toEqual(['first CPI 2']);
  });

  it('repeats a search that a sign-out interrupted', async () => {
    const { access, lastRows, say, searches } = setUp();
    say('ready', null);
    say('search', form);
    await settle();
    const client = access.answer;
    access.answer = fakeClient({ searchCalendar: async () => new Promise(() => undefined) });
    say('search', { ...form, keyword: 'GDP' });
    await settle();
    access.become({ ...signedInState, session: { kind: 'signedOut' } });
    access.answer = client;
    access.become(signedInState);
    await settle();
    expect(lastRows()).toEqual(['first GDP']);
    expect(searches.map(({ keyword }) => keyword)).toEqual(['CPI', 'GDP']);
  });

  it('opens only a link of a row that it shows, by the row', async () => {
    const { opened, say, warnings } = setUp();
    say('ready', null);
    say('search', form);
    await settle();
    say('openLink', { name: 'search', generation: 1, index: 0, zone: 'UTC' });
    say('openLink', { name: 'search', generation: 1, index: 7, zone: 'UTC' });
    say('openLink', { name: 'search', generation: 9, index: 0, zone: 'UTC' });
    say('openLink', { url: 'https://evil.example/' });
    await settle();
    expect(opened).toEqual(['https://example.com/secret-path']);
    expect(warnings.length).toBe(1);
  });

  it('lets the page run only its own script', () => {
    const { webview } = setUp();
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(webview.html)?.[1] ?? '';
    expect(policy).toContain('default-src &#39;none&#39;');
    expect(policy).toMatch(/script-src &#39;nonce-[0-9a-f]{32}&#39;/);
    expect(policy).not.toContain('unsafe');
    expect(setUp().webview.html).not.toBe(webview.html);
  });
});

describe('a calendar page that waits', () => {
  it('gets the reason and the seconds, and the end of the wait', () => {
    const { say, sent } = setUp();
    const changed = new Emitter<void>();
    let wait: Wait | undefined = { kind: 'limit', seconds: 23 };
    const following = waiting.follow({ of: (kind) => (kind === 'market' ? wait : undefined), onDidChange: changed.event });
    say('ready', null);
    for (const next of [{ kind: 'limit', seconds: 22 } as const, { kind: 'slow' } as const, undefined]) {
      wait = next;
      changed.fire();
    }
    following.dispose();
    expect(sent.filter(({ type }) => type === 'waiting').map(({ body }) => body)).toEqual([
      'Waiting for the service’s limit: 23 s',
      'Waiting for the service’s limit: 22 s',
      'The service is slow to respond…',
      '',
    ]);
  });
});
