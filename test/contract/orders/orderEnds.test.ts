import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSandbox } from 'market-desk-sandbox';
import { postJson } from 'market-desk-sandbox/test/sandboxHarness';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FollowUp } from '../../../src/app/orders/eye/followUp';
import { orderIdOf } from '../../../src/domain/orders/orderAttempts';
import type { PlacementDraft } from '../../../src/domain/orders/placing/placement';
import { followedStory, storyText } from '../../../src/ui/orders/story/story';
import { now, untilDone } from '../../support/builders/books';
import { itemsOf } from '../../support/builders/lists';
import { followed, machine } from '../../support/orders/orderDesk';
import type { OrderDesk } from '../../support/orders/orderDesk';
import { checkedPlacement, live, placedFacts } from '../../support/orders/orderFakes';
import { useOrderWorlds } from '../../support/orders/orderWorlds';
import { MemoryState } from '../../support/secrets/sharedSecrets';

const worlds = useOrderWorlds(['usual', 'likeLive'], { alwaysOpen: true });
/** Longer than two windows take to write down one end. */
const settledMs = 300;

/** Follows what the window's lists show, as the Orders feature does, and adds what it tells. */
async function follow(desk: OrderDesk, told: string[]): Promise<void> {
  const { access, journal, locks, timers, log, readBack, book, paperBook } = desk;
  const followUp = new FollowUp({ access, journal, locks, timers, clock: machine, log, state: new MemoryState(), readBack });
  followUp.onDidEnd((ended) => void told.push(storyText(followedStory(ended, { isPrivate: false }))));
  for (const each of [book, paperBook]) each.onDidRead((read) => followUp.take(read));
  onTestFinished(() => followUp.dispose());
  await followUp.start();
}

async function read(...desks: readonly OrderDesk[]): Promise<void> {
  await Promise.all(desks.flatMap(({ book, paperBook }) => [book.read(now, untilDone), paperBook.read(now, untilDone)]));
  await sleep(settledMs);
}

describe.each([
  ['the usual world', (): RunningSandbox => worlds.usual, 'SIM-1001'],
  ['a world like live', (): RunningSandbox => worlds.likeLive, '281756479864562681'],
] as const)('an order that rests in %s', (_, world, paperId) => {
  const kinds: readonly [string, string, Partial<PlacementDraft>][] = [
    ['a live account', '8001', {}],
    ['a paper account', paperId, { accountId: paperId, isPaper: true, market: 1 }],
  ];
  it.each(kinds)('in %s is told as filled once, by one of two windows, and not after a reload', async (_kind, account, over) => {
    const sandbox = world();
    const open = async (): Promise<OrderDesk> => worlds.open(sandbox, ['8001', paperId]);
    const [first, second] = [await open(), await open()];
    const [quote] = await itemsOf(first.client.beyond.snapshot({ codes: ['HK.00700'] }, live));
    const price = String(Math.round(Number(quote?.lastPrice) * 0.9));
    const placement = checkedPlacement({ typed: { qty: '300', price, aux_price: '' }, remark: '', mark: '#aaaa0001', ...over });
    const preview = first.writer.previewPlace(placement, { ...placedFacts, code: placement.code });
    expect(await first.writer.submit(preview, live)).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(await followed(first)).toMatchObject({ attempt: { state: 'applied' }, order: { status: 'SUBMITTED' } });
    const attempt = (await first.journal.find(preview.root)) ?? expect.unreachable();
    const fill = async (qty: string): Promise<void> => {
      const asked = { account, order_id: orderIdOf(attempt), qty };
      expect((await postJson(`${sandbox.url}/sandbox/orders/fill`, asked)).status).toBe(200);
    };
    const told: string[] = [];
    await Promise.all([follow(first, told), follow(second, told)]);
    await read(first, second);
    await fill('100');
    await read(first, second);
    expect(told).toEqual([]);
    await fill('200');
    await read(first, second);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(told[0]).toMatch(/^Filled: BUY 300 .+ at [\d.]+ \(\d+\)\.$/);
    const reloaded = await open();
    await follow(reloaded, told);
    await read(first, second, reloaded);
    expect(told).toHaveLength(1);
    expect(await reloaded.journal.verify()).not.toHaveProperty('fault', expect.anything());
  });
});
