import { createHash } from 'node:crypto';
import { readdir as realReaddir } from 'node:fs/promises';
import * as perfHooks from 'node:perf_hooks';
import { countedFiles } from '../../desk/countedFiles';
import { EditorWindow } from '../../desk/editorWindow';
import { Life } from '../../desk/life';
import { Machine } from '../../desk/machine';
import { Profile } from '../../desk/profile';
import { realNet } from '../../desk/realNet';
import { browser, sayYes } from '../../desk/world';
import { Random } from '../../random';
import { TicketUser } from '../tickets/ticketUser';
import { accountId } from '../tickets/ticketWorld';

export interface RaceSettings {
  readonly folder: string;
  readonly url: string;
  readonly origin: string;
  readonly index: number;
  readonly seed: number;
  readonly submits: number;
  readonly orders: readonly string[];
  /** A fault that the proof must notice: locks that no window sees. */
  readonly isBlind: boolean;
}

/** One window in its own process; it shares its state with the others through the parent, as in the editor. */
async function main(): Promise<void> {
  const settings = JSON.parse(process.argv[2] ?? '') as RaceSettings;
  const machine = new Machine(Date.now(), 60);
  const profile = new Profile(settings.folder, (work) => machine.soon(work));
  profile.settings.set('marketDesk.service.url', settings.url);
  profile.settings.set('marketDesk.accounts', [{ id: accountId, name: 'Desk', kind: 'live' }]);
  profile.settings.set('marketDesk.orders.allow', 'all');
  profile.settings.set('marketDesk.refresh.intervalSeconds', 0);
  profile.state = JSON.stringify({ approvedOrigins: [settings.origin], 'marketDesk.used': true });
  const shared = { isFromParent: false };
  profile.stateChanged.event((state) => {
    if (!shared.isFromParent) process.send?.({ kind: 'state', state });
  });
  process.on('message', (message: { readonly state: string }) => {
    shared.isFromParent = true;
    profile.state = message.state;
    profile.stateChanged.fire(message.state);
    shared.isFromParent = false;
  });
  const life = new Life(process.pid);
  const window = await EditorWindow.open({
    machine,
    profile,
    life,
    modules: new Map<string, object>([
      ['node:fs/promises', countedFiles(machine, life, settings.isBlind ? blindToLocks() : {})],
      ['node:net', realNet(machine)],
      ['node:perf_hooks', { ...perfHooks, performance: machine.performance() }],
    ]),
    browse: browser(machine),
  });
  await window.play('marketDesk.signIn', [], sayYes, 60_000);
  process.send?.({ kind: 'ready', session: window.contextKeys.get('marketDesk.session') });
  const random = new Random(settings.seed + settings.index * 977);
  const tally = { played: 0, said: [] as string[] };
  for (let count = 0; count < settings.submits; count += 1) {
    window.said.splice(0);
    window.log.splice(0);
    await new TicketUser(window, {
      action: random.chance(0.3) ? 'cancel' : 'modify',
      accountId,
      orderId: random.pick(settings.orders),
      entry: random.pick(['command', 'arguments']),
      qty: String(random.integer(1, 9000) * 4 + settings.index),
      price: String(random.integer(50, 150)),
      auxPrice: '',
      says: 'yes',
      confirms: true,
      // The other windows keep changing the order.
      persists: true,
    }).play();
    tally.played += 1;
    if (count < 3) tally.said.push(...window.said.map(({ text }) => text.slice(0, 120)));
    for (const prompt of window.prompts.splice(0)) if (prompt.kind === 'message') prompt.press(undefined);
  }
  process.send?.({ kind: 'done', ...tally }, () => process.exit(0));
}

/** A disk on which no window finds the others' locks on orders; the journal's own lock is found. */
function blindToLocks(): Parameters<typeof countedFiles>[2] {
  const journalLock = createHash('sha256').update('order-journal').digest('hex').slice(0, 32);
  const readdir = (async (path: string) =>
    path.includes('/locks') && !path.includes(journalLock) ? [] : realReaddir(path)) as typeof realReaddir;
  return { readdir };
}

void main().catch((error: unknown) => {
  process.send?.({ kind: 'failed', error: error instanceof Error ? error.stack : String(error) }, () => process.exit(1));
});
