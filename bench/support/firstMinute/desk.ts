import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as perfHooks from 'node:perf_hooks';
import { startSandbox } from '../../../src/sandbox/server';
import type { RunningSandbox } from '../../../src/sandbox/server';
import { countedFiles } from '../../../test/promises/desk/countedFiles';
import { EditorWindow } from '../../../test/promises/desk/editorWindow';
import type { Row } from '../../../test/support/editor/standIn';
import { Life } from '../../../test/promises/desk/life';
import { Machine } from '../../../test/promises/desk/machine';
import { Profile } from '../../../test/promises/desk/profile';
import { Uri } from '../../../test/support/editor/values';
import { sayYes } from '../../../test/promises/desk/world';
import { decide, locationOf, parseConsentPage } from '../../../test/support/sandbox/sandboxHarness';
import { inRound, isShort } from '../rounds';
import { sharedFiles } from '../../../src/app/platform/storedNames';
import { FrontDoor } from './frontDoor';

const trees = ['positions', 'orders', 'plates', 'today'].map((name) => `marketDesk.${name}`);
const lookMs = 25;
/** Until the rate limits of a live service are free again. */
const limitsMs = 31_000;

/**
 * Windows of the built extension in a stand-in editor, in real time and on real connections, with a service that has the rate limits of a
 * live one. The service runs in this process, which makes every figure slightly worse.
 */
export class FirstMinuteDesk {
  readonly #machine = new Machine(Date.now(), 1);

  private constructor(
    readonly door: FrontDoor,
    private readonly service: RunningSandbox,
    private readonly folder: string,
    private readonly profile: Profile,
  ) {}

  static async start(liveAccounts: number): Promise<FirstMinuteDesk> {
    const service = await startSandbox({ port: 0, likeLive: true, limitsRequests: !isShort });
    const door = await FrontDoor.open(service.url, liveAccounts);
    const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
    const profile = new Profile(folder, (work) => setImmediate(work));
    profile.set('marketDesk.service.url', door.url);
    profile.set('marketDesk.plates', ['HK.BK1000']);
    profile.state = JSON.stringify({ approvedOrigins: [door.url], 'marketDesk.used': true });
    return new FirstMinuteDesk(door, service, folder, profile);
  }

  async close(): Promise<void> {
    await this.door.close();
    await this.service.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** A window with all its views visible. */
  async open(): Promise<EditorWindow> {
    const life = new Life();
    const window = await EditorWindow.open({
      machine: this.#machine,
      profile: this.profile,
      life,
      modules: new Map<string, object>([
        ['node:fs/promises', countedFiles(this.#machine, life)],
        ['node:perf_hooks', { ...perfHooks, performance: this.#machine.performance() }],
      ]),
      browse: (url, opened) => void consent(url, opened),
    });
    window.setFocused(true);
    for (const view of trees) window.setVisible(view, true);
    return window;
  }

  /** @returns when the service issued the token. */
  async signIn(window: EditorWindow): Promise<number> {
    await window.play('marketDesk.signIn', [], sayYes, 30_000);
    const token = this.door.passed.find(({ path: asked }) => asked.startsWith('/oauth2/token'));
    if (token === undefined) throw new Error(`nobody signed in: ${window.said.map(({ text }) => text).join(' / ')}`);
    return token.endedAtMs;
  }

  /** Waits in wall-clock time: without a timer at its end, the machine would skip the time. */
  async pass(ms: number): Promise<void> {
    const wait = { isOver: false };
    this.#machine.after(ms, () => (wait.isOver = true));
    await this.#machine.runUntil(() => wait.isOver, 2 * ms);
  }

  /** Waits until the service's rate limits are free; in a short round, where it has none, windows forget what they have sent. */
  async freeLimits(): Promise<void> {
    if (isShort) await rm(path.join(this.folder, sharedFiles.requests), { force: true });
    await this.pass(inRound(limitsMs, 200));
  }

  /** @returns when it became true, as `performance.now()`; NaN if it did not within the limit. */
  async until(isSo: () => Promise<boolean>, limitMs: number): Promise<number> {
    const limit = performance.now() + limitMs;
    while (performance.now() < limit) {
      if (await isSo()) return performance.now();
      await this.pass(lookMs);
    }
    return Number.NaN;
  }
}

/** The user's part in the browser: grants what is requested and returns. */
async function consent(url: string, window: EditorWindow): Promise<void> {
  const { origin } = new URL(url);
  const form = parseConsentPage(await (await fetch(url)).text());
  const back = await locationOf(await decide({ url: origin }, form, { user: 'ada' }));
  if (back.protocol === 'http:') await fetch(back);
  else window.uriHandler?.handleUri(Uri.parse(back.href));
}

/** Rows of each account in a view, by the account's label. */
async function byAccount(window: EditorWindow, view: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, Row[]>();
  let account: Row[] = [];
  for (const row of await window.rows(`marketDesk.${view}`)) {
    if (row.depth === 0) found.set(`${row.label} ${row.description}`, (account = []));
    account.push(row);
  }
  return found;
}

/** Rows that this window has read; old rows are of another kind. */
const readRows: Readonly<Record<string, RegExp>> = {
  positions: /^position$/,
  orders: /Order$/,
  plates: /^plate/,
  today: /^event$/,
};

/** In which markets the sandbox's live account has positions and orders. */
const marketsOfAccount = { positions: ['HK', 'US', 'CN'], orders: ['HK', 'US', 'CN', 'SG'] } as const;
const marketOf: Readonly<Record<string, string>> = { SEHK: 'HK', SH: 'CN', SZ: 'CN', SSE: 'CN', SZSE: 'CN' };

/** Whether the sandbox's live account shows, in both views, what this window has read of every market in which it has something. */
export async function liveAccountIsFilled(window: EditorWindow): Promise<boolean> {
  for (const view of ['positions', 'orders'] as const) {
    const live = [...(await byAccount(window, view)).values()].filter(
      ([account]) => account?.contextValue === 'account' && !/paper/i.test(`${account.label} ${account.description}`),
    );
    const shown = live.map((rows) => new Set(rows.flatMap((row) => (readRows[view]?.test(row.contextValue) ? [marketIn(row)] : []))));
    if (!shown.some((markets) => marketsOfAccount[view].every((market) => markets.has(market)))) return false;
  }
  return true;
}

/** The market of the security that a row names by its code. */
function marketIn({ label, description }: Row): string {
  const exchange = /(?:^|· )([A-Z]+)\.[A-Z0-9]/.exec(`${label} · ${description}`)?.[1] ?? '';
  return marketOf[exchange] ?? exchange;
}

/** The number of accounts in a view with rows that this window has read. */
export async function accountsRead(window: EditorWindow, view: 'positions' | 'orders'): Promise<number> {
  const accounts = [...(await byAccount(window, view)).values()];
  return accounts.filter((rows) => rows.some(({ contextValue }) => readRows[view]?.test(contextValue))).length;
}
