import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditorWindow } from '../../promises/desk/editorWindow';
import { shipped } from '../../promises/desk/profile';
import { sayYes, World } from '../../promises/desk/world';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';
import type { PlayedTicket } from '../../promises/whole/tickets/ticketUser';
import { privateKeyMark } from '../../support/upgrade/keptProfile';
import { ensurePacked } from '../../support/packed/ensurePacked';
import type { KeptProfile } from '../../support/upgrade/keptProfile';

const fixtures = path.resolve('test', 'fixtures', 'upgrade');
const accountId = '8001';
const appKeyId = 'ak-1';
const journal = 'journal/orders-000000000001.jsonl';

interface Line {
  readonly seq: number;
  readonly prev: string;
  readonly hash: string;
  readonly record: { readonly kind: string };
}

// Packing takes a while, and so does the extension on real connections.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

/** The packed extension in the stand-in editor, with the data of an earlier version. */
describe.each((await readdir(fixtures)).filter((name) => name.endsWith('.json')))('a user of %s', (name) => {
  let kept: KeptProfile;
  let world: World;
  let folder = '';
  let window: EditorWindow;

  beforeEach(async () => {
    kept = JSON.parse(await readFile(path.join(fixtures, name), 'utf8')) as KeptProfile;
    folder = await mkdtemp(path.join(tmpdir(), 'market-desk-upgrade-'));
    for (const [file, text] of Object.entries(kept.files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    const state = JSON.stringify(kept.state);
    world = new World({ folder, kept: { state, secrets: new Map(), keys: new Map() }, settings: kept.settings });
    const { book, credentials } = world.broker;
    const privateKey = JSON.stringify(credentials.createKey(appKeyId)).slice(1, -1);
    for (const [key, value] of Object.entries(kept.secrets)) world.profile.secrets.set(key, value.replace(privateKeyMark, privateKey));
    // The service still knows the tokens that it issued.
    credentials.tokens.set(sessionOf(kept).accessToken, { expiresAtMs: Number.MAX_SAFE_INTEGER, scope: credentials.scope });
    world.broker.hasLive(accountId);
    const facts = { accountId, market: 'HK', code: 'HK.00700', name: 'Tencent', securityType: 'STOCK', side: 'BUY', currency: 'HKD' };
    book.add({ orderId: 'T-1', ...facts }, { qty: '300', price: '410.2' });
    book.add({ orderId: 'T-2', ...facts }, { qty: '200', price: '400' });
    // There is no browser: if signing in again were necessary, there would be no session.
    window = await world.open([], true);
    await refresh();
  });

  afterEach(async () => {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is still signed in, with the same session', async () => {
    expect(window.contextKeys.get('marketDesk.session')).toBe('signedIn');
    const { arrivals } = world.broker;
    expect(arrivals.filter(({ path: to }) => to.startsWith('/oauth2/'))).toEqual([]);
    const bearers = new Set(arrivals.flatMap(({ headers }) => headers.get('authorization') ?? []));
    expect([...bearers]).toEqual([`Bearer ${sessionOf(kept).accessToken}`]);
  });

  it('still has the API key, and its signatures are accepted by the service', async () => {
    world.broker.arrivals.splice(0);
    world.profile.set('marketDesk.service.authentication', 'apiKey');
    await refresh();
    const signed = world.broker.arrivals.filter(({ headers }) => headers.get('x-api-key') === appKeyId);
    expect(signed.length).toBeGreaterThan(0);
    expect(world.broker.credentials.forgeries).toBe(0);
    expect(window.contextKeys.get('marketDesk.session')).toBe('signedIn');
  });

  it('still has the journal, complete and verified', async () => {
    await window.play('marketDesk.orders.showJournalText', [], sayYes, 60_000);
    const lines = linesOf(kept.files[journal] ?? '');
    expect(window.opened.at(-1)).toContain(`Verified: ${lines.length} lines, none altered or missing`);
    for (const id of kept.orders) expect(window.opened.at(-1)).toContain(id);
  });

  it('still has the lock on the order whose outcome is unknown', async () => {
    const { dialogs } = await change('T-2');
    expect(dialogs).toEqual([]);
    expect(world.broker.orderRequests).toEqual([]);
  });

  it('continues the same journal, and the same chain', async () => {
    const before = linesOf(kept.files[journal] ?? '');
    expect((await change('T-1')).dialogs).toHaveLength(1);
    expect(world.broker.orderRequests.map(({ orderId }) => orderId)).toEqual(['T-1']);
    const text = await readFile(path.join(folder, journal), 'utf8');
    expect(text.startsWith(kept.files[journal] ?? '-')).toBe(true);
    const added = linesOf(text).slice(before.length);
    expect(added.slice(0, 2).map(({ record }) => record.kind)).toEqual(['intent', 'outcome']);
    added.forEach(({ seq, prev }, index) => {
      expect(prev).toBe([...before, ...added][before.length + index - 1]?.hash);
      expect(seq).toBe(before.length + index + 1);
    });
    expect(damaged([...before, ...added])).toEqual([]);
  });

  it('still has the watchlist', async () => {
    const groups = (kept.state['watchlist'] ?? []) as readonly { readonly symbols: readonly string[] }[];
    const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
    let told = '';
    Promise.resolve(window.tools.get('marketDesk_listWatchlist')?.invoke({ input: {} }, token)).then(
      (result) => (told = JSON.stringify(result)),
      (error: unknown) => (told = String(error)),
    );
    await world.machine.runUntil(() => told !== '', 60_000);
    for (const symbol of groups.flatMap(({ symbols }) => symbols)) expect(told).toContain(symbol);
  });

  it('still has alerts and reminders', async () => {
    const stored = JSON.parse(kept.files['alerts.json'] ?? '{"alerts": []}') as { readonly alerts: readonly object[] };
    const shown: string[] = [];
    await window.play(
      'marketDesk.alerts.manage',
      [],
      (prompt) => {
        if (prompt.kind === 'pick')
          shown.push(...prompt.rows().map(({ label, description, detail }) => `${label} ${description} ${detail}`));
        if (prompt.kind === 'message') prompt.press(undefined);
        else prompt.close();
      },
      60_000,
    );
    const told = shown.filter((row) => /999|CPI YoY/.test(row));
    expect(told).toHaveLength(stored.alerts.length);
  });

  it('reads every setting that was made, and gets no error', () => {
    const known = shipped().defaults;
    expect(Object.keys(kept.settings).filter((id) => !known.has(id))).toEqual([]);
    expect(window.said.filter(({ kind }) => kind === 'error' || kind === 'warning').filter(({ text }) => !text.includes('T-2'))).toEqual(
      [],
    );
    expect(window.log.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('takes over what was allowed and limited by settings that are no more', () => {
    const before = Object.entries(kept.settings).filter(([key]) => /orders\.(?:max|hardLimits|readOnly)/.test(key));
    expect([...world.profile.settings.keys()].filter((key) => before.some(([earlier]) => earlier === key))).toEqual([]);
    if (before.length === 0) return;
    expect(world.profile.settings.get('marketDesk.orders.allow')).toBe('modify');
    const none = { ask: 0, refuse: 0 };
    expect(world.profile.settings.get('marketDesk.orders.limits')).toEqual({
      value: { ask: 500_000, refuse: 900_000 },
      quantity: { ask: 1000, refuse: 5000 },
      distancePercent: { ask: 50, refuse: 0 },
      perMinute: { ask: 10, refuse: 30 },
      ...{ distanceTicks: none, exposure: none, dayLoss: none },
    });
  });

  async function refresh(): Promise<void> {
    await world.machine.pass(2_000);
    await window.play('marketDesk.orders.refresh', [], sayYes, 60_000);
    await world.machine.pass(2_000);
  }

  async function change(orderId: string): Promise<PlayedTicket> {
    const to = { qty: '400', price: '411', auxPrice: '' };
    return new TicketUser(window, { accountId, orderId, entry: 'arguments', ...to, says: 'yes', confirms: true }).play();
  }
});

function sessionOf({ secrets }: KeptProfile): { readonly accessToken: string } {
  const [, text = '{}'] = Object.entries(secrets).find(([key]) => key.startsWith('session:')) ?? [];
  return JSON.parse(text) as { readonly accessToken: string };
}

function linesOf(text: string): readonly Line[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Lines whose hash does not match what precedes it in the line. */
function damaged(lines: readonly Line[]): readonly number[] {
  return lines
    .filter((line) => {
      const { hash, ...content } = line;
      return createHash('sha256').update(JSON.stringify(content)).digest('hex') !== hash;
    })
    .map(({ seq }) => seq);
}
