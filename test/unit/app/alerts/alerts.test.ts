import { beforeEach, describe, expect, it } from 'vitest';
import { AlertStore } from '../../../../src/app/alerts/alertStore';
import { AlertWatch } from '../../../../src/app/alerts/alertWatch';
import type { AlertNews } from '../../../../src/app/alerts/alertWatch';
import type { Alert, AlertRule } from '../../../../src/domain/alerts/alert';
import { FakeTime } from '../../../support/machine/fakeTime';
import { FakeMarket, SharedMemory, noOrders } from '../../../support/feed/liveWindows';
import { MemoryLocks } from '../../../support/orders/orderFakes';

let time: FakeTime;
let world: FakeMarket;
let file: SharedMemory;
let store: AlertStore;
let told: AlertNews[];
let splits: string[];

const alert = (rule: AlertRule): Alert => ({ id: 'one', rule, firedAtMs: undefined, quietUntilMs: 0 });

beforeEach(() => {
  time = new FakeTime();
  world = new FakeMarket(time);
  file = new SharedMemory();
  store = new AlertStore(file, new MemoryLocks());
  told = [];
  splits = [];
  for (let window = 0; window < 3; window += 1) {
    const { market, log, access, orderReads } = world.open();
    const watch = new AlertWatch({
      store,
      market,
      access,
      orderReads,
      onDidReadOrders: noOrders,
      locks: world.locks,
      listen: () => ({ dispose: () => undefined }),
      clock: time,
      timers: time,
      serverMs: () => time.wallMs(),
      log,
      tell: (news) => told.push(news),
      tellSplit: (quote) => splits.push(quote.symbol),
    });
    void watch.refresh();
  }
});

describe('a damaged file of alerts', () => {
  it.each(['', '{"alerts":[', '\0\0\0\0', '{"alerts":{}}'])(
    'is kept under another name and told once, whoever comes first: %j',
    async (text) => {
      const spoilt = new SharedMemory();
      spoilt.text = text;
      const locks = new MemoryLocks();
      const stores = [new AlertStore(spoilt, locks), new AlertStore(spoilt, locks)];
      const names: string[] = [];
      for (const each of stores) each.onDidSetAside((name) => names.push(name));
      await Promise.all([
        ...stores.map(async (each) => each.setAsideIfDamaged()),
        stores[0]?.add(alert({ kind: 'above', symbol: 'HK.00700', price: '400' })),
      ]);
      expect(names).toEqual(['alerts.json.damaged']);
      expect(spoilt.kept).toEqual([text]);
      expect(await stores[1]?.all()).toHaveLength(1);
    },
  );

  it('that is gone is begun anew by one window, and says so', async () => {
    const stores = [store, new AlertStore(file, new MemoryLocks())];
    expect(await stores[0]?.beginAnewIfGone()).toBe(true);
    expect(await stores[1]?.beginAnewIfGone()).toBe(false);
    await store.add(alert({ kind: 'above', symbol: 'HK.00700', price: '400' }));
    expect(await store.beginAnewIfGone()).toBe(false);
    expect(await store.all()).toHaveLength(1);
  });

  it('is none before the first alert', async () => {
    await store.setAsideIfDamaged();
    expect(file.kept).toEqual([]);
  });
});

