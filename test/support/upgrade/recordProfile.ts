/**
 * Records what this version keeps, for test/contract/packed/upgrade.test.ts of later versions: `npm run package && npx tsx
 * test/support/upgrade/recordProfile.ts` writes `test/fixtures/upgrade/<version>.json`. It drives the packed extension in the stand-in
 * editor.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EditorWindow } from '../../promises/desk/editorWindow';
import { shipped } from '../../promises/desk/profile';
import { sayYes } from '../../promises/desk/world';
import type { World } from '../../promises/desk/world';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';
import { accountId, TicketWorld } from '../../promises/whole/tickets/ticketWorld';
import { Random } from '../../promises/random';
import { ensurePacked } from '../packed/ensurePacked';
import { privateKeyMark } from './keptProfile';
import type { KeptProfile } from './keptProfile';

const minutes = 60_000;

async function main(): Promise<void> {
  await ensurePacked();
  const desk = await TicketWorld.open('oauth', false);
  const [window] = desk.windows;
  if (window === undefined) throw new Error('no window');
  await useEverything(desk, window);
  await desk.world.machine.pass(2 * minutes);
  for (const open of desk.windows) await open.close();
  const kept = await keptOf(desk.world);
  const file = path.resolve('test/fixtures/upgrade', `${kept.version}.json`);
  await writeFile(file, `${JSON.stringify(kept, undefined, 2)}\n`);
  await desk.close();
  process.stdout.write(
    `${file}: ${Object.keys(kept.state).length} state keys, ${Object.keys(kept.secrets).length} secrets, ${Object.keys(kept.files).length} files\n`,
  );
}

/** Uses every feature whose stored data a user would miss. */
async function useEverything(desk: TicketWorld, window: EditorWindow): Promise<void> {
  await window.play('marketDesk.watchlist.add', [{ symbol: 'HK.00700' }], sayYes);
  await window.play('marketDesk.watchlist.add', [{ symbol: 'US.AAPL' }], sayYes);
  await window.play('marketDesk.alerts.add', [{ symbol: 'HK.00700' }], async (prompt) => {
    if (prompt.kind === 'text') await prompt.enter('999');
    else sayYes(prompt);
  });
  const release = { name: 'CPI YoY', timeMs: desk.world.machine.wallMs + 24 * 60 * minutes };
  await window.play('marketDesk.calendar.remind', [{ release }], sayYes);
  await window.play('marketDesk.setUpApiKey', [], async (prompt) => {
    const isPortal = prompt.kind === 'pick' && prompt.rows().some(({ label }) => label === 'Enter the AppKey ID');
    if (prompt.kind === 'text') await prompt.enter('ak-1');
    else if (!isPortal) sayYes(prompt);
    else if (window.clipboard === '') prompt.choose(({ label }) => label === 'Copy Public Key');
    else {
      desk.world.broker.credentials.keys.set('ak-1', window.clipboard);
      prompt.choose(({ label }) => label === 'Enter the AppKey ID');
    }
  });
  // Setting up a key makes it the sign-in method.
  desk.world.profile.set('marketDesk.service.authentication', 'oauth');
  await desk.world.machine.pass(2_000);
  await change(desk, window, { qty: '300', price: '410.2' });
  // This request is not answered, and the order stays as it was, so the outcome is unknown.
  desk.world.broker.treat = ({ request, socket }) => {
    if (request.method !== 'PUT') return false;
    socket.destroy();
    return true;
  };
  await change(desk, window, { qty: '500', price: '77.5' });
}

async function change(desk: TicketWorld, window: EditorWindow, to: { readonly qty: string; readonly price: string }): Promise<void> {
  const order = desk.addOrder(new Random(1), { qty: '200', price: '400' });
  const { dialogs, puzzles } = await new TicketUser(window, {
    accountId,
    orderId: order.facts.orderId,
    entry: 'arguments',
    ...to,
    auxPrice: '',
    says: 'yes',
    confirms: true,
  }).play();
  if (dialogs.length === 0) throw new Error(`the change was not asked for: ${puzzles.join(' ')}`);
}

async function keptOf({ profile, folder, machine, broker }: World): Promise<KeptProfile> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return {
    version: shipped().manifest.version,
    wallMs: machine.wallMs,
    settings: Object.fromEntries(profile.settings),
    state: JSON.parse(profile.state) as Readonly<Record<string, unknown>>,
    secrets: Object.fromEntries([...profile.secrets].map(([key, value]) => [key, withoutPrivateKey(value)])),
    files: Object.fromEntries(
      await Promise.all(files.sort().map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const)),
    ),
    orders: broker.orderRequests.map(({ orderId }) => orderId),
  };
}

/** A key does not belong in a repository, not even one that opens nothing. */
function withoutPrivateKey(secret: string): string {
  return secret.replace(/-----BEGIN [A-Z ]+-----.*?-----END [A-Z ]+-----(\\n)?/g, privateKeyMark);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
