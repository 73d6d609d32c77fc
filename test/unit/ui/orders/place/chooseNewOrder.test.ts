import { beforeEach, describe, expect, it } from 'vitest';
import type { PlaceArguments } from '../../../../../src/app/orders/ticket/placingTicket';
import { HttpError } from '../../../../../src/service/errors';
import { booksOf } from '../../../../support/builders/books';
import { pageOf } from '../../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { chooseNewOrder } from '../../../../../src/ui/orders/place/chooseNewOrder';
import { editor } from '../../../../support/editor/editor';

type Kind = 'live' | 'simulated';

/** *New Order…* where these accounts have the number 1001; the list of a kind that is `down` can’t be read. */
async function choose(given: PlaceArguments, has: readonly Kind[], down?: Kind, side?: 'BUY' | 'SELL') {
  const accountsOf = (kind: Kind) => async () =>
    kind === down
      ? Promise.reject(new HttpError({ status: 503 }))
      : Promise.resolve(pageOf(has.includes(kind) ? [{ id: '1001', kind, title: '', markets: [1], accountType: '' }] : []));
  const access = new FakeAccess(fakeClient({ beyond: { liveAccounts: accountsOf('live'), simulatedAccounts: accountsOf('simulated') } }));
  const { positions } = booksOf({ access, time: new FakeTime() });
  const noForm = (): boolean => !access.current;
  return chooseNewOrder({ access, positions, isPrivate: () => false }, { accountId: '1001', symbol: 'HK.00700', ...given }, noForm, side);
}

describe('the account of a new order', () => {
  /** The rows of every list; each is closed. */
  const asked = () => editor.lists.map((rows) => rows.map(({ label, description }) => `${label} ${description}`));

  beforeEach(() => editor.set('orders.allow', 'all'));

  it.each(['live', 'simulated'] as const)('is the %s one of two with the same number, if the argument says so', async (accountKind) => {
    expect(await choose({ accountKind }, ['live', 'simulated'])).toMatchObject({ accountId: '1001', isPaper: accountKind === 'simulated' });
    expect([asked(), editor.notices]).toEqual([[], []]);
  });

  it.each([
    ['simulated', 'live'],
    ['live', 'simulated'],
  ] as const)('is never another kind than the argument says: %s, whose list can’t be read', async (accountKind, other) => {
    expect(await choose({ accountKind }, [other], accountKind)).toBeUndefined();
    expect(asked().flat()).toEqual([]);
    expect(editor.notices).toEqual([expect.stringContaining('Some accounts are missing from this list.')]);
  });

  it('is found by its kind, whatever is missing from the list of the other', async () => {
    expect(await choose({ accountKind: 'live' }, ['live'], 'simulated')).toMatchObject({ isPaper: false });
    expect([asked(), editor.notices]).toEqual([[], []]);
  });

  it.each([
    ['live', 'simulated'],
    ['simulated', 'live'],
  ] as const)('is asked for without a kind, if only a %s one is found and the list of the others can’t be read', async (has, down) => {
    expect(await choose({}, [has], down)).toBeUndefined();
    expect(asked()).toEqual([[has === 'live' ? '1001 live account' : '1001 paper account']]);
    expect(editor.notices).toEqual([expect.stringContaining('Some accounts are missing from this list.')]);
  });

  it('is the only one with its number, if both lists are complete', async () => {
    expect(await choose({}, ['live'])).toMatchObject({ isPaper: false });
    expect(await choose({}, ['simulated'])).toMatchObject({ isPaper: true });
    expect([asked(), editor.notices]).toEqual([[], []]);
  });

  it('is asked for without a kind, if two accounts have the number', async () => {
    expect(await choose({}, ['live', 'simulated'])).toBeUndefined();
    expect(asked()).toEqual([['1001 live account', '1001 paper account']]);
  });
});

describe('the side of a new order', () => {
  beforeEach(() => editor.set('orders.allow', 'all'));

  it.each([
    [{}, 'SELL', 'SELL'],
    [{}, undefined, 'BUY'],
    [{ side: 'SELL_SHORT' }, 'SELL', 'SELL_SHORT'],
  ] as const)('of %j by a command for %s is %s', async (given, side, expected) => {
    expect((await choose(given, ['live'], undefined, side))?.placing?.choices.side).toBe(expected);
  });
});