describe('an alert', () => {
  it('keeps what a later version has added to it when this one changes another', async () => {
    const rule = { kind: 'above', symbol: 'HK.00700', price: '600', volume: { above: '1' } };
    const waiting = { id: 'known', rule, quietUntilMs: 0, note: 'later' };
    const facts = { kind: 'release', rule: { kind: 'release', name: 'CPI', atMs: 1, minutesBefore: 5, zone: 'later' }, note: 'later' };
    const fired = { id: 'fired', atMs: 1, isSeen: false, facts, note: 'later' };
    const heard = { key: 'k', atMs: 1, became: '', updatedAt: '', readMs: 0, isUnseen: false, note: 'later' };
    await file.write(JSON.stringify({ alerts: [waiting], told: [heard], fired: [fired] }));
    await store.add(alert({ kind: 'order', event: 'filled' }));
    await store.rearm('known', 7);
    await store.markSeen(['fired']);
    expect(JSON.parse(file.text ?? '')).toMatchObject({
      alerts: [{ ...waiting, quietUntilMs: 7 }, { id: 'one' }],
      told: [heard],
      fired: [{ ...fired, isSeen: true }],
    });
  });

  it('of a later version, which another window runs, stays in the file when this one writes it', async () => {
    const later = { id: 'later', rule: { kind: 'volume', symbol: 'HK.00700', above: '1' }, quietUntilMs: 0 };
    const triggered = { id: 'its', atMs: 1, isSeen: false, facts: { kind: 'volume' } };
    await file.write(JSON.stringify({ alerts: [later], told: [], fired: [triggered] }));
    await store.add(alert({ kind: 'above', symbol: 'HK.00700', price: '12' }));
    expect(await store.all()).toHaveLength(1);
    await store.remove('one');
    expect(JSON.parse(file.text ?? '')).toMatchObject({ alerts: [later], fired: [triggered] });
  });

  it('on a price is reported once by three windows, and again only after reactivation', async () => {
    await store.add(alert({ kind: 'above', symbol: 'HK.00700', price: '12' }));
    await time.advance(20_000);
    expect(told).toEqual([]);
    world.price = () => ({ lastPrice: '12.00', at: time.wallMs() });
    await time.advance(60_000);
    expect(told).toHaveLength(1);
    await store.rearm('one', time.wallMs() + 600_000);
    await time.advance(300_000);
    expect(told).toHaveLength(1);
    await time.advance(400_000);
    expect(told).toHaveLength(2);
  });

  it('is reported once by windows that find it due before any of them has recorded it', async () => {
    await store.add(alert({ kind: 'release', name: 'CPI', atMs: time.wallMs() + 600_000, minutesBefore: 5 }));
    const write = file.write.bind(file);
    file.write = async (text) => {
      await new Promise<void>((written) => time.after(1_000, written));
      await write(text);
    };
    await time.advance(330_000);
    expect(told).toHaveLength(1);
  });

  it('on a daily change watches rises and falls', async () => {
    world.price = () => ({ lastPrice: '95', at: time.wallMs(), previousClose: '100' });
    await store.add(alert({ kind: 'dayChange', symbol: 'HK.00700', percent: '5' }));
    await time.advance(20_000);
    expect(told).toHaveLength(1);
  });

  it.each<[string, AlertRule, readonly [low: string, high: string]]>([
    ['above', { kind: 'above', symbol: 'HK.00700', price: '12' }, ['9', '12.5']],
    ['below', { kind: 'below', symbol: 'HK.00700', price: '8' }, ['7.9', '11']],
    ['a daily change', { kind: 'dayChange', symbol: 'HK.00700', percent: '25' }, ['7.5', '11']],
  ])('is reported once of a price that was met in an outage, and is not any more: %s', async (_, rule, range) => {
    world.price = () => ({ lastPrice: '10', at: time.wallMs(), previousClose: '10', range: ['9', '11'] });
    await store.add(alert(rule));
    await time.advance(20_000);
    world.failure = new Error('down');
    await time.advance(180_000);
    world.failure = undefined;
    world.price = () => ({ lastPrice: '10', at: time.wallMs(), previousClose: '10', range });
    await time.advance(120_000);
    expect(told.map((news) => news.kind === 'price' && news.isPast)).toEqual([true]);
  });

  it('is not reported of a price that was met before it was set, nor of the range of another day', async () => {
    world.price = () => ({ lastPrice: '10', at: time.wallMs(), previousClose: '10', range: ['9', '12.5'] });
    await time.advance(20_000);
    await store.add(alert({ kind: 'above', symbol: 'HK.00700', price: '12' }));
    await time.advance(60_000);
    await store.change('one', { kind: 'above', symbol: 'HK.00700', price: '13' });
    await time.advance(60_000);
    world.price = () => ({ lastPrice: '10', at: time.wallMs() + 86_400_000, previousClose: '10', range: ['9', '13.5'] });
    world.skewMs = 86_400_000;
    await time.advance(60_000);
    expect(told).toEqual([]);
  });

  it('on a release comes minutes before it, and not hours after it', async () => {
    await store.add(alert({ kind: 'release', name: 'CPI', atMs: time.wallMs() + 600_000, minutesBefore: 5 }));
    await time.advance(299_000);
    expect(told).toEqual([]);
    await time.advance(2_000);
    expect(told).toHaveLength(1);
    await store.add({ ...alert({ kind: 'release', name: 'GDP', atMs: time.wallMs() - 3_600_000, minutesBefore: 5 }), id: 'two' });
    await time.advance(60_000);
    expect(told).toHaveLength(1);
  });

  it('waits for its new rule after an edit, even if it was reported before', async () => {
    world.price = () => ({ lastPrice: '12.00', at: time.wallMs() });
    await store.add(alert({ kind: 'above', symbol: 'HK.00700', price: '12' }));
    await time.advance(20_000);
    await store.change('one', { kind: 'above', symbol: 'HK.00700', price: '13' });
    await time.advance(20_000);
    expect(told).toHaveLength(1);
    world.price = () => ({ lastPrice: '13.00', at: time.wallMs() });
    await time.advance(20_000);
    expect(told).toHaveLength(2);
  });

  it('replaces a reported alert when the list is full, and is refused when all others are waiting', async () => {
    const waiting = (id: number): Alert => ({ ...alert({ kind: 'above', symbol: 'HK.00700', price: '99' }), id: String(id) });
    for (let id = 0; id < 198; id += 1) await store.add(waiting(id));
    await store.add({ ...waiting(198), firedAtMs: 7 });
    await store.add({ ...waiting(199), firedAtMs: 5 });
    expect(await store.add(waiting(200))).toBe(true);
    expect((await store.all()).flatMap(({ id, firedAtMs }) => (firedAtMs === undefined ? [] : id))).toEqual(['198']);
    expect(await store.add(waiting(201))).toBe(true);
    expect([await store.add(waiting(202)), await store.isFull()]).toEqual([false, true]);
    expect(await store.all()).toHaveLength(200);
  });

  it('is reported as soon as the disk takes the record of it', async () => {
    await store.add(alert({ kind: 'release', name: 'CPI', atMs: time.wallMs() + 60_000, minutesBefore: 0 }));
    const { write } = file;
    file.write = async () => Promise.reject(new Error('ENOSPC'));
    await time.advance(90_000);
    expect(told).toEqual([]);
    file.write = write;
    await time.advance(31_000);
    expect(told).toHaveLength(1);
  });

  it('is not lost when the file can’t be read for a moment', async () => {
    await store.add(alert({ kind: 'below', symbol: 'HK.00700', price: '9' }));
    const { read } = file;
    file.read = async () => Promise.reject(new Error('EMFILE'));
    await expect(store.add({ ...alert({ kind: 'above', symbol: 'HK.00700', price: '12' }), id: 'two' })).rejects.toThrow('EMFILE');
    file.read = read;
    expect((await store.all()).map(({ id }) => id)).toEqual(['one']);
  });

  it('is never triggered by an old price', async () => {
    await store.add(alert({ kind: 'below', symbol: 'HK.00700', price: '9' }));
    await time.advance(10_000);
    world.failure = new Error('down');
    world.price = () => ({ lastPrice: '8', at: time.wallMs() });
    await time.advance(200_000);
    expect(told).toEqual([]);
  });
});
