import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../src/app/platform/emitter';
import { screenZoneMessage } from '../../../../src/panel/platform/messages';
import { MemoryState } from '../../../support/feed/liveWindows';
import { settle } from '../../../support/machine/fakeTime';

vi.mock('../../../../src/ui/platform/pages/webviewHtml', () => ({ webviewHtml: () => '', webviewRoot: () => '' }));

describe('the zone of the shown times', () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const load = async () => ({
    zones: await import('../../../../src/ui/platform/zone'),
    pages: await import('../../../../src/ui/platform/pages/pageHost'),
    // The window of the modules that were loaded anew.
    ...(await import('../../../support/editor/editor')),
  });
  let loaded: Awaited<ReturnType<typeof load>>;
  let state: MemoryState;

  beforeEach(async () => {
    vi.resetModules();
    loaded = await load();
    state = new MemoryState();
  });

  /** A page that has started and sent these messages. */
  const say = (...messages: readonly unknown[]) => {
    const said = new Emitter<unknown>();
    const warnings: string[] = [];
    let isReady = false;
    const webview = {
      options: {},
      html: '',
      cspSource: '',
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: said.event,
      postMessage: async () => true,
    };
    new loaded.pages.PageHost<object, { readonly ready: null }>({
      webview: webview as never,
      extensionUri: '' as never,
      page: { title: 'Test', name: 'x' },
      guards: { ready: (body): body is null => body === null },
      handlers: () => ({ ready: () => (isReady = true) }),
      log: { warn: (text) => void warnings.push(text) },
    });
    for (const message of messages) said.fire(message);
    return { warnings, isReady };
  };

  it('is that of the user’s screen when the program runs elsewhere, and in the next window even before any page opens', async () => {
    const shown = new loaded.zones.ShownZone(state, false);
    expect(shown.current).toBe(here);
    let changes = 0;
    loaded.zones.onZoneChange(() => (changes += 1));
    const { warnings, isReady } = say({ type: screenZoneMessage, body: 'Asia/Tokyo' }, { type: 'ready', body: null });
    expect([warnings, isReady, changes]).toEqual([[], true, 1]);
    expect([shown.current, shown.own]).toEqual(['Asia/Tokyo', 'Asia/Tokyo']);
    say({ type: screenZoneMessage, body: 'Asia/Tokyo' });
    expect(changes).toBe(1);
    await settle();
    vi.resetModules();
    loaded = await load();
    expect(new loaded.zones.ShownZone(state, false).current).toBe('Asia/Tokyo');
  });

  it('is that of the setting, wherever the screen is', () => {
    const shown = new loaded.zones.ShownZone(state, false);
    say({ type: screenZoneMessage, body: 'Asia/Tokyo' });
    loaded.editor.set('calendar.timeZone', 'Europe/Zurich');
    expect([shown.current, shown.own]).toEqual(['Europe/Zurich', 'Asia/Tokyo']);
    loaded.editor.set('calendar.timeZone', 'Nowhere/At_All');
    expect(shown.current).toBe('Asia/Tokyo');
  });

  it('is that of the machine when the program runs on the user’s own', async () => {
    const shown = new loaded.zones.ShownZone(state, true);
    say({ type: screenZoneMessage, body: 'Asia/Tokyo' });
    await settle();
    expect([shown.current, shown.own]).toEqual([here, here]);
    expect(state.get('screen.timeZone')).toBeUndefined();
  });

  it.each([7, null, '', 'Nowhere/At_All', '<b>', {}])('is not changed by %j', (body) => {
    const shown = new loaded.zones.ShownZone(state, false);
    let changes = 0;
    loaded.zones.onZoneChange(() => (changes += 1));
    say({ type: screenZoneMessage, body });
    expect([shown.current, changes]).toEqual([here, 0]);
  });
});
