import { remarkIn } from '../../broker/carryOut';
import { writeOf } from '../../broker/orderWrites';
import { World } from '../../desk/world';
import type { Breach, Proof, ProofContext } from '../../proof';
import { blindSpots } from '../selfCheck';
import { markIn } from '../tickets/evidence';
import { TicketUser } from '../tickets/ticketUser';
import { accountId } from '../tickets/ticketWorld';
import { FailingDisk } from './fileFaults';
import { forgetfulDisk, journalText } from './killProof';

const codes = ['EIO', 'ENOSPC', 'EACCES'] as const;
/** More operations than a placement has between its confirmation and its end. */
const mostOperations = 150;

interface Tally {
  failed: number;
  sent: number;
  readonly operations: Set<string>;
}

/** The part of promise 3 about disks on which any one operation of a new order fails. */
export const fileFaultProof: Proof = {
  number: 3,
  promise: 'every attempt is on disk before it is sent, and the journal guards',
  quickRuns: 4,
  fullRuns: codes.length * mostOperations,
  run: async (context) => {
    const blind = await blindSpots(context, [{ name: 'a disk that forgets what the journal writes' }], async () => {
      const noticed = await failOne(0, { failed: 0, sent: 0, operations: new Set() }, true);
      return noticed.length > 0;
    });
    const tally: Tally = { failed: 0, sent: 0, operations: new Set() };
    const breaches: Breach[] = [...blind];
    for (let index = context.from; index < context.from + context.runs && breaches.length < 6; index += 1) {
      const summaries = await failOne(caseOf(context, index), tally, false);
      breaches.push(...summaries.map((summary) => ({ summary, replay: { case: index } })));
      context.progress(index);
    }
    return {
      tried: `${tally.failed} new orders, each with another operation of the disk that failed (${codes.join(', ')}), of ${tally.operations.size} kinds`,
      found: `${tally.sent} were sent, each with its intent on the disk; every one is known after a restart`,
      breaches,
    };
  },
};

/** All cases in order; a quick run takes samples from everywhere. */
function caseOf({ quick, seed }: ProofContext, index: number): number {
  return quick ? (seed * 7 + index * 11) % (codes.length * 60) : index % (codes.length * mostOperations);
}

async function failOne(at: number, tally: Tally, isForgetful: boolean): Promise<readonly string[]> {
  const disk = new FailingDisk();
  const world = new World({
    settings: { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }], 'marketDesk.orders.allow': 'all' },
    files: isForgetful ? forgetfulDisk : disk.files,
  });
  const { broker, machine } = world;
  broker.hasLive(accountId);
  const found: string[] = [];
  const [nth, code] = [Math.floor(at / codes.length) + 1, codes[at % codes.length] ?? 'EIO'];
  broker.treat = ({ request }) => {
    if (writeOf(request)?.action === 'place' && !isIntended(world.folder, markIn(remarkIn(request))))
      found.push(`${code} at operation ${nth}, ${disk.failed ?? 'none yet'}: an order was sent whose intent is not on the disk`);
    return false;
  };
  const window = await world.open();
  await new TicketUser(
    window,
    plan('HK.40001', () => disk.arm(nth, code)),
  ).play();
  await machine.pass(3000);
  const { failed } = disk;
  disk.disarm();
  if (failed !== undefined) {
    tally.failed += 1;
    tally.operations.add(failed);
  }
  const about = `${code} at operation ${nth}, ${failed ?? 'none'}`;
  const sent = broker.orderRequests.length;
  tally.sent += sent;
  if (sent > 1) found.push(`${about}: ${sent} orders for one yes`);
  await machine.pass(60_000);
  await window.close();
  const next = await world.open();
  next.setVisible('marketDesk.orders', true);
  await machine.pass(60_000);
  if (broker.orderRequests.length !== sent) found.push(`${about}: an order was sent by itself after the restart`);
  const text = journalText(world.folder);
  for (const { arrival } of broker.orderRequests)
    if (!text.includes(markIn(remarkIn(arrival)))) found.push(`${about}: the journal does not name an order that was sent`);
  const rows = (await next.rows('marketDesk.orders')).filter(({ label }) => label.includes('HK.40001'));
  if (sent > 0 && rows.length === 0) found.push(`${about}: an order that was sent is shown nowhere after the restart`);
  if (!isForgetful) {
    await new TicketUser(next, { ...plan('HK.40002'), acknowledges: true }).play();
    if (broker.orderRequests.length !== sent + 1)
      found.push(`${about}: another order could not be placed afterwards: ${next.said.at(-1)?.text ?? ''}`);
  }
  await world.close();
  return found;
}

function isIntended(folder: string, mark: string): boolean {
  return journalText(folder)
    .split('\n')
    .some((line) => line.endsWith('}') && line.includes('"kind":"intent"') && line.includes(mark));
}

function plan(code: string, afterYes: () => void = () => undefined): ConstructorParameters<typeof TicketUser>[1] {
  return {
    action: 'place',
    accountId,
    orderId: '',
    place: { code, side: 'BUY', orderType: 'LIMIT', remark: '' },
    entry: 'arguments',
    qty: '900',
    price: '101',
    auxPrice: '',
    says: 'yes',
    confirms: true,
    stays: true,
    afterYes,
  };
}
