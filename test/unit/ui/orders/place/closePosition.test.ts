import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../../../src/app/session/accounts/accounts';
import type { PositionsState } from '../../../../../src/app/positions/positionsBook';
import { readHolding } from '../../../../../src/domain/positions/holding';
import type { Holding } from '../../../../../src/domain/positions/holding';
import { listOf } from '../../../../../src/service/lists/list';
import { holding, positionsState } from '../../../../support/builders/holdings';
import { failedGap } from '../../../../support/builders/lists';
import { editor } from '../../../../support/editor/editor';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { chooseClosing } from '../../../../../src/ui/orders/place/closePosition';
import { PositionRow } from '../../../../../src/ui/positions/positionRow';
import { rowStyle } from '../../../../../src/ui/positions/positionText';

const accountOf = (id: string, kind: 'live' | 'simulated'): Account => ({ id, name: `Desk ${id}`, kind, markets: [1], source: 'service' });
const live = accountOf('8001', 'live');
const paper = accountOf('1001', 'simulated');

/** The accounts with what they hold; `isPartial` leaves a part of the first one unread. */
function stateOf(held: readonly (readonly [Account, readonly Holding[]])[], isPartial = false): PositionsState {
  const gaps = (at: number) => (isPartial && at === 0 ? [failedGap()] : []);
  return positionsState({
    accounts: held.map(([account, items], at) => ({ account, list: listOf(items.map(readHolding), gaps(at)), updatedAtMs: 0 })),
    directory: [
      {
        kind: 'live',
        list: listOf(
          held.map(([account]) => account),
          [],
        ),
      },
    ],
  });
}

const close = async (state: PositionsState, argument: unknown, isPrivate = false, half?: { readonly lotSize: string }) =>
  chooseClosing(
    {
      access: new FakeAccess(fakeClient({})),
      positions: { read: async () => Promise.resolve(state) },
      lotSize: async () => Promise.resolve(half?.lotSize ?? ''),
      isPrivate: () => isPrivate,
    },
    argument,
    half === undefined ? 'all' : 'half',
  );

describe('closing a position', () => {
  /** The details of the rows of every list. */
  const asked = () => editor.lists.map((rows) => rows.map(({ detail }) => detail).join('\n'));

  beforeEach(() => editor.set('orders.allow', 'all'));

  it.each([
    ['long', '300', '200', { side: 'SELL', qty: '200' }],
    ['short', '-300', '-300', { side: 'BUY_BACK', qty: '300' }],
    ['short', '300', '250.00', { side: 'BUY_BACK', qty: '250' }],
    ['long', '0.5', '', { side: 'SELL', qty: '0.5' }],
    ['long', '1000', '1500', { side: 'SELL', qty: '1000' }],
    ['short', '-300', '500', { side: 'BUY_BACK', qty: '300' }],
    ['short', '300', '-1000', { side: 'BUY_BACK', qty: '300' }],
  ] as const)('of %s %s, of which %s are available, is the order of the other side', async (side, quantity, availableQuantity, order) => {
    const state = stateOf([[live, [holding({ side, quantity, availableQuantity })]]]);
    expect(await close(state, { symbol: 'HK.00700' })).toEqual({ ...order, accountId: '8001', accountKind: 'live', symbol: 'HK.00700' });
    expect([asked(), editor.notices]).toEqual([[], []]);
  });

  it.each([
    ['long', '300', '100', '100'],
    ['long', '500', '100', '200'],
    ['short', '-501', '', '250'],
  ] as const)('by half of a %s position of %s in lots of %s is an order for %s', async (side, quantity, lotSize, qty) => {
    const state = stateOf([[live, [holding({ side, quantity, availableQuantity: quantity })]]]);
    expect(await close(state, 'HK.00700', false, { lotSize })).toMatchObject({ side: side === 'long' ? 'SELL' : 'BUY_BACK', qty });
  });

  it('by half says that one lot has no half', async () => {
    const state = stateOf([[live, [holding({ side: 'long', quantity: '100', availableQuantity: '100' })]]]);
    expect(await close(state, 'HK.00700', false, { lotSize: '100' })).toBeUndefined();
    expect(editor.notices).toEqual([expect.stringContaining('less than one lot')]);
  });

  it('takes every spelling of a security for the same one', async () => {
    const state = stateOf([[live, [holding({ symbol: 'HK.09988' }), holding({ id: '2', symbol: 'US.AAPL' })]]]);
    expect(await close(state, 'SEHK.09988')).toMatchObject({ symbol: 'HK.09988', side: 'SELL' });
  });

  it('asks which one is meant if several accounts hold it, without numbers in privacy mode', async () => {
    const state = stateOf([
      [live, [holding({ quantity: '300' })]],
      [paper, [holding({ name: 'TENCENT', quantity: '500', availableQuantity: '500' })]],
    ]);
    editor.answer(/TENCENT/);
    expect(await close(state, { symbol: 'HK.00700' })).toMatchObject({ accountId: '1001', accountKind: 'simulated', qty: '500' });
    expect(
      await close(state, new PositionRow('live:8001/1', readHolding(holding()), rowStyle('auto', 'en', false, []), 'live:8001')),
    ).toMatchObject({ accountId: '8001', qty: '200' });
    expect(asked()).toHaveLength(1);
    await close(state, undefined, true);
    expect(asked()[0]).toMatch(/Desk 8001.*8001.*300[^]*Desk 1001.*500/);
    expect(asked()[1]).not.toMatch(/300|500/);
  });

  it.each([
    ['HK.00005', false, 'You have no position in HK.00005.'],
    ['HK.00005', true, 'No position to close was found, but not all positions could be loaded.'],
  ] as const)('of %s, which is in no list, says so (lists incomplete: %s)', async (symbol, isPartial, said) => {
    expect(await close(stateOf([[live, [holding()]]], isPartial), symbol)).toBeUndefined();
    expect(editor.notices).toEqual([said]);
  });

  it.each(['0', '-300', '-0.5'])('says that nothing is available, as %s, instead of opening an order', async (availableQuantity) => {
    expect(await close(stateOf([[live, [holding({ availableQuantity })]]]), 'HK.00700')).toBeUndefined();
    expect(editor.notices).toEqual(['Nothing of HK.00700 can be closed now: the service says that none of it is available.']);
  });

  it.each([
    ['other', '300'],
    ['long', '-300'],
  ] as const)('never guesses the side of one that is %s %s', async (side, quantity) => {
    expect(await close(stateOf([[live, [holding({ side, quantity })]]]), 'HK.00700')).toBeUndefined();
    expect(editor.notices).toEqual(['It isn’t known whether HK.00700 is long or short. Choose Buy or Sell instead.']);
  });

  it('asks about the only one that was found while another account could not be read', async () => {
    expect(await close(stateOf([[live, [holding()]]], true), 'HK.00700')).toBeUndefined();
    expect(asked()).toHaveLength(1);
  });

  it('leaves out what is held no more', async () => {
    expect(await close(stateOf([[live, [holding({ quantity: '0' })]]]), undefined)).toBeUndefined();
    expect(editor.notices).toEqual(['You have no positions.']);
  });
});
