import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Disposable } from '../../../../../src/app/platform/ports';
import type { PositionsState } from '../../../../../src/app/positions/positionsBook';
import { readHolding } from '../../../../../src/domain/positions/holding';
import { listOf } from '../../../../../src/service/lists/list';
import { holding, positionsState } from '../../../../support/builders/holdings';
import { aPush } from '../../../../support/builders/quoteBuilders';
import { signedInState } from '../../../../support/fakeAccess';
import { FakeMarket } from '../../../../support/feed/liveWindows';
import type { FakeWindow } from '../../../../support/feed/liveWindows';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { registerDayProfit } from '../../../../../src/ui/positions/day/registerDayProfit';
import { columnsOf } from '../../../../../src/domain/text/columns';
import { DeskStatus } from '../../../../../src/ui/platform/statusBar/deskStatus';
import { editor } from '../../../../support/editor/editor';

const account = { kind: 'live', id: '8001', name: '', markets: [], source: 'service' } as const;
const read = readHolding(holding({ symbol: 'HK.00700', quantity: '100', price: '10', marketValue: '1000', currency: 'HKD' }));

describe('day P&L in the status bar', () => {
  let time: FakeTime;
  let window: FakeWindow;
  let item: Disposable | undefined;
  let isWatched: boolean;
  let status: DeskStatus;
  const privacy = { isOn: false, onDidChange: () => ({ dispose: () => undefined }) };

  function start(state: PositionsState): void {
    const watch = { state, setOn: (isOn: boolean) => void (isWatched = isOn), dispose: () => void (isWatched = false) };
    item = registerDayProfit({
      ...{ access: window.access, status, clock: time, timers: time, log: new MemoryLog(), privacy, timeZone: () => 'UTC' },
      books: { positions: { watch: () => watch } },
      live: async () => ({ market: window.market }),
    } as unknown as Parameters<typeof registerDayProfit>[0]);
  }

  beforeEach(() => {
    editor.set('statusBar.show', ['dayProfit']);
    status = new DeskStatus();
    [privacy.isOn, isWatched] = [false, false];
    time = new FakeTime();
    const world = new FakeMarket(time);
    world.price = () => ({ lastPrice: '10.5', previousClose: '10', at: time.wallMs() });
    window = world.open();
  });
  afterEach(() => {
    item?.dispose();
    status.dispose();
  });

  const held = positionsState({ accounts: [{ account, list: listOf([read]), updatedAtMs: 0 }] });

  it('follows the prices, names their source, and opens the portfolio', async () => {
    start(held);
    expect(editor.barTexts).toEqual([]);
    await time.advance(10_000);
    expect(editor.barTexts).toEqual(['Day P&L +50.00 +5.00% HKD']);
    expect(editor.bar.at(-1)?.hover).toContain('1 position · calculated');
    expect(editor.bar.at(-1)?.command).toMatchObject({ command: 'marketDesk.portfolio.open' });
    expect(status.parts[0]?.action?.command).toBe('marketDesk.portfolio.open');
  });

  it('follows prices as the rows of a view do, its tooltip every two seconds', async () => {
    start(held);
    await time.advance(10_000);
    const [texts, tooltips] = [new Set<string>(), new Set<string>()];
    for (let tenth = 1; tenth <= 80; tenth += 1) {
      window.market.book.push(aPush('HK.00700', String(10.5 + tenth / 100), time.wallMs()));
      await time.advance(100);
      texts.add(editor.barTexts[0] ?? '');
      tooltips.add(editor.bar.at(-1)?.hover ?? '');
    }
    // Twice and half a second: 8 seconds, and what was shown before them.
    expect(texts.size).toBeGreaterThan(14);
    expect(tooltips.size).toBeLessThan(7);
    await time.advance(2_000);
    expect(editor.bar.at(-1)?.hover).toContain('130');
  });

  it('says what its total leaves out, and whether an account is missing', async () => {
    const unknown = readHolding(holding({ id: '2', symbol: 'HK.09999', quantity: 'n/a', currency: 'HKD' }));
    const other = { ...account, id: '8002' };
    start(
      positionsState({
        accounts: [
          { account, list: listOf([read, unknown]), updatedAtMs: 0 },
          { account: other, list: undefined, updatedAtMs: undefined },
        ],
      }),
    );
    await time.advance(10_000);
    expect(editor.barTexts).toEqual(['Day P&L +50.00 HKD · incomplete']);
    expect(editor.bar.at(-1)?.hover).toContain('1 of 2 positions');
  });

  it('has an item for each currency, the main one on the far right, which the editor hides last', async () => {
    const usd = readHolding(holding({ id: '2', symbol: 'US.AAPL', quantity: '100', price: '10', marketValue: '1000', currency: 'USD' }));
    // The currency of the account is the main one, whatever there is more of.
    const second = readHolding(holding({ id: '3', symbol: 'US.KO', quantity: '100', price: '10', marketValue: '1000', currency: 'USD' }));
    start(positionsState({ accounts: [{ account, list: listOf([usd, read, second]), updatedAtMs: 0 }] }));
    await time.advance(10_000);
    expect(editor.barTexts).toEqual(['Day P&L +100.00 USD', 'Day P&L +50.00 HKD']);
    for (const { hover } of editor.bar.filter(({ isShown }) => isShown)) expect(hover).toMatch(/HKD[^]*USD/);
  });

  it.each([
    ['200000', ['Day P&L +100,000 JPY · incomplete', 'Day P&L +100,000 CNY · incomplete', 'day +100,000 HKD (+2) · incomplete']],
    ['200000000', ['day +100,000,000 JPY · incomplete', 'day +100,000,000 CNY · incomplete', 'day +100,000,000 HKD · incomplete']],
  ])('says with the main currency how many have no item, where it has room for that: %s shares', async (quantity, shown) => {
    const list = ['HKD', 'USD', 'CNY', 'JPY', 'SGD'].map((currency, at) =>
      readHolding(holding({ id: String(at), symbol: `HK.0000${at}`, quantity, price: '10', marketValue: `${quantity}0`, currency })),
    );
    const other = { ...account, id: '8002' };
    start(
      positionsState({
        accounts: [
          { account, list: listOf(list), updatedAtMs: 0 },
          { account: other, list: undefined, updatedAtMs: undefined },
        ],
      }),
    );
    await time.advance(10_000);
    expect(editor.barTexts).toEqual(shown);
    for (const text of editor.barTexts) expect(columnsOf(text)).toBeLessThanOrEqual(35);
  });

  it('disappears with its setting and with the session, and requests nothing then', async () => {
    start(held);
    await time.advance(10_000);
    window.access.become({ ...signedInState, session: { kind: 'signedOut' } });
    expect(editor.barTexts).toEqual([]);
    window.access.become(signedInState);
    await time.advance(10_000);
    expect(editor.barTexts).toHaveLength(1);
    editor.set('statusBar.show', []);
    expect([editor.barTexts, isWatched]).toEqual([[], false]);
  });

  it('is hidden in privacy mode', async () => {
    privacy.isOn = true;
    start(held);
    await time.advance(10_000);
    expect(editor.barTexts).toEqual(['Day P&L ••• HKD']);
    expect(editor.bar.at(-1)?.hover).not.toMatch(/50/);
  });
});
