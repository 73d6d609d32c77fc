import { beforeEach, describe, expect, it } from 'vitest';
import { TreeItem } from 'vscode';
import { Origin } from '../../../../../src/app/orders/request/origin';
import type { PlaceArguments } from '../../../../../src/app/orders/ticket/placingTicket';
import { HttpError } from '../../../../../src/service/errors';
import { booksOf, now, untilDone } from '../../../../support/builders/books';
import { aLivePosition } from '../../../../support/builders/holding';
import { pageOf } from '../../../../support/builders/lists';
import { FakeAccess, fakeClient, otherServiceState } from '../../../../support/fakeAccess';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { chooseNewOrder } from '../../../../../src/ui/orders/place/chooseNewOrder';
import type { NewOrderChoice } from '../../../../../src/ui/orders/place/chooseNewOrder';
import { ModelNode } from '../../../../../src/ui/platform/trees/treeModel';
import { editor } from '../../../../support/editor/editor';

type Kind = 'live' | 'simulated';

/** *New Order…* where these accounts have the number 1001; the list of a kind that is `down` can’t be read. */
async function choose(given: PlaceArguments, has: readonly Kind[], down?: Kind, side?: 'BUY' | 'SELL') {
  const accountsOf = (kind: Kind) => async () =>
    kind === down
      ? Promise.reject(new HttpError({ status: 503 }))
      : Promise.resolve(pageOf(has.includes(kind) ? [{ id: '1001', kind, title: '', markets: [1] }] : []));
  const access = new FakeAccess(fakeClient({ beyond: { liveAccounts: accountsOf('live'), simulatedAccounts: accountsOf('simulated') } }));
  const { positions, parts } = booksOf({ access, time: new FakeTime() });
  const noForm = (): boolean => !access.current;
  return chooseNewOrder(
    { access, positions, isPrivate: () => false, memory: parts.memory },
    { accountId: '1001', symbol: 'HK.00700', ...given },
    noForm,
    { side },
  );
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
    expect(asked()).toEqual([[has === 'live' ? '1001 sandbox account' : '1001 paper account']]);
    expect(editor.notices).toEqual([expect.stringContaining('Some accounts are missing from this list.')]);
  });

  it('is the only one with its number, if both lists are complete', async () => {
    expect(await choose({}, ['live'])).toMatchObject({ isPaper: false });
    expect(await choose({}, ['simulated'])).toMatchObject({ isPaper: true });
    expect([asked(), editor.notices]).toEqual([[], []]);
  });

  it('is asked for without a kind, if two accounts have the number', async () => {
    expect(await choose({}, ['live', 'simulated'])).toBeUndefined();
    expect(asked()).toEqual([['1001 sandbox account', '1001 paper account']]);
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

describe('the account of the next order', () => {
  const ids = ['1001', '1002'];
  const accountsOf = (kind: Kind) => async () => Promise.resolve(pageOf(ids.map((id) => ({ id, kind, title: '', markets: [1] }))));
  const client = fakeClient({
    beyond: {
      liveAccounts: accountsOf('live'),
      simulatedAccounts: accountsOf('simulated'),
      livePositions: async ({ accountId }) => pageOf(accountId === '1002' ? [aLivePosition({ code: 'HK.00005' })] : []),
    },
  });
  const noForm = (): boolean => false;

  beforeEach(() => editor.set('orders.allow', 'all'));

  function desk() {
    const access = new FakeAccess(client);
    const { positions, parts } = booksOf({ access, time: new FakeTime() });
    const order = async (argument: unknown, choice?: NewOrderChoice) => {
      const ticket = await chooseNewOrder({ access, positions, isPrivate: () => false, memory: parts.memory }, argument, noForm, choice);
      return ticket === undefined ? undefined : `${ticket.isPaper ? 'paper' : 'live'} ${ticket.accountId}`;
    };
    return { access, order, positions };
  }

  it('is the last one in that market, or the last one at all; the user’s wish asks', async () => {
    const { access, order } = desk();
    access.become(otherServiceState);
    editor.answer(/1002 \| LIVE/);
    expect(await order({ symbol: 'HK.00700' }, { otherThan: 'live:1001', side: 'BUY' })).toBe('live 1002');
    expect([await order({ symbol: 'HK.00005' }), await order({ symbol: 'US.AAPL' })]).toEqual(['live 1002', 'live 1002']);
    expect(editor.lists.length).toBe(1);
    editor.answer(/1001 \| paper/);
    expect(await order({ symbol: 'HK.00005' }, { otherThan: 'live:1002' })).toBe('paper 1001');
    // The one that the form has is not offered.
    expect(
      editor.lists
        .at(-1)
        ?.map(({ label, description }) => `${label} ${description}`)
        .join(),
    ).not.toContain('1002 LIVE');
    expect(await order({ symbol: 'HK.00005' })).toBe('paper 1001');
    // Not on paper in another market, whose number no two records agree on.
    expect(await order({ symbol: 'SG.D05' })).toBe('live 1001');
    expect(await order({ symbol: 'US.AAPL' })).toBe('live 1002');
  });

  it('is the first live one of another user, who has ordered nothing', async () => {
    const { access, order } = desk();
    access.become(otherServiceState);
    editor.answer(/1002 \| LIVE/);
    expect(await order({ symbol: 'HK.00700' }, { otherThan: 'live:1001' })).toBe('live 1002');
    access.become({ ...otherServiceState, session: { kind: 'signedIn', id: 's3', accountLabel: 'bob', scopes: [] } });
    expect([await order({ symbol: 'HK.00005' }), editor.lists.length]).toEqual(['live 1001', 1]);
  });

  it('is the last one in the market in preference to one that holds the security, and that to any other', async () => {
    const { access, order, positions } = desk();
    access.become(otherServiceState);
    expect(await order({ symbol: 'HK.00700' })).toBe('live 1001');
    await positions.read(now, untilDone);
    expect(await order({ symbol: 'HK.00005' })).toBe('live 1001');
    const other = desk();
    other.access.become(otherServiceState);
    await other.positions.read(now, untilDone);
    expect([await other.order({ symbol: 'HK.00005' }), await other.order({ symbol: 'US.AAPL' })]).toEqual(['live 1002', 'live 1002']);
  });

  it('is not the one that another program named', async () => {
    const { access, order } = desk();
    access.become(otherServiceState);
    const named = { symbol: 'HK.00700', accountId: '1002', accountKind: 'live', origin: Origin.command } as const;
    expect(await order(named)).toBe('live 1002');
    expect(await order({ symbol: 'HK.00700' })).toBe('live 1001');
  });

  it('is that of the sandbox there, without a question, until the user wishes another', async () => {
    const { order } = desk();
    expect([await order({ symbol: 'HK.00700' }), editor.lists.length]).toEqual(['live 1001', 0]);
    editor.answer(/1002 \| paper/);
    expect(await order({ symbol: 'HK.00700' }, { otherThan: 'live:1001' })).toBe('paper 1002');
    expect(await order({ symbol: 'HK.00005' })).toBe('paper 1002');
    expect(await order({ symbol: 'US.AAPL' })).toBe('live 1001');
  });

  it('is on paper in Hong Kong, without a question, while new live orders are off', async () => {
    const { access, order } = desk();
    access.become(otherServiceState);
    editor.set('orders.allow', 'modify');
    expect([await order({ symbol: 'HK.00700' }), editor.lists.length]).toEqual(['paper 1001', 0]);
    // Which integer of an account is another market, no two records agree on.
    expect([await order({ symbol: 'US.AAPL' }), editor.lists.length]).toEqual([undefined, 1]);
  });

  it('is the one of the row, and never chosen for another program', async () => {
    const { order } = desk();
    const subject = { symbol: 'HK.00700', accountKey: 'simulated:1002' };
    const row = new ModelNode({ id: 'row', face: [], item: () => new TreeItem('row'), subject });
    expect(await order(row)).toBe('paper 1002');
    expect(await order({ symbol: 'HK.00700', qty: '100', origin: Origin.command })).toBeUndefined();
    expect(editor.lists.length).toBe(1);
  });
});
