import { rmSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import * as net from 'node:net';
import * as perfHooks from 'node:perf_hooks';
import { Broker } from '../broker/broker';
import type { MissingFile, Plant } from './bundle';
import { countedFiles } from './countedFiles';
import { countedZlib } from './countedZlib';
import { EditorWindow } from './editorWindow';
import { filesAtOnce } from './filesAtOnce';
import { Life } from './life';
import { Machine } from './machine';
import { makeMemoryFolder } from './memoryFolder';
import { MemoryNet } from './memoryNet';
import { Profile } from './profile';
import type { Prompt } from '../../support/editor/prompts';
import type { Draws } from '../../support/editor/recorded';
import { Uri } from '../../support/editor/values';

export interface WorldOptions {
  readonly authentication?: 'oauth' | 'apiKey';
  /** Only what the specification shows is offered. */
  readonly strict?: boolean;
  readonly plants?: readonly (Plant | MissingFile)[];
  /** The folder of the extension; by default a new one in memory. */
  readonly folder?: string;
  /** What the user of another world left. */
  readonly kept?: KeptWorld;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Replacements for functions of the file system. */
  readonly files?: Partial<typeof promises>;
  /** Records everything that the editor draws. */
  readonly draws?: Draws;
  /** More stand-ins for modules of Node.js. */
  readonly modules?: ReadonlyMap<string, object>;
}

/** Everything of a user except the running windows. */
export interface KeptWorld {
  readonly state: string;
  readonly secrets: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, string>;
}

export const address = '127.0.0.1:8443';
const baseUrl = `http://${address}`;

/** One machine with an editor, the built extension, and a broker, all in this process and in the machine's own time. */
export class World {
  readonly machine = new Machine();
  readonly net = new MemoryNet(this.machine);
  readonly folder: string;
  readonly profile: Profile;
  readonly broker: Broker;
  readonly windows: EditorWindow[] = [];
  readonly #files = filesAtOnce();

  constructor(readonly options: WorldOptions = {}) {
    this.folder = options.folder ?? makeMemoryFolder('world');
    this.profile = new Profile(this.folder, (work) => this.machine.soon(work));
    this.broker = new Broker({
      time: { nowMs: () => this.machine.monotonicMs, after: (ms, run) => this.machine.after(ms, run) },
      // The broker's clock does not follow the jumps of this machine's wall clock.
      wallOffsetMs: (
        (offset) => () =>
          offset
      )(this.machine.wallOffsetMs),
      ...(options.strict === undefined ? {} : { strict: options.strict }),
    });
    this.net.listen(address, (socket) => this.broker.accept(socket));
    this.profile.settings.set('marketDesk.service.url', baseUrl);
    this.profile.settings.set('marketDesk.service.authentication', options.authentication ?? 'oauth');
    for (const [key, value] of Object.entries(options.settings ?? {})) this.profile.settings.set(key, value);
    this.profile.state = JSON.stringify({ approvedOrigins: [baseUrl], 'marketDesk.used': true });
    if (options.kept !== undefined) {
      this.profile.state = options.kept.state;
      for (const [key, value] of options.kept.secrets) this.profile.secrets.set(key, value);
      for (const [id, key] of options.kept.keys) this.broker.credentials.keys.set(id, key);
    } else if (options.authentication === 'apiKey') {
      const privateKeyPem = this.broker.credentials.createKey('app-key-1');
      this.profile.secrets.set(`apiKey:${baseUrl}`, JSON.stringify({ appKeyId: 'app-key-1', privateKeyPem }));
    }
  }

  /** Opens a window; with OAuth, the first one signs in as a user does. */
  async open(plants = this.options.plants ?? [], isIdle = false): Promise<EditorWindow> {
    const life = new Life();
    const window = await EditorWindow.open({
      machine: this.machine,
      profile: this.profile,
      plants,
      life,
      isIdle,
      ...(this.options.draws === undefined ? {} : { draws: this.options.draws }),
      modules: new Map<string, object>([
        ['node:fs/promises', countedFiles(this.machine, life, { ...this.#files, ...this.options.files })],
        ['node:zlib', countedZlib(this.machine)],
        ['node:net', this.net.module(net, life)],
        ['node:perf_hooks', { ...perfHooks, performance: this.machine.performance() }],
        ...(this.options.modules ?? []),
      ]),
      browse: browser(this.machine),
    });
    this.windows.push(window);
    if (isIdle) return window;
    if (this.options.authentication !== 'apiKey' && window.contextKeys.get('marketDesk.session') !== 'signedIn') await this.signIn(window);
    return window;
  }

  /** A window whose view of orders is visible and has read all of them. */
  async openOrders(): Promise<EditorWindow> {
    const window = await this.open();
    window.setVisible('marketDesk.orders', true);
    await this.machine.pass(40_000);
    return window;
  }

  async signIn(window: EditorWindow): Promise<void> {
    if (this.options.authentication === 'apiKey') return;
    await window.play('marketDesk.signIn', [], sayYes, 60_000);
    await this.machine.runUntil(() => window.contextKeys.get('marketDesk.session') === 'signedIn', 10_000);
    if (window.contextKeys.get('marketDesk.session') !== 'signedIn')
      throw new Error(`sign-in failed: ${window.said.map(({ text }) => text).join(' / ')} ${window.log.slice(-3).join('\n')}`);
  }

  keep(): KeptWorld {
    return { state: this.profile.state, secrets: new Map(this.profile.secrets), keys: new Map(this.broker.credentials.keys) };
  }

  async close(): Promise<void> {
    for (const window of this.windows) if (window.isOpen && !window.options.life.isDead) await window.close();
    if (this.options.folder === undefined) rmSync(this.folder, { recursive: true, force: true });
    const { lacks } = this.machine;
    if (lacks.length > 0) throw new Error(`The simulated world lacks ${[...new Set(lacks)].join(', ')} of open files: give it that`);
  }
}

/** The user's browser: signs in at once and returns with a code. */
export function browser(machine: Machine): (text: string, window: EditorWindow) => void {
  return (text, window) => {
    const url = new URL(text);
    if (url.pathname !== '/oauth2/authorize/confirm') return;
    const back = `${url.searchParams.get('redirect_uri') ?? ''}?code=code-1&state=${encodeURIComponent(url.searchParams.get('state') ?? '')}`;
    machine.after(50, () => void window.uriHandler?.handleUri(Uri.parse(back)));
  };
}

/** Confirms at every prompt: presses the button that goes on, or chooses the first row of a list; closes text boxes. */
export function sayYes(prompt: Prompt): void {
  if (prompt.kind === 'message') prompt.press(prompt.buttons.find((button) => !/^(Do Not|Don’t|Cancel|Not)/.test(button)));
  else if (prompt.kind === 'pick') prompt.choose(() => true);
  else prompt.close();
}
