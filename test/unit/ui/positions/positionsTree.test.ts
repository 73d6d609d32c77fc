import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountPositions, PositionsState } from '../../../../src/app/positions/positionsBook';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { Holding } from '../../../../src/domain/positions/holding';
import { holdingToday } from '../../../../src/domain/positions/liveHolding';
import { defaultSort } from '../../../../src/domain/positions/holdingGroups';
import { DecodeError, TransportError } from '../../../../src/service/errors';
import { listOf, notOffered } from '../../../../src/service/lists/list';
import { rowRoom } from '../../../../src/ui/platform/trees/rowRoom';
import { failedGap } from '../../../support/builders/lists';
import { rowStyle } from '../../../../src/ui/positions/positionText';
import { PositionRow } from '../../../../src/ui/positions/positionRow';
import { parseAmount } from '../../../../src/domain/values/amount';
import { dayRows } from '../../../../src/ui/positions/day/dayRow';
import { positionsTree } from '../../../../src/ui/positions/positionsTree';
import { readCommandArgument } from '../../../../src/ui/platform/commandArguments';
import { ModelTree, subjectOf } from '../../../../src/ui/platform/trees/treeModel';
import { editor } from '../../../support/editor/editor';
import { drawn, hoverOf, idsOf } from '../../../support/editor/drawnTree';
import { cutRows } from '../../../support/editor/sideBar';
import { holding, positionsState as state } from '../../../support/builders/holdings';

const options = { sort: defaultSort, style: rowStyle('auto', 'en', false, ['profit', 'name', 'quantity', 'price']) };
const account = (holdings: readonly Partial<Holding>[], changes: Partial<AccountPositions> = {}): AccountPositions => ({
  account: { id: 'SIM-1', name: 'Paper', kind: 'simulated', markets: [], source: 'service' },
  list: listOf(holdings.map((fields, at) => readHolding(holding({ id: String(at), ...fields })))),
  updatedAtMs: 0,
  ...changes,
});
const tree = (changes: Partial<PositionsState>): ReturnType<typeof drawn> => drawn(positionsTree(state(changes), options));
const down = new TransportError('connect-failed', { sent: 'no' });

beforeEach(() => rowRoom.measure({ width: 300, em: 13 }));
afterEach(() => rowRoom.measure(undefined));

