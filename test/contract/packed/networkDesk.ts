import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as perfHooks from 'node:perf_hooks';
import path from 'node:path';
import * as tls from 'node:tls';
import type { Plant } from '../../promises/desk/bundle';
import { countedFiles } from '../../promises/desk/countedFiles';
import { EditorWindow } from '../../promises/desk/editorWindow';
import { Life } from '../../promises/desk/life';
import { Machine } from '../../promises/desk/machine';
import { Profile } from '../../promises/desk/profile';
import { browser, sayYes } from '../../promises/desk/world';
import type { Certificate } from '../../support/network/certificate';
import { SecuredBroker } from './securedBroker';

/** A name that no machine has: it is only reachable through a proxy. */
export const brokerHost = 'broker.test';

export interface NetworkDeskOptions {
  /** The broker's certificate. */
  readonly certificate: Certificate;
  /** Certificates that the system trusts. */
  readonly trusted: readonly string[];
}

/** The packed extension in a stand-in editor, on real connections and in real time, with a broker behind TLS. */
export class NetworkDesk {
  readonly profile: Profile;
  #window: EditorWindow | undefined;

  private constructor(
    readonly server: SecuredBroker,
    private readonly machine: Machine,
    private readonly folder: string,
    private readonly trusted: readonly string[],
  ) {
    this.profile = new Profile(folder, (work) => machine.soon(work));
    this.profile.set('marketDesk.refresh.intervalSeconds', 0);
    this.connectTo(`https://${brokerHost}`);
  }

  static async start({ certificate, trusted }: NetworkDeskOptions): Promise<NetworkDesk> {
    const machine = new Machine(Date.now(), 1);
    const server = await SecuredBroker.start(machine, certificate);
    return new NetworkDesk(server, machine, await mkdtemp(path.join(tmpdir(), 'market-desk-network-')), trusted);
  }

  /** Chooses a service that the user approved. */
  connectTo(origin: string): void {
    this.profile.set('marketDesk.service.url', origin);
    this.profile.state = JSON.stringify({ approvedOrigins: [origin], 'marketDesk.used': true });
  }

  get window(): EditorWindow {
    if (this.#window === undefined) throw new Error('no window is open');
    return this.#window;
  }

  async open(plants: readonly Plant[] = []): Promise<void> {
    const life = new Life();
    const getCACertificates = (kind: string): readonly string[] => (kind === 'system' ? this.trusted : []);
    this.#window = await EditorWindow.open({
      machine: this.machine,
      profile: this.profile,
      plants,
      life,
      modules: new Map<string, object>([
        ['node:fs/promises', countedFiles(this.machine, life)],
        ['node:perf_hooks', { ...perfHooks, performance: this.machine.performance() }],
        ['node:tls', { ...tls, getCACertificates }],
      ]),
      browse: browser(this.machine),
    });
  }

  /** Signs in as a user does. @returns `signed in`, or the window's message if that fails. */
  async signIn(): Promise<string> {
    const { window } = this;
    await window.play('marketDesk.signIn', [], sayYes, 30_000);
    if (window.contextKeys.get('marketDesk.session') === 'signedIn') return 'signed in';
    return window.said.map(({ text }) => text).join('\n');
  }

  /** Shows the positions, which subscribes to their prices, and waits for the first row of an account. */
  async showPositions(): Promise<boolean> {
    this.window.setFocused(true);
    this.window.setVisible('marketDesk.positions', true);
    for (let waited = 0; waited < 100; waited += 1) {
      if ((await this.window.rows('marketDesk.positions')).some(({ description }) => description.includes('00700'))) return true;
      await this.machine.pass(200);
    }
    return false;
  }

  /** Lets the window work until `isDone`, for at most 20 s. */
  async until(isDone: () => boolean): Promise<boolean> {
    return this.machine.runUntil(isDone, 20_000);
  }

  async close(): Promise<void> {
    await this.#window?.close();
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
