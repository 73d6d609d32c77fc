import { beforeEach, describe, expect, it } from 'vitest';
import type { PositionsState } from '../../../../src/app/positions/positionsBook';
import { TreePrices } from '../../../../src/app/quotes/treePrices';
import { readHolding } from '../../../../src/domain/positions/holding';
import { listOf, seen } from '../../../../src/service/lists/list';
import { FakeTime } from '../../../support/machine/fakeTime';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeMarket } from '../../../support/feed/liveWindows';
import { hoverOf } from '../../../support/editor/drawnTree';
import { aSession } from '../../../support/builders/quoteBuilders';
import { holding, positionsState } from '../../../support/builders/holdings';

const { PositionRow, positionFields } = await import('../../../../src/ui/positions/positionRow');
const { positionDescription, rowStyle } = await import('../../../../src/ui/positions/positionText');
const { LivePositions } = await import('../../../../src/ui/positions/livePositions');

const symbol = 'HK.00700';

describe('positions at the latest prices', () => {
  let time: FakeTime;
  let world: FakeMarket;
  let positions: InstanceType<typeof LivePositions>;
  let followed: PositionsState | undefined;

  beforeEach(async () => {
    time = new FakeTime();
    world = new FakeMarket(time);
    const { market } = world.open();
    const view = { visible: true, onDidChangeVisibility: () => ({ dispose: () => undefined }) };
    positions = new LivePositions(
      new TreePrices({ load: async () => market, timers: time, log: new MemoryLog(), changed: () => undefined }),
      time,
      view,
      () => 'UTC',
    );
    shown(time.wallMs());
    await time.advance(5_000);
  });

  /** Price and age of the position that the service reported at a time. */
  function shown(updatedAtMs: number): readonly [string | undefined, boolean] {
    const account = { kind: 'live', id: '8001', name: '', markets: [], source: 'service' } as const;
    const list = listOf([readHolding(holding({ symbol, quantity: '100', price: '9', marketValue: '900' }))], []);
    const state = positionsState({ accounts: [{ account, list, updatedAtMs }] });
    followed = positions.follow(state);
    const [first] = followed.accounts ?? [];
    const [item] = first?.list === undefined ? [] : seen(first.list).items;
    return [item?.holding.price, item?.isOld === true];
  }

  it('follow the price, and say when it is old', async () => {
    expect(shown(time.wallMs())).toEqual(['10', false]);
    world.failure = new Error('down');
    const readAt = time.wallMs() - 60_000;
    await time.advance(200_000);
    expect(shown(readAt)).toEqual(['10', true]);
  });

  it('keep the service’s own price while that is newer', () => {
    expect(shown(time.wallMs() + 200_000)).toEqual(['9', false]);
    expect(shown(time.wallMs())).toEqual(['10', false]);
  });

  it('show the change of the price since the previous close', async () => {
    world.price = () => ({ lastPrice: '10.5', at: time.wallMs(), previousClose: '10' });
    await time.advance(5_000);
    expect(shown(time.wallMs())).toEqual(['10.5', false]);
    const [account] = followed?.accounts ?? [];
    const [item] = account?.list === undefined ? [] : seen(account.list).items;
    if (item === undefined) return expect.unreachable();
    const style = rowStyle('auto', 'en', true, ['price', 'dayChange']);
    expect(positionDescription(item, style, '')).toBe('@ 10.5 · day ▲ +0.50 (+5.00%)');
    expect(positionFields(item)).toContainEqual(['Day change', '▲ +0.50 (+5.00%)']);
  });

  it('show the price outside the regular hours in the row, and its time in the tooltip', async () => {
    const closedAt = time.wallMs();
    let overnight = aSession('10.2', closedAt + 60_000);
    world.price = () => ({ lastPrice: '10', at: closedAt, previousClose: '10', overnight });
    await time.advance(30_000);
    const row = (fields: Parameters<typeof rowStyle>[3], isPrivate = false) => {
      shown(time.wallMs());
      const [account] = followed?.accounts ?? [];
      const [item] = account?.list === undefined ? [] : seen(account.list).items;
      if (item === undefined) throw new Error('no position');
      return new PositionRow('account', item, rowStyle('auto', 'en', isPrivate, fields));
    };
    const tooltip = (isPrivate = false): string => hoverOf(row([], isPrivate)).replaceAll('\\', '');
    const first = row(['price', 'extended']);
    expect([first.item().description, row(['price']).item().description]).toEqual(['@ 10 · Overnight 10.2 ▲ +2.00%', '@ 10']);
    for (const isPrivate of [false, true]) expect(tooltip(isPrivate)).toContain('Overnight 10.2 ▲ +2.00%, as of Jan 5, 2026, 12:01');
    // The newest time of the same price is shown as well.
    overnight = aSession('10.2', closedAt + 120_000);
    await time.advance(30_000);
    expect(tooltip()).toContain('as of Jan 5, 2026, 12:02');
    expect(row(['price', 'extended']).face).not.toBe(first.face);
    overnight = aSession('10.2', closedAt);
    world.price = () => ({ lastPrice: '10.1', at: time.wallMs(), previousClose: '10', overnight });
    await time.advance(30_000);
    expect([row(['price', 'extended']).item().description, tooltip().includes('Overnight')]).toEqual(['@ 10.1', false]);
  });

  it('show the service’s newer price rather than an older one', async () => {
    world.failure = new Error('down');
    await time.advance(200_000);
    expect(shown(time.wallMs() - 1_000)).toEqual(['9', false]);
    world.failure = undefined;
    await time.advance(60_000);
    expect(shown(time.wallMs() - 1_000)).toEqual(['10', false]);
  });

  it('show no day P&L of another day, whether stated or calculated from an old price in a file', async () => {
    world.price = () => ({ lastPrice: '10.5', at: time.wallMs(), previousClose: '10' });
    await time.advance(5_000);
    const account = { kind: 'live', id: '8001', name: '', markets: [], source: 'service' } as const;
    const daysAt = (updatedAtMs: number, ofFile: boolean): readonly string[] => {
      const held = { quantity: '100', price: '9', marketValue: '900' };
      const list = listOf([
        readHolding(holding({ ...held, id: '1', symbol })),
        readHolding(holding({ ...held, id: '2', symbol, dayProfit: '5' })),
        readHolding(holding({ ...held, id: '3', symbol: 'HK.00001', dayProfit: '5' })),
      ]);
      const state = positionsState({ accounts: [{ account, list, updatedAtMs }] });
      const [first] = (ofFile ? positions.withDays(state) : positions.follow(state)).accounts ?? [];
      return first?.list === undefined ? [] : seen(first.list).items.map(({ day }) => (day.kind === 'unknown' ? day.gap : day.kind));
    };
    const [now, before] = [time.wallMs(), time.wallMs() - 10 * 60_000];
    expect(daysAt(now, true).slice(0, 2)).toEqual(['calculated', 'stated']);
    expect(daysAt(before, true)).toEqual(['oldPrice', 'oldPrice', 'oldPrice']);
    expect(daysAt(now, false)[1]).toBe('stated');
    // At the current price it contains nothing from before.
    expect(daysAt(before, false)).toEqual(['calculated', 'oldPrice', 'oldPrice']);
  });
});
