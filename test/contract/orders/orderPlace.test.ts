import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { describe, expect, it } from 'vitest';
import type { ChangeResult, PlacePreview } from '../../../src/app/orders/request/orderRequest';
import { orderIdOf } from '../../../src/domain/orders/orderAttempts';
import type { PlacementDraft } from '../../../src/domain/orders/placing/placement';
import { itemsOf } from '../../support/builders/lists';
import { followed } from '../../support/orders/orderDesk';
import type { OrderDesk } from '../../support/orders/orderDesk';
import { checkedPlacement, live } from '../../support/orders/orderFakes';
import { useOrderWorlds } from '../../support/orders/orderWorlds';

const worlds = useOrderWorlds(['usual', 'likeLive', 'strict'], { alwaysOpen: true });

interface Asked extends Partial<PlacementDraft> {
  readonly mark: string;
}

const openDesk = async (sandbox: RunningSandbox): Promise<OrderDesk> => worlds.open(sandbox, ['8001', paperId(sandbox)]);

/** A limit order for 100 HK.00700 a tenth below the market. */
async function preview(desk: OrderDesk, asked: Asked): Promise<PlacePreview> {
  const quotes = await itemsOf(desk.client.beyond.snapshot({ codes: ['HK.00700'] }, live)).catch(() => []);
  const price = String(Math.round(Number(quotes[0]?.lastPrice ?? '560') * 0.9));
  const placement = checkedPlacement({ typed: { qty: '100', price, aux_price: '' }, remark: '', ...asked });
  const { code, side, orderType } = placement;
  return desk.writer.previewPlace(placement, { code, name: '', side, orderType, status: '', filled: '', lastError: '' });
}

async function place(desk: OrderDesk, asked: Asked): Promise<ChangeResult> {
  return desk.writer.submit(await preview(desk, asked), live);
}

/** Placement requests in the sandbox's ledger. */
function placements(sandbox: RunningSandbox): readonly string[] {
  return sandbox.ledger.entries.filter(({ method, path }) => method === 'POST' && /\/orders$/.test(path)).map(({ path }) => path);
}

const paperId = (sandbox: RunningSandbox): string => (sandbox === worlds.likeLive ? '281756479864562681' : 'SIM-1001');
const paperOf = (sandbox: RunningSandbox): Pick<PlacementDraft, 'accountId' | 'isPaper' | 'market'> => ({
  accountId: paperId(sandbox),
  isPaper: true,
  market: 1,
});

