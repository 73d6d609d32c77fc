import { describe, expect, it } from 'vitest';
import { OpenPlates } from '../../../../src/app/plates/openPlates';
import { TransportError } from '../../../../src/service/errors';
import type { ListPage, PageContents } from '../../../../src/service/schema/page';
import type { Constituent } from '../../../../src/service/records';
import type { ConstituentOrder } from '../../../../src/domain/plates/plateChange';
import { parseAmount } from '../../../../src/domain/values/amount';
import type { Amount } from '../../../../src/domain/values/amount';
import { plateRow } from '../../../../src/ui/plates/plateRows';
import { drawn, hoverOf } from '../../../support/editor/drawnTree';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { badRecord, pageOf } from '../../../support/builders/lists';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

const { directionIcons } = await import('../../../../src/ui/platform/words/directionIcons');
const percent = (text: string): Amount => parseAmount(text) ?? 0n;

const platesOf = (answer: () => Promise<ListPage<Constituent>>): OpenPlates =>
  new OpenPlates({ access: new FakeAccess(fakeClient({ plateConstituents: answer })), clock: new FakeTime() });
const page = (items: readonly Constituent[], more: Partial<PageContents<Constituent>> = {}): ListPage<Constituent> => pageOf(items, more);
const many = (count: number): Constituent[] =>
  Array.from({ length: count }, (_, at) => ({ code: `HK.${at}`, name: `N${at}`, unknown: {} }));

