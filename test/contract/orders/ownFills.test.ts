import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnFills } from '../../../src/app/security/ownFills';
import { historyRange } from '../../../src/domain/time/historyRange';
import { fillsView } from '../../../src/ui/security/fillsView';
import { booksOf } from '../../support/builders/books';
import { FakeAccess } from '../../support/fakeAccess';
import { FakeTime } from '../../support/machine/fakeTime';
import { openClient } from '../../support/network/clientHarness';
import type { ClientAndSandbox } from '../../support/network/clientHarness';
import { worlds } from '../../support/sandbox/worlds';

describe.each(worlds)('the user’s fills in one security, %s', (name, options) => {
  let held: ClientAndSandbox;
  beforeAll(async () => {
    held = await openClient('bearer', { sandbox: { ...options, alwaysOpen: true } });
  });
  afterAll(async () => held.close());

  it('are read for live and paper accounts over a range, or reported as not offered', async () => {
    const configured = (): readonly { readonly id: string; readonly kind: 'live' }[] => [{ id: '8001', kind: 'live' }];
    const books = booksOf({ access: new FakeAccess(held.client), time: new FakeTime(Date.now()), configured });
    await books.positions.read({ choose: () => [], maxAgeMs: 0 }, AbortSignal.timeout(10_000));
    const fills = new OwnFills({ parts: books.parts, symbol: 'HK.00700', changed: () => undefined });
    const range = historyRange({ kind: 'days', days: 90 }, 'UTC', Date.now());
    if (range === undefined) throw new Error('no range');
    await fills.read(range);
    const { state } = fills;
    expect(state.isReading).toBe(false);
    if (name === 'strict') expect([state.fills, state.lists.every((list) => list?.verdict === 'notOffered')]).toEqual([[], true]);
    else {
      expect(state.fills.length).toBeGreaterThan(0);
      expect(state.fills.every(({ price, quantity, atMs }) => Number(price) > 0 && Number(quantity) > 0 && atMs > 0)).toBe(true);
    }
    const shown = fillsView(state, 'HK.00700', false);
    // Those that were undone or changed afterwards are no trades.
    expect(shown.marks).toHaveLength(state.fills.filter(({ standing }) => standing === 'counts').length);
    expect(fillsView(state, 'HK.00700', true).marks).toEqual([]);
    const { marks } = fillsView(state, 'HK.00700', false, { market: { last: '1.00000', tick: '' } });
    expect(marks.map(({ text }) => text).filter((text) => !/ @ [\d,]+\.\d{5}/.test(text))).toEqual([]);
    fills.dispose();
  });
});