describe('positionsTree', () => {
  it('leads from account to market to subtotals and positions', () => {
    const [root] = tree({
      accounts: [
        account([
          { profit: '-44.6', marketValue: '955.4', profitRatio: '-4.46', quantity: '1000', price: '0.9554' },
          { side: 'short', sideText: 'short', symbol: 'HK.2', name: '', marketValue: '100', profit: '0', profitRatio: '0' },
        ]),
      ],
    });
    expect(root).toMatchObject({ label: 'Paper', description: 'paper · SIM-1', context: 'account' });
    expect(root?.below).toHaveLength(1);
    expect(root?.below[0]).toMatchObject({ label: 'HK', description: '2 positions' });
    expect(root?.below[0]?.below.map(({ label, description, icon, colour }) => [label, description, icon, colour])).toEqual([
      ['Total', '−44.60 −4.1%', 'pie-chart', 'charts.red'],
      ['Tencent', '−44.60 −4.5% · HK.00700 · 1,000 @ 0.9554', 'triangle-down', 'charts.red'],
      ['HK.2', '0.00 0.00% · short 200 @ 321.4', 'dash', ''],
      ['Long (1)', '−44.60 −4.5%', 'pie-chart', 'charts.red'],
      ['Short (1)', '0.00 0.00%', 'pie-chart', ''],
    ]);
  });

  it('puts the symbol first if the user wants that, and the name after the figure', () => {
    const style = rowStyle('auto', 'en', false, ['profit', 'name'], false, 'symbol');
    const accounts = [
      account([
        { profit: '-44.6', profitRatio: '-4.46' },
        { symbol: 'HK.2', name: '', profit: '0', profitRatio: '0' },
      ]),
    ];
    const [root] = drawn(positionsTree(state({ accounts }), { ...options, style }));
    const rows = root?.below[0]?.below.map(({ label, description }) => `${label} | ${description}`);
    expect(rows).toEqual(expect.arrayContaining(['HK.00700 | −44.60 −4.5% · Tencent', 'HK.2 | 0.00 0.00%']));
  });

  it('is read out in the punctuation of the editor’s language, with name and symbol', () => {
    editor.wording = (text) => text.replace(', ', '、');
    const style = rowStyle('auto', 'zh-tw', false, ['profit', 'quantity']);
    const row = new PositionRow('a', readHolding(holding({ name: 'A, B', profit: '1', profitRatio: '0.5', marketValue: '201' })), style);
    expect(row.item().accessibilityInformation?.label).toBe('HK.00700 A, B、+1.00 +0.50% · 200');
  });

  it('writes a large profit in whole units, so that a narrow view shows its percentage too', () => {
    const [root] = tree({ accounts: [account([{ profit: '-190899.20', marketValue: '1101000', profitRatio: '-14.78' }])] });
    expect(root?.below[0]?.below.at(-1)?.description).toMatch(/^−190,899 −14\.8% · /);
  });

  it('has room for name and figure in a narrow view: names become shorter, figures stay whole, and the rest is in the hover', () => {
    const style = rowStyle('auto', 'en', false, ['profit', 'name']);
    const long = { name: 'ALIBABA GROUP HOLDING', symbol: 'HK.09988', profit: '-190899.20', marketValue: '1101000', profitRatio: '-14.78' };
    const [account0] = positionsTree(state({ accounts: [account([{ ...long, side: 'short', sideText: 'short' }])] }), {
      ...options,
      style,
    });
    const row = account0?.children?.[0]?.children?.at(-1);
    const { label, description, accessibilityInformation } = row?.item() ?? {};
    expect([label, description]).toEqual(['ALIBABA…', '−190,899 −14.8% · HK.09988 · short']);
    expect(accessibilityInformation?.label).toMatch(/^HK\.09988 ALIBABA GROUP HOLDING/);
    expect(hoverOf(row)).toMatch(/ALIBABA GROUP HOLDING[^]*Quantity[^]*Market value/);
    expect(hoverOf(row)).not.toMatch(/ID/);
    expect(
      drawn(positionsTree(state({ accounts: [account([{ name: '' }])] }), { ...options, style }))[0]?.below[0]?.below.at(-1)?.label,
    ).toBe('HK.00700');
  });

  it.each([250, 280, 300])('cuts off no figure in a side bar of %i pixels, in a wide font', (width) => {
    rowRoom.measure(width === 280 ? undefined : { width, em: 13 });
    const style = rowStyle('auto', 'en', false, ['profit', 'name']);
    const profits = ['0.4', '-12.34', '1234.5', '-9999.99', '12345.67', '-190899.20', '1234567.8', '-98765432.1', '999999999'];
    const cut = profits.flatMap((profit) =>
      ['Tencent', 'ALIBABA GROUP HOLDING', 'MWM MWM', '腾讯控股有限公司', 'A', 'TCH 281215 560C'].flatMap((name) => {
        const one = { name, profit, dayProfit: profit, currency: 'HKD', marketValue: profit.replace('-', '') };
        const position = { ...one, price: '10', quantity: '1', profitRatio: '' };
        const ratio = { ...position, profitRatio: '-14.78' };
        const short = { ...position, side: 'short', sideText: 'short' } as const;
        const accounts = [account([...Array.from({ length: 12 }, () => position), ratio, short])];
        return cutRows(positionsTree(state({ accounts }), { ...options, style }), width, /^[+−\d][+−\d,.]*[KMB]?(?: [+−\d,.]+%)?/);
      }),
    );
    expect(cut).toEqual([]);
  });

  it.each([
    [250, '-190899.20', 'ALIBABA GROUP HOLDING', 'ALIB… −191K −14.8%'],
    [250, '-7021', 'Tencent', 'Ten… −7,021 −14.8%'],
    [250, '17', 'TCH 281215 560C', 'TCH… +17.00 −14.8%'],
    [300, '-190899.20', 'ALIBABA GROUP HOLDING', 'ALIBABA… −190,899 −14.8%'],
    [300, '-190899.20', 'TENCENT', 'TENCENT −190,899 −14.8%'],
    [400, '-190899.20', 'ALIBABA GROUP HOLDING', 'ALIBABA GROUP HOLDI… −190,899 −14.8%'],
  ])('shows as much of a name as the side bar has room for: %i pixels, %s', (width, profit, name, text) => {
    rowRoom.measure({ width, em: 13 });
    const style = rowStyle('auto', 'en', false, ['profit', 'name']);
    const row = new PositionRow('a', readHolding(holding({ name, profit, profitRatio: '-14.78', marketValue: '1101000' })), style);
    const { label, description } = row.item();
    expect(`${typeof label === 'string' ? label : ''} ${String(description).split(' · ')[0] ?? ''}`).toBe(text);
  });

  it.each([
    ['profit', 'Total P&L', '+8,560.00 +5.4% HKD'],
    ['dayProfit', 'Total Day P&L', '+120.50 HKD'],
    ['marketValue', 'Total Value', '30,000.00 HKD'],
  ] as const)('shows one figure in totals, the first of the fields, which screen readers and the tooltip name: %s', (field, name, text) => {
    const style = rowStyle('auto', 'en', false, ['name', field, 'profit']);
    const accounts = [
      account([
        { currency: 'HKD', dayProfit: '120.5', marketValue: '94280' },
        { currency: 'HKD', side: 'short', sideText: 'short' },
      ]),
    ];
    const row = positionsTree(state({ accounts }), { ...options, style }).at(-1)?.children?.[0]?.children?.[0];
    const { label, description, accessibilityInformation } = row?.item() ?? {};
    expect([label, description, accessibilityInformation?.label]).toEqual(['Total', text, `${name}: ${text}`]);
    expect(hoverOf(row)).toContain(name);
  });

  it('says in the hover that the service states no cost', () => {
    const row = new PositionRow('', readHolding(holding({ costPrice: '' })), options.style);
    expect(hoverOf(row).replaceAll('\\', '')).toContain('| Cost price | – (not stated by the service) |');
  });

  it('gives profit the same sign in the hover and in the row', () => {
    const hover = (profit: string): string =>
      hoverOf(positionsTree(state({ accounts: [account([{ profit }])] }), options)[0]?.children?.[0]?.children?.at(-1)).replaceAll(
        '\\',
        '',
      );
    expect(hover('4280')).toContain('| P&L | +4,280.00 |');
    expect(hover('-44.6')).toContain('| P&L | −44.60 |');
    expect(hover('n/a')).toContain('| P&L | n/a |');
  });

  it('has live accounts before the others, the day P&L of each kind above them, and says what it leaves out', () => {
    const live = { id: '8001', name: 'Main', kind: 'live', markets: [], source: 'service' } as const;
    const accounts = [
      account([{ dayProfit: '7' }]),
      account(
        [
          { currency: 'HKD', dayProfit: '120.5', marketValue: '64280' },
          { currency: 'HKD', dayProfit: '' },
          { currency: 'USD', dayProfit: '-3' },
        ],
        { account: live },
      ),
    ];
    const [ofLive, main, paper, last] = tree({ accounts });
    expect([main?.label, last?.label]).toEqual(['Main', 'Paper']);
    // A narrow view has room for one of several currencies: the others have rows of their own.
    expect([ofLive?.description, paper?.description]).toEqual(['+120.50 HKD · 1 more · 2 of 3 positions · LIVE', '+7.00 HK · paper']);
    expect(ofLive?.below.map(({ label, description }) => [label, description])).toEqual([['USD', '−3.00']]);
    expect(paper?.below).toEqual([]);
    const rows = positionsTree(state({ accounts }), options);
    expect(hoverOf(rows[0])).toBe(
      'HKD: +120.50 · 1 of 2 positions · from the service\nUSD: −3.00 · 1 position · from the service\n' +
        'No percentage: the value that the day began with isn’t known, for example after a trade today',
    );
    expect(main?.below[0]?.below[0]?.description).toBe('+8,560.00 +7.1% HKD');
    expect(hoverOf(rows[1]?.children?.[0]?.children?.[0])).toMatch(
      /P&L: \+8,560\.00 \+7\.13% HKD\nDay P&L: \+120\.50\nMarket value: 128,560\.00/,
    );
    const [hidden] = drawn(positionsTree(state({ accounts }), { ...options, style: rowStyle('auto', 'en', true, ['dayProfit']) }));
    expect(JSON.stringify(hidden)).not.toMatch(/120|[+−]/);
    expect(hidden?.description).toBe('••• HKD · 1 more · 2 of 3 positions · LIVE');
    expect(tree({ accounts: [account([{}])] })[0]?.label).toBe('Paper');
    const missing = { account: { ...live, id: '8002' }, list: undefined, updatedAtMs: undefined };
    const [lacking, , , whole] = tree({ accounts: [...accounts, missing] });
    expect(lacking?.description).toBe('+120.50 HKD · 1 more · incomplete · 2 of 3 positions · LIVE');
    expect(whole?.description).toBe('+7.00 HK · paper');
    const day = { amount: parseAmount('1000'), basis: parseAmount('100000'), percent: parseAmount('1'), counted: 1, calculated: 0 };
    const dayOf = (...currencies: readonly string[]): string | undefined => {
      const total = { kind: 'live', market: '', count: 1, day, isWhole: true, isOld: false } as const;
      return drawn(
        dayRows(
          currencies.map((currency) => ({ ...total, key: currency, currency })),
          options.style,
        ),
      )[0]?.description;
    };
    expect(dayOf('HKD')).toBe('+1,000.00 +1.00% HKD · LIVE');
    expect(dayOf('HKD', 'USD')).toBe('+1,000.00 +1.00% HKD · 1 more · LIVE');
  });

  it('says in the hover where the day P&L comes from, or why there is none', () => {
    const hover = (read: ReturnType<typeof readHolding>): string => hoverOf(new PositionRow('', read, options.style)).replaceAll('\\', '');
    expect(hover(readHolding(holding({ dayProfit: '12' })))).toContain('| Day P&L | +12.00 · from the service |');
    expect(hover(readHolding(holding({})))).toContain('| Day P&L | – (no previous close) |');
    const quote = { lastPrice: '', previousClose: '320' };
    const calculated = hover(holdingToday(readHolding(holding({})), quote, { isOld: false, isFresh: true }));
    expect(calculated).toContain('| Day P&L | +280.00 (+0.44%) · calculated |');
    expect(calculated).toContain('It can’t account for what was traded today.');
    expect(hover(holdingToday(readHolding(holding({})), quote, { isOld: true, isFresh: true }))).toContain('– (price out of date)');
  });

  it('adds across markets only within a named currency that several have, and says what is in no total', () => {
    const [root] = tree({
      accounts: [
        account([
          { currency: 'HKD' },
          { currency: 'USD', market: 2, symbol: 'US.A' },
          { currency: 'USD', market: 3, symbol: 'SG.A' },
          { market: 3, symbol: 'SG.B' },
        ]),
      ],
    });
    expect(root?.below.map(({ label, description }) => [label, description])).toEqual([
      ['Total', '+8,560.00 +7.1% USD'],
      ['HK', '1 position'],
      ['SG', '2 positions'],
      ['US', '1 position'],
      ['No total across markets', 'currency unknown'],
    ]);
    const hidden = { ...options, style: rowStyle('auto', 'en', true, options.style.fields) };
    const both = [{ currency: 'HKD' }, { currency: 'USD', market: 2, symbol: 'US.A' }];
    const accounts = [account([...both, ...both.map((fields) => ({ ...fields, market: 3, symbol: 'SG.A' }))])];
    const [masked] = drawn(positionsTree(state({ accounts }), hidden));
    expect(masked?.below.slice(0, 2).map(({ description }) => description)).toEqual(['••• HKD', '••• USD']);
  });

  it('has no gap for missing figures, and shows no total if there is none', () => {
    const none = { price: '', marketValue: '', profit: '', profitRatio: '' };
    const [root] = tree({
      accounts: [
        account([
          none,
          { ...none, side: 'short', sideText: 'short', profitRatio: '1.5' },
          { ...none, side: 'short', sideText: 'short', price: '7', marketValue: '7', profit: '1' },
        ]),
      ],
    });
    expect(root?.below[0]?.below.map(({ label, description }) => [label, description])).toEqual([
      ['Total', '+1.00 · 2 unreadable'],
      ['Tencent', 'HK.00700 · 200'],
      ['Tencent', '(+1.50%) · HK.00700 · short 200'],
      ['Tencent', '+1.00 · HK.00700 · short 200 @ 7'],
      ['Long (1)', '1 unreadable'],
      ['Short (2)', '+1.00 · 1 unreadable'],
    ]);
  });

  it('names an unknown market by its number', () => {
    const [root] = tree({ accounts: [account([{ market: 4711, symbol: 'X1' }])] });
    expect(root?.below[0]?.label).toBe('Market 4711');
  });

  it('shows the percentage and explains it when the service sent a fraction', () => {
    const [root] = positionsTree(
      state({ accounts: [account([{ marketValue: '955.40', profit: '-44.60', profitRatio: '-0.0446' }])] }),
      options,
    );
    const row = root?.children?.[0]?.children?.[1];
    expect(row?.item().description).toContain('−44.60 −4.5%');
    expect(hoverOf(row)).toContain('the fraction \\-0\\.0446');
  });

  it('lets no text of the service become markup in the hover', () => {
    const evil = '[x](command:evil) <img src=x> https://evil.example $(zap) | `a`\n# b\u202e';
    const [root] = positionsTree(state({ accounts: [account([{ name: evil, unknown: { [evil]: evil } }])] }), options);
    const hover = hoverOf(root?.children?.[0]?.children?.[1]);
    expect(hover).toContain('⟨U\\+202E⟩');
    const unescaped = hover
      .split('\n')
      .slice(2)
      .join('\n')
      .replace(/\\[!-/:-@[-`{-~]/g, '');
    expect(unescaped).not.toMatch(/[<>()[\]`#$]/);
    expect(unescaped).not.toMatch(/:\/\//);
  });

  it('counts unreadable positions, and never says that there are no positions when some are missing', () => {
    const gaps = [{ kind: 'unreadable', part: '', count: 1, of: 2 } as const];
    expect(tree({ accounts: [account([], { list: listOf([readHolding(holding({}))], gaps) })] })[0]?.below[0]).toMatchObject({
      label: '1 of 2 positions couldn’t be read. See the log for details.',
      icon: 'warning',
    });
    const [root] = tree({ accounts: [account([], { list: listOf([], [failedGap(down)]) })] });
    expect(root?.below.map(({ icon }) => icon)).toEqual(['error']);
  });

  it('says what is missing instead of showing an empty list', () => {
    const failed = listOf([], [failedGap(down)]);
    expect(tree({}).map(({ icon }) => icon)).toEqual(['loading~spin']);
    expect(tree({ directory: [{ kind: 'live', list: failed }] })).toMatchObject([
      { icon: 'error', command: 'marketDesk.positions.refresh' },
    ]);
    expect(tree({ accounts: [] })).toMatchObject([{ label: 'Enter an account ID…', command: 'marketDesk.positions.selectAccount' }]);
    expect(
      tree({
        accounts: [],
        directory: [
          { kind: 'simulated', list: failed },
          { kind: 'live', list: failed },
        ],
      }),
    ).toHaveLength(1);
    expect(tree({ accounts: [account([])] })[0]?.below).toMatchObject([{ label: 'No positions' }]);
    const [filtered] = drawn(positionsTree(state({ accounts: [account([])] }), { ...options, market: 9 }));
    expect(filtered?.below).toMatchObject([{ label: 'No positions in market 9' }]);
    expect(tree({ accounts: [account([], { list: undefined })] })[0]?.below).toMatchObject([{ icon: 'loading~spin' }]);
    expect(tree({ accounts: [account([], { list: notOffered })] })[0]?.below).toMatchObject([
      { label: 'This service doesn’t provide positions, except of paper accounts.' },
    ]);
  });

  it('makes hidden characters visible in a figure that is not a number', () => {
    const [root] = tree({ accounts: [account([{ quantity: '12\u202e', price: '\u202e3', profit: '\u200b', profitRatio: '' }])] });
    expect(root?.below[0]?.below.at(-1)?.description).toBe('⟨U+200B⟩ · HK.00700 · 12⟨U+202E⟩ @ ⟨U+202E⟩3');
  });

  it('keeps positions below the reason why they are old', () => {
    const error = new DecodeError({ path: 'data.positions', expected: 'array', got: 'undefined' });
    const list = listOf([readHolding(holding({}))], [failedGap(error)]);
    const [root] = tree({ accounts: [account([], { list })] });
    expect(root?.below.map(({ label }) => label)).toEqual(['Market Desk couldn’t read the service’s response.', 'HK']);
  });

  it('gives every row its own ID, which a refresh does not change', () => {
    const accounts = [
      account([{}, { side: 'short' }, { market: 2 }]),
      account([{}], { account: { id: 'SIM-1', name: 'Live', kind: 'live', markets: [], source: 'service' } }),
    ];
    const ids = idsOf(positionsTree(state({ accounts }), options));
    expect(new Set(ids).size).toBe(ids.length);
    expect(idsOf(positionsTree(state({ accounts }), options))).toEqual(ids);
  });

  it('gives the command of a menu that is open meanwhile its position as it is now, and as it was when it has gone', () => {
    const shown = new ModelTree();
    const show = (...holdings: readonly Partial<Holding>[]): void =>
      void shown.show(positionsTree(state({ accounts: [account(holdings)] }), options));
    show({ id: 'a', symbol: 'HK.00700' }, { id: 'b', symbol: 'HK.00005' });
    const held = shown.find((subject) => subject instanceof PositionRow && subject.symbol === 'HK.00700') ?? expect.unreachable();
    const given = (): unknown => subjectOf(readCommandArgument('marketDesk.positions.copy', [held]));
    show({ id: 'c', symbol: 'HK.00001' }, { id: 'a', symbol: 'HK.00700', quantity: '500' });
    expect(given()).toMatchObject({ symbol: 'HK.00700', read: { holding: { quantity: '500' } } });
    show({ id: 'c', symbol: 'HK.00001' });
    expect(given()).toMatchObject({ symbol: 'HK.00700' });
  });

  it('draws rising prices in red for languages in which red means up', () => {
    const rows = drawn(
      positionsTree(state({ accounts: [account([{}])] }), {
        ...options,
        style: rowStyle('auto', 'zh-cn', false, ['profit', 'name', 'quantity', 'price']),
      }),
    );
    expect(rows[0]?.below[0]?.below[1]).toMatchObject({ icon: 'triangle-up', colour: 'charts.red' });
  });
});
