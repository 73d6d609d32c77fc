import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QuoteBook } from '../../../../src/app/quotes/quoteBook';
import type { QuoteChanges } from '../../../../src/app/quotes/quoteBook';
import { aPush, aQuote } from '../../../support/builders/quoteBuilders';
import { FakeTime } from '../../../support/machine/fakeTime';

function create() {
  const time = new FakeTime();
  const dropped: string[] = [];
  const book = new QuoteBook({ timers: time, serverMs: () => time.wallMs(), onDropped: (reason) => dropped.push(reason) });
  return { time, dropped, book, now: time.wallMs() };
}

describe('the quote book', () => {
  it('never lets a price go back in time, in whatever order pushes arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ at: fc.integer({ min: 0, max: 50 }), price: fc.integer({ min: 1, max: 9 }) })), (pushes) => {
        const { book, now } = create();
        let latest = -1;
        for (const { at, price } of pushes) {
          book.push(aPush('HK.00700', String(price), now - 1000 + at));
          const shown = book.get('HK.00700')?.at ?? -1;
          expect(shown).toBeGreaterThanOrEqual(latest);
          latest = shown;
        }
        const newest = pushes.filter(({ at }) => at === Math.max(...pushes.map((push) => push.at))).at(-1);
        if (newest !== undefined) expect(book.get('HK.00700')?.lastPrice).toBe(String(newest.price));
      }),
    );
  });

  it('drops prices from the future and names each dropped one', () => {
    const { book, dropped, now } = create();
    book.push(aPush('HK.00700', '5', now + 3_600_000));
    book.push(aPush('HK.00700', '6', now));
    book.push(aPush('HK.00700', '7', now - 5));
    expect(book.get('HK.00700')?.lastPrice).toBe('6');
    expect(dropped).toEqual(['future', 'older']);
  });

  it('keeps figures that a push leaves out, until a new day begins', () => {
    const { book, now } = create();
    book.push(aPush('HK.00700', '5', now - 10, { previousClose: '4', highPrice: '6', bidPrice: '4.9' }));
    book.push(aPush('HK.00700', '5.5', now - 5));
    expect(book.get('HK.00700')).toMatchObject({ lastPrice: '5.5', previousClose: '4', highPrice: '6', bidPrice: '4.9' });
    book.push(aPush('HK.00700', '5.6', now, { previousClose: '5.5' }));
    expect(book.get('HK.00700')).toMatchObject({ previousClose: '5.5', highPrice: '', bidPrice: '' });
  });

  it('keeps a suspension until a push or a later snapshot ends it', () => {
    const { book, now } = create();
    const halted = aQuote('HK.00700', { lastPrice: '5', updatedAt: now - 10, isSuspended: true });
    const isSuspended = (): boolean | undefined => book.get('HK.00700')?.isSuspended;
    book.snapshots([halted], now);
    book.push(aPush('HK.00700', '5', now - 5));
    expect(isSuspended()).toBe(true);
    book.push(aPush('HK.00700', '5', now - 4, { isSuspended: false }));
    expect(isSuspended()).toBe(false);
    book.push(aPush('HK.00700', '5', now - 3, { isSuspended: true }));
    expect(isSuspended()).toBe(true);
  });

  it('informs trees at most twice a second, pages once a frame, and only about symbols that they show', async () => {
    const { book, time, now } = create();
    const told: Record<'tree' | 'page', QuoteChanges[]> = { tree: [], page: [] };
    const tree = book.watch('tree', (changes) => told.tree.push(changes));
    const page = book.watch('page', (changes) => told.page.push(changes));
    tree.show(['A.1']);
    page.show(['A.1', 'A.2']);
    for (let step = 0; step < 100; step += 1) {
      for (const symbol of ['A.1', 'A.2', 'A.3']) book.push(aPush(symbol, String(step + 1), now + step));
      await time.advance(10);
    }
    expect(told.tree.length).toBeLessThanOrEqual(2);
    expect(told.page.length).toBeLessThanOrEqual(63);
    expect(told.page.length).toBeGreaterThan(40);
    expect(new Set(told.tree.flatMap((changes) => [...changes.keys()]))).toEqual(new Set(['A.1']));
    expect(new Set(told.page.flatMap((changes) => [...changes.keys()]))).toEqual(new Set(['A.1', 'A.2']));
    tree.dispose();
    page.show([]);
    const before = told.page.length;
    book.push(aPush('A.1', '999', now + 5_000));
    await time.advance(1000);
    expect([told.page.length, book.shown.size]).toEqual([before, 0]);
  });

  it('says which symbols are shown, once for each change', () => {
    const { book } = create();
    const shown: string[][] = [];
    book.onDidChangeShown((symbols) => shown.push([...symbols].sort()));
    const one = book.watch('page', () => undefined);
    const two = book.watch('tree', () => undefined);
    one.show(['A.1']);
    two.show(['A.1']);
    two.show(['A.2']);
    one.dispose();
    expect(shown).toEqual([['A.1'], ['A.1', 'A.2'], ['A.2']]);
  });

  it('drops everything with the session, even news not yet delivered', async () => {
    const { book, time, now } = create();
    const told: QuoteChanges[] = [];
    book.watch('page', (changes) => told.push(changes)).show(['A.1']);
    book.push(aPush('A.1', '5', now));
    book.clear();
    await time.advance(1000);
    expect([told, book.get('A.1')]).toEqual([[], undefined]);
  });

  it('knows when a price was last confirmed, even if it did not change', async () => {
    const { book, time, now } = create();
    book.push(aPush('A.1', '5', now));
    await time.advance(5_000);
    book.push(aPush('A.1', '5', now));
    expect(book.confirmedAt('A.1')).toBe(now + 5_000);
  });
});