describe('plateRow', () => {
  it('reads the plate when it is opened, not before', async () => {
    let asked = 0;
    const plates = platesOf(async () => {
      asked += 1;
      return page([]);
    });
    const row = plateRow('HK.A', { plates, name: undefined });
    expect(drawn([row])[0]?.below).toMatchObject([{ icon: 'loading~spin' }]);
    expect(asked).toBe(0);
    row.onOpen?.();
    await settle();
    expect(asked).toBe(1);
    expect(drawn([plateRow('HK.A', { plates, name: 'Tech' })])).toMatchObject([
      { label: 'Tech', description: 'HK.A · 0', context: 'plate', below: [{ label: 'No constituents' }] },
    ]);
  });

  it('counts the loaded constituents and offers more', async () => {
    const plates = platesOf(async () => page(many(200), { hasMore: true, nextKey: 'x', total: 1534 }));
    await plates.refresh('HK.A');
    const [row] = drawn([plateRow('HK.A', { plates, name: undefined })]);
    expect(row).toMatchObject({ description: '200 of 1,534', context: 'plateWithMore' });
    expect(row?.below.at(-1)).toMatchObject({ label: 'Load More', description: '200 of 1,534', command: 'marketDesk.plates.loadMore' });
  });

  it.each([
    [undefined, 'N0 | HK.0'],
    ['symbol', 'HK.0 | N0'],
  ] as const)('puts the name of a constituent first, or its symbol if the user wants that: %s', async (first, expected) => {
    const plates = platesOf(async () => page(many(1)));
    await plates.refresh('HK.A');
    const [row] = drawn([plateRow('HK.A', { plates, name: undefined, ...(first === undefined ? {} : { first }) })]);
    expect(row?.below.map(({ label, description }) => `${label} | ${description}`)).toEqual([expected]);
  });

  it.each([
    ['the cursor repeats', { hasMore: true, nextKey: '', total: 9 }, '1 of 9, incomplete'],
    ['the cursor repeats and there is no total', { hasMore: true, nextKey: '' }, '1, incomplete'],
    ['there is less than the service counts', { total: 9 }, '1 of 9'],
    ['there is no total but more', { hasMore: true, nextKey: 'b' }, '1, more available'],
  ])('says that the list is incomplete when %s', async (_, more, description) => {
    const plates = platesOf(async () => page(many(1), more));
    await plates.refresh('HK.A');
    expect(drawn([plateRow('HK.A', { plates, name: undefined })])[0]?.description).toBe(description);
  });

  it('says how many constituents could not be read', async () => {
    const plates = platesOf(async () => page(many(2), { unreadable: [badRecord()] }));
    await plates.refresh('HK.A');
    expect(drawn([plateRow('HK.A', { plates, name: undefined })])[0]).toMatchObject({
      description: '2, incomplete',
      below: [
        { label: 'N0' },
        { label: 'N1' },
        { label: '1 of 3 constituents couldn’t be read. See the log for details.', icon: 'warning' },
      ],
    });
  });

  it('shows any fields that the service sends', async () => {
    const plates = platesOf(async () =>
      page([
        { code: 'HK.1', name: 'One', lotSize: '100', listTime: '1087344000000', unknown: { odd_field: '{"a":1}' } },
        { unknown: { isin: 'X1' } },
        { unknown: {} },
        { code: 'HK.1', unknown: {} },
      ]),
    );
    await plates.refresh('HK.A');
    const row = plateRow('HK.A', { plates, name: undefined });
    expect(drawn([row])[0]?.below.map(({ label, description }) => [label, description])).toEqual([
      ['One', 'HK.1'],
      ['X1', ''],
      ['(unnamed)', ''],
      ['HK.1', ''],
    ]);
    const hover = hoverOf(row.children?.[0]);
    expect(hover).toContain('2004\\-06\\-16');
    expect(hover).toContain('odd\\_field | \\{\\"a\\"\\:1\\}');
    expect(new Set(row.children?.map(({ id }) => id)).size).toBe(4);
  });

  it('shows how the plate moved, in color, and sorts by that, without a closed tooltip', async () => {
    const plates = platesOf(async () => page(['up', 'none', 'down', 'most'].map((name) => ({ code: name, name, unknown: {} }))));
    await plates.refresh('HK.A');
    const changes: Record<string, Amount> = { up: percent('1'), down: percent('-2'), most: percent('4') };
    const prices = { text: (symbol: string) => symbol, extended: () => '', old: () => '', change: (symbol: string) => changes[symbol] };
    const icons = directionIcons('greenUp', 'en');
    const build = (order: ConstituentOrder) => plateRow('HK.A', { plates, name: 'Tech', prices, order, icons });
    const [row] = drawn([build('gainers')]);
    expect(row).toMatchObject({ description: '▲ +1.00% on average · HK.A · 4', icon: 'layers', colour: 'charts.green' });
    expect(row?.below.map(({ label, icon, colour }) => [label, icon, colour])).toEqual([
      ['most', 'triangle-up', 'charts.green'],
      ['up', 'triangle-up', 'charts.green'],
      ['down', 'triangle-down', 'charts.red'],
      ['none', '', ''],
    ]);
    expect(hoverOf(build('service'))).toContain('Constituents with a price: 2 up, 1 down, 0 unchanged');
    const labels = (order: ConstituentOrder) => drawn([build(order)])[0]?.below.map(({ label }) => label);
    expect([labels('service'), labels('losers'), labels('name')]).toEqual([
      ['up', 'none', 'down', 'most'],
      ['down', 'up', 'most', 'none'],
      ['down', 'most', 'none', 'up'],
    ]);
    const before = build('service');
    changes['up'] = percent('3');
    const after = build('service');
    expect([after.face === before.face, after.steady === before.steady]).toEqual([false, true]);
  });

  it('redraws a row for a new price, and rebuilds it for a changed constituent', async () => {
    let lotSize = '100';
    const plates = platesOf(async () => page([{ code: 'HK.1', name: 'One', lotSize, unknown: {} }]));
    const read = async (price: string): Promise<{ readonly face: unknown; readonly steady?: unknown } | undefined> => {
      await plates.refresh('HK.A');
      return plateRow('HK.A', {
        plates,
        name: undefined,
        prices: { text: () => price, extended: () => '', old: () => '', change: () => undefined },
      }).children?.[0];
    };
    const [first, moved] = [await read('1.00'), await read('2.00')];
    expect(moved?.face).not.toBe(first?.face);
    expect(moved?.steady).toBe(first?.steady);
    lotSize = '200';
    expect((await read('2.00'))?.steady).not.toBe(first?.steady);
  });

  it('keeps the loaded constituents below the error', async () => {
    let fail = false;
    const plates = platesOf(async () => (fail ? Promise.reject(new TransportError('timed-out', { sent: 'maybe' })) : page(many(1))));
    await plates.refresh('HK.A');
    fail = true;
    await plates.refresh('HK.A');
    expect(drawn([plateRow('HK.A', { plates, name: undefined })])[0]?.below).toMatchObject([
      { icon: 'error', command: 'marketDesk.plates.refresh' },
      { label: 'N0' },
    ]);
  });

  it('makes hidden characters of a name visible, in the row and in its hover', () => {
    const item = plateRow('HK.A', { plates: platesOf(async () => page([])), name: 'Tech\u202etxet' }).item();
    expect(item.label).toBe('Tech⟨U+202E⟩txet');
    expect(item.tooltip).toBe('HK.A\nTech⟨U+202E⟩txet');
  });

  it('says what is wrong with an ID from the settings, requests nothing, and can be removed', () => {
    const plates = platesOf(() => Promise.reject(new Error('asked')));
    const row = plateRow('no plate', { plates, name: undefined });
    expect(drawn([row])).toMatchObject([
      { label: 'no plate', description: 'A plate ID can’t contain spaces or invisible characters.', context: 'plate', icon: 'warning' },
    ]);
    expect(row.onOpen).toBeUndefined();
  });
});
