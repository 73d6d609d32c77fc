import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as perfHooks from 'node:perf_hooks';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { decide, locationOf, parseConsentPage } from 'market-desk-sandbox/test/sandboxHarness';
import { countedFiles } from '../../../test/promises/desk/countedFiles';
import { EditorWindow } from '../../../test/promises/desk/editorWindow';
import { Life } from '../../../test/promises/desk/life';
import { Machine } from '../../../test/promises/desk/machine';
import { Profile } from '../../../test/promises/desk/profile';
import { Uri } from '../../../test/support/editor/values';
import { sayYes } from '../../../test/promises/desk/world';
import { inRound, isShort } from '../rounds';
import { sharedFiles } from '../../../src/app/platform/storedNames';
import { trees } from './filled';
import { FrontDoor } from './frontDoor';

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
      browse: (url, opened) => void consent(url, (uri) => void opened.uriHandler?.handleUri(Uri.parse(uri))),
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
export async function consent(url: string, handle: (uri: string) => void): Promise<void> {
  const { origin } = new URL(url);
  const form = parseConsentPage(await (await fetch(url)).text());
  const back = await locationOf(await decide({ url: origin }, form, { user: 'ada' }));
  if (back.protocol === 'http:') await fetch(back);
  else handle(back.href);
}
