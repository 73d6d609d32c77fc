import { l10n } from 'vscode';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentLog } from '../../../../src/app/agents/agentLog';
import type { AgentCall } from '../../../../src/app/agents/agentCalls';
import { RequestLog } from '../../../../src/app/platform/requestLog';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import type { RecordsPart, ToRecordsPage } from '../../../../src/panel/records/recordsProtocol';
import type { RecordSource } from '../../../../src/ui/platform/pages/recordSource';
import { AgentRecords } from '../../../../src/ui/records/agentRecords';
import { registerRecords } from '../../../../src/ui/records/registerRecords';
import { RequestRecords } from '../../../../src/ui/records/requestRecords';
import { editor } from '../../../support/editor/editor';
import { FakeShell } from '../../../support/editor/fakeShell';
import { Uri } from '../../../support/editor/values';
import type { WebviewPanel } from '../../../support/editor/webviewPanel';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

/** What the page is told of orders; the journal’s own tests are elsewhere. */
class FakeOrders implements RecordSource {
  followed = 0;
  acknowledged = 0;
  readonly asked: (readonly string[] | null)[] = [];
  tell: (part: RecordsPart) => void = () => undefined;
  follow(tell: (part: RecordsPart) => void) {
    this.followed += 1;
    this.tell = tell;
    return { dispose: () => (this.followed -= 1) };
  }
  async details() {
    return Promise.resolve({ rows: [], history: [] });
  }
  subject(id: string) {
    return id === 'known' ? { root: id } : undefined;
  }
  async exported(ids: readonly string[] | null) {
    this.asked.push(ids);
    return Promise.resolve('file');
  }
  async acknowledge() {
    this.acknowledged += 1;
    return Promise.resolve();
  }
}

let shell: FakeShell;
let time: FakeTime;
let orders: FakeOrders;
let requests: RequestLog;
let agents: AgentLog;
let privacy: PrivacyMode;

beforeEach(() => {
  [shell, time, orders] = [new FakeShell(), new FakeTime(), new FakeOrders()];
  requests = new RequestLog(time);
  const log = new MemoryLog();
  agents = new AgentLog({ clock: time, log, conceal: (text) => text });
  const state = new MemoryState();
  privacy = new PrivacyMode(state);
  registerRecords({
    ...{ shell: shell.forFeatures(), access: new FakeAccess(fakeClient()), clock: time, log, privacy, state },
    report: (error: unknown) => {
      throw error;
    },
    timeZone: () => 'UTC',
    extensionUri: Uri.file('ext'),
    records: { orders, requests: new RequestRecords(requests, time), agents: new AgentRecords(agents, time, privacy) },
  });
});

async function page(
  command: Parameters<FakeShell['run']>[0] = 'marketDesk.records.show',
  ...given: readonly unknown[]
): Promise<WebviewPanel> {
  await shell.run(command, ...given);
  const panel = editor.webviews.at(-1);
  if (panel === undefined) throw new Error('no page was opened');
  return panel;
}
const parts = (panel: WebviewPanel): readonly ToRecordsPage['records'][] => panel.bodies('records') as readonly ToRecordsPage['records'][];
const request = { method: 'GET', route: '/api/v1.0/accounts/{acc_id}/orders', status: 200, ms: 12.4, attempt: 1, outcome: 'ok' };
const call: AgentCall = {
  ...{ agent: 'claude', tool: 'marketDesk_listPositions', input: '{"account":"8001"}', size: 10, ms: 3 },
  ...{ isError: false, isPersonal: true, isKnown: true },
};