describe.each([
  ['the usual world', () => worlds.usual],
  ['a world like live', () => worlds.likeLive],
] as const)('a new order in %s', (_, world) => {
  const kinds = [
    ['a live account', () => ({})],
    ['a paper account', () => paperOf(world())],
  ] as const;

  it.each(kinds)('in %s is sent once, and followed into the market', async (_kind, account) => {
    const desk = await openDesk(world());
    expect(await place(desk, { mark: '#aaaa0001', remark: 'mine', ...account() })).toMatchObject({
      outcome: { kind: 'accepted' },
      isRecorded: true,
    });
    expect(await followed(desk)).toMatchObject({
      attempt: { state: 'applied' },
      order: { remark: 'mine #aaaa0001', quantity: '100', status: 'SUBMITTED' },
    });
    const [attempt] = await desk.journal.attempts();
    expect(attempt).toMatchObject({ action: 'place', state: 'applied', target: { orderId: '', mark: '#aaaa0001' } });
    expect(attempt && orderIdOf(attempt)).toMatch(/^\d+$/);
    expect(placements(world())).toHaveLength(1);
  });

  it.each(kinds)('in %s is found by its mark when its answer is lost, and not sent again', async (_kind, account) => {
    const sandbox = world();
    const desk = await openDesk(sandbox);
    const asked = await preview(desk, { mark: '#aaaa0002', ...account() });
    sandbox.faults.once({ match: { method: 'POST' }, action: { kind: 'reset', processed: true } });
    expect(await desk.writer.submit(asked, live)).toMatchObject({ outcome: { kind: 'unknown' } });
    expect(await followed(desk)).toMatchObject({ attempt: { state: 'applied' }, before: 'unknown', order: { remark: '#aaaa0002' } });
    expect(placements(sandbox)).toHaveLength(1);
  });

  it.each(kinds)('in %s that never arrived stays unknown, whatever the lists show', async (_kind, account) => {
    const sandbox = world();
    const desk = await openDesk(sandbox);
    const asked = await preview(desk, { mark: '#aaaa0003', ...account() });
    sandbox.faults.once({ match: { method: 'POST' }, action: { kind: 'reset', processed: false } });
    expect(await desk.writer.submit(asked, live)).toMatchObject({ outcome: { kind: 'unknown' } });
    expect(await desk.readBack.check(asked.root, live)).toMatchObject({ kind: 'absent', isStrong: false });
    worlds.clockOffset.ms += 61_000;
    expect(await desk.readBack.check(asked.root, live)).toMatchObject({ kind: 'absent', isStrong: true });
    expect(await desk.journal.find(asked.root)).toMatchObject({ state: 'unknown' });
    expect(placements(sandbox).length).toBeLessThan(2);
  });

  it('ends as rejected, with the broker’s reason, when the broker rejects it later', async () => {
    const desk = await openDesk(world());
    expect(await place(desk, { mark: '#aaaa0004', remark: 'LATE' })).toMatchObject({ outcome: { kind: 'accepted' } });
    const end = await followed(desk);
    expect(end).toMatchObject({ attempt: { state: 'rejectedLater' }, order: { status: 'FAILED' } });
    expect(end.attempt.followed?.text).not.toBe('');
  });

  it('is found as rejected, with the broker’s reason, when the answer says that it failed', async () => {
    const desk = await openDesk(world());
    expect(await place(desk, { mark: '#aaaa0005', remark: 'FAILED' })).toMatchObject({ outcome: { kind: 'unknown' } });
    expect(await followed(desk)).toMatchObject({ attempt: { state: 'rejected' }, order: { status: 'FAILED' } });
  });

  it('is placed once, with its confirmation, when the service asks for one', async () => {
    const desk = await openDesk(world());
    const asked = await place(desk, { mark: '#aaaa0006', remark: 'CONFIRM' });
    if (asked.kind !== 'settled' || asked.pending === undefined) throw new Error(JSON.stringify(asked));
    expect(await desk.writer.confirm(asked.pending, live)).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(await followed(desk)).toMatchObject({ attempt: { state: 'applied' }, order: { remark: 'CONFIRM #aaaa0006' } });
    expect(placements(world())).toHaveLength(1);
  });
});

describe('a new order at a service that drops remarks', () => {
  it('is never identified by another one that looks like it, which is shown and proves nothing', async () => {
    const sandbox = await startSandbox({ port: 0, alwaysOpen: true });
    try {
      const desk = await openDesk(sandbox);
      const asked = await preview(desk, { mark: '#aaaa0007', remark: 'MUTE' });
      sandbox.faults.once({ match: { method: 'POST' }, action: { kind: 'reset', processed: true } });
      worlds.clockOffset.ms = 0;
      expect(await desk.writer.submit(asked, live)).toMatchObject({ outcome: { kind: 'unknown' } });
      expect(await desk.readBack.check(asked.root, live)).toMatchObject({ kind: 'absent', lookalike: { remark: '', quantity: '100' } });
      expect(await desk.journal.find(asked.root)).toMatchObject({ state: 'unknown' });
    } finally {
      await sandbox.close();
    }
  });
});

describe('a new order at a service that offers only the specification', () => {
  it.each([
    ['live', {}],
    ['paper', { accountId: 'SIM-1001', isPaper: true, market: 1 }],
  ])('ends as not offered in a %s account', async (_, account) => {
    const desk = await openDesk(worlds.strict);
    const result = await place(desk, { mark: '#aaaa0008', ...account });
    expect(result).toMatchObject({ kind: 'settled', outcome: { kind: 'notOffered' } });
    expect((await desk.journal.attempts()).map(({ state }) => state)).toEqual(['notOffered']);
  });
});