describe('the Records page', () => {
  it('is one page, which the commands of old lead to, each to its records', async () => {
    const panel = await page();
    panel.say('ready');
    expect(panel.bodies('show')).toEqual([]);
    expect(await page('marketDesk.orders.showJournal', { root: 'a' })).toBe(panel);
    await page('marketDesk.orders.showJournal', 'anything else');
    await page('marketDesk.agents.showLog');
    await page('marketDesk.records.show', { tab: 'requests' });
    expect(panel.bodies('show')).toEqual([
      { tab: 'orders', id: 'a' },
      { tab: 'orders', id: null },
      { tab: 'agents', id: null },
      { tab: 'requests', id: null },
    ]);
    expect(editor.webviews).toHaveLength(1);
  });

  it('goes to the records that it was opened for once it is ready', async () => {
    const panel = await page('marketDesk.agents.showLog');
    expect(panel.bodies('show')).toEqual([]);
    panel.say('ready');
    expect(panel.posted.map(({ type }) => type)).toEqual(['start', 'show']);
  });

  it('follows only the records that it shows, and none while it is hidden', async () => {
    const panel = await page();
    panel.say('ready');
    expect(orders.followed).toBe(0);
    panel.say('look', { tab: 'orders' });
    expect(orders.followed).toBe(1);
    panel.setVisible(false);
    expect(orders.followed).toBe(0);
    panel.setVisible(true);
    panel.say('ready');
    panel.say('look', { tab: 'orders' });
    expect(orders.followed).toBe(1);
    panel.say('look', { tab: 'requests' });
    expect(orders.followed).toBe(0);
    requests.add(request);
    await time.advance(1_000);
    const before = parts(panel).length;
    expect(before).toBeGreaterThan(1);
    panel.setVisible(false);
    requests.add(request);
    await time.advance(1_000);
    expect(parts(panel)).toHaveLength(before);
  });

  it('tells many requests at once, each once, without what is in their routes', async () => {
    requests.add(request);
    requests.add({
      ...request,
      method: 'PUT',
      status: undefined,
      outcome: 'timed-out',
      askedBy: { kind: 'program', program: 'agent', name: 'claude' },
    });
    const panel = await page();
    panel.say('ready');
    panel.say('look', { tab: 'requests' });
    requests.add({ ...request, method: 'POST', outcome: 'answered', askedBy: { kind: 'user' } });
    for (let at = 0; at < 49; at += 1) requests.add(request);
    await time.advance(300);
    expect(parts(panel).map(({ rows, isWhole }) => [rows.length, isWhole])).toEqual([
      [2, true],
      [50, false],
    ]);
    expect(parts(panel)[0]?.rows.map(({ texts, kinds, look }) => [texts.request, texts.status, texts.askedBy, kinds, look])).toEqual([
      ['GET /api/v1.0/accounts/{acc_id}/orders', '200', '', [], 'good'],
      ['PUT /api/v1.0/accounts/{acc_id}/orders', 'no answer', 'the agent “claude”', ['failed', 'write', 'program'], 'bad'],
    ]);
    // Only the order itself says what became of it.
    expect(parts(panel)[1]?.rows[0]).toMatchObject({ kinds: ['write'], look: 'plain' });
    for (let at = 0; at < 3_000; at += 1) requests.add(request);
    expect(requests.entries()).toHaveLength(2_000);
  });

  it('tells the outcomes of most requests in the language of the editor, and failures by their codes', async () => {
    for (const outcome of ['ok', 'answered', 'aborted', 'timed-out']) requests.add({ ...request, outcome });
    const translated = vi
      .spyOn(l10n, 't')
      .mockImplementation((text: string | { readonly message: string }) => `«${typeof text === 'string' ? text : text.message}»`);
    const panel = await page();
    panel.say('ready');
    panel.say('look', { tab: 'requests' });
    await time.advance(300);
    translated.mockRestore();
    expect(parts(panel)[0]?.rows.map(({ texts }) => texts.outcome)).toEqual(['«ok»', '«answered»', '«aborted»', 'timed-out']);
  });

  it('hides what agents asked with in privacy mode, as soon as it is on', async () => {
    agents.write('listening');
    agents.writeCall(call);
    const panel = await page();
    panel.say('ready');
    panel.say('look', { tab: 'agents' });
    expect(
      parts(panel)
        .at(-1)
        ?.rows.map(({ texts }) => texts.what),
    ).toEqual(['listening', 'listPositions {"account":"8001"}']);
    await privacy.toggle();
    expect(panel.bodies('settings').at(-1)).toMatchObject({ isPrivate: true });
    expect(parts(panel).at(-1)).toMatchObject({ isWhole: true });
    expect(
      parts(panel)
        .at(-1)
        ?.rows.map(({ texts }) => texts.what),
    ).toEqual(['listening', 'listPositions •••']);
  });

  it('runs the command of a button with what the row is about, and nothing for a row that isn’t known', async () => {
    requests.add(request);
    const panel = await page();
    panel.say('ready');
    panel.say('actOn', { tab: 'orders', id: 'known', action: 'showReceipt' });
    panel.say('actOn', { tab: 'orders', id: 'unknown', action: 'resolve' });
    panel.say('actOn', { tab: 'requests', id: '1', action: 'copyRequest' });
    panel.say('act', { action: 'openAsText' });
    panel.say('act', { action: 'workbench.action.quit' });
    panel.say('act', { action: 'acknowledge' });
    expect(editor.ran).toEqual([
      ['marketDesk.orders.showReceipt', { root: 'known' }],
      ['marketDesk.copyRequest', { request: 'GET /api/v1.0/accounts/{acc_id}/orders' }],
      ['marketDesk.orders.showJournalText'],
    ]);
    expect(orders.acknowledged).toBe(1);
  });

  it('exports the rows that are shown, as the file’s name says, and the whole journal by its own command', async () => {
    agents.writeCall(call);
    agents.writeCall({ ...call, input: '=1+1' });
    requests.add(request);
    const panel = await page();
    panel.say('ready');
    const saved = async (name: string, tab: string, ids: readonly string[] | null): Promise<string> => {
      editor.saveTarget = Uri.file(`/tmp/${name}`);
      panel.say('export', { tab, ids });
      await settle();
      return editor.saved.get(`/tmp/${name}`) ?? '';
    };
    editor.usually(/^Open$/);
    expect((await saved('a.csv', 'agents', ['2'])).split('\r\n')).toEqual([
      'time,agent,tool,input,text,size,milliseconds,isError,times',
      expect.stringMatching(/^2026-01-05T12:00:00.000Z,claude,marketDesk_listPositions,"'=1\+1",/),
    ]);
    expect(JSON.parse(await saved('r.json', 'requests', null))).toMatchObject({
      requests: [{ method: 'GET', status: 200, milliseconds: 12 }],
    });
    requests.add({ ...request, method: 'PUT' });
    expect((await saved('s.csv', 'requests', ['2'])).split('\r\n').map((line) => line.split(',')[1])).toEqual(['method', 'PUT']);
    expect(await saved('o.csv', 'orders', ['a'])).toBe('file');
    expect(orders.asked).toEqual([['a']]);
    await saved('p.csv', 'orders', null);
    expect(editor.ran.at(-1)).toEqual(['marketDesk.orders.exportJournal']);
    expect(orders.asked).toHaveLength(1);
    await privacy.toggle();
    expect(await saved('q.csv', 'requests', null)).toBe('');
    panel.say('copy', { text: 'secret' });
    await settle();
    expect(editor.clipboard).toBe('');
  });

  it('takes no message of another shape', async () => {
    const panel = await page();
    panel.say('ready');
    for (const [type, body] of [
      ['look', { tab: 'else' }],
      ['details', { tab: 'orders', id: '' }],
      ['actOn', { tab: 'orders', id: 'known', action: 'constructor' }],
      ['export', { tab: 'requests', ids: [1] }],
      ['keep', { view: 'x'.repeat(20_000) }],
    ] as const)
      panel.say(type, body);
    await settle();
    expect([editor.ran, orders.followed, parts(panel), panel.bodies('details')]).toEqual([[], 0, [], []]);
  });
});
