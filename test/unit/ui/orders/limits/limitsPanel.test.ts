import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionsState } from '../../../../../src/app/positions/positionsBook';
import { PrivacyMode } from '../../../../../src/app/privacy/privacyMode';
import type { Attempt } from '../../../../../src/domain/orders/orderAttempts';
import { readHolding } from '../../../../../src/domain/positions/holding';
import type { Holding } from '../../../../../src/domain/positions/holding';
import type { LimitsView } from '../../../../../src/panel/limits/limitsProtocol';
import { registerLimits } from '../../../../../src/ui/orders/limits/limitsPanel';
import { orderLimits } from '../../../../../src/ui/orders/limits/readLimits';
import { listOf } from '../../../../../src/service/lists/list';
import { holding, positionsState } from '../../../../support/builders/holdings';
import { editor } from '../../../../support/editor/editor';
import { FakeShell } from '../../../../support/editor/fakeShell';
import { Uri } from '../../../../support/editor/values';
import type { WebviewPanel } from '../../../../support/editor/webviewPanel';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { FakeMachine, MemoryLog } from '../../../../support/machine/fakeMachine';
import { settle } from '../../../../support/machine/fakeTime';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';

let page: WebviewPanel;
const shell = new FakeShell();
const told: unknown[] = [];
const view = (): LimitsView => page.bodies('view').at(-1) as LimitsView;

let time: FakeMachine;
let privacy: PrivacyMode;
let positions: PositionsState;
/** How often the page made positions be read. */
let watched = 0;
let sentAtMs: readonly number[] = [];
let panels: { dispose(): unknown } | undefined;

const sentAt = (ms: number): Attempt => ({ action: 'modify', startedAt: new Date(ms).toISOString() }) as Attempt;
const held = (id: string, ...fields: readonly Partial<Holding>[]): NonNullable<PositionsState['accounts']>[number] => ({
  account: { kind: 'live', id, name: `Account ${id}`, markets: [], source: 'service' },
  list: listOf(fields.map((each) => readHolding(holding({ currency: 'HKD', marketValue: '64280', dayProfit: '0', ...each })))),
  updatedAtMs: time.wallMs(),
});
/** What the page shows a while later. */
const later = async (ms = 5_000): Promise<LimitsView['now']> => {
  time.advance(ms);
  await settle();
  return Object.fromEntries(Object.entries(view().now).map(([name, text]) => [name, text.replaceAll('\u00a0', ' ')]));
};

async function open(): Promise<void> {
  told.length = 0;
  [time, privacy, positions, watched, sentAtMs] = [new FakeMachine(), new PrivacyMode(new MemoryState()), positionsState(), 0, []];
  const dependencies = { access: new FakeAccess(fakeClient({})), extensionUri: Uri.file('ext'), log: new MemoryLog() };
  panels?.dispose();
  panels = registerLimits({
    ...{ ...dependencies, clock: time, timers: time, privacy, shell: shell.forFeatures() },
    report: (error: unknown) => void told.push(error),
    journal: () => ({ attempts: async () => sentAtMs.map(sentAt), onDidChange: () => ({ dispose: () => undefined }) }),
    books: {
      positions: {
        watch: () => ({
          ...{ state: undefined as never, old: [], isReading: false },
          get state() {
            return positions;
          },
          setOn: () => void (watched += 1),
          wantsOther: () => undefined,
          refresh: async () => void (watched += 1),
          dispose: () => undefined,
        }),
      },
    },
  });
  await shell.run('marketDesk.orders.editLimits');
  page = editor.webviews.at(-1) as WebviewPanel;
  page.say('ready');
  await settle();
}

describe('the page of order limits in the editor', () => {
  beforeEach(open);

  it('writes what is entered into the user’s settings, one limit after the other', async () => {
    page.say('limit', { name: 'value', effect: 'refuse', amount: 5000 });
    page.say('limit', { name: 'value', effect: 'ask', amount: 1000 });
    page.say('limit', { name: 'distancePercent', effect: 'ask', amount: 0 });
    page.say('allow', { allowance: 'all' });
    await settle();
    expect(editor.setting('orders.limits')).toEqual({ value: { refuse: 5000, ask: 1000 }, distancePercent: { ask: 0 } });
    expect([editor.setting('orders.allow'), view().allow, view().limits]).toEqual(['all', 'all', orderLimits()]);
    expect(page.bodies('saved')).toHaveLength(4);
  });

  it('keeps limits that are set elsewhere meanwhile, and shows them', async () => {
    editor.set('orders.limits', { perMinute: { refuse: 9 } });
    expect(view().limits.refuse.perMinute).toBe(9);
    page.say('limit', { name: 'quantity', effect: 'ask', amount: 7 });
    await settle();
    expect(editor.setting('orders.limits')).toEqual({ perMinute: { refuse: 9 }, quantity: { ask: 7 } });
  });

  it.each([
    ['limit', { name: 'value', effect: 'refuse', amount: -1 }],
    ['limit', { name: 'value', effect: 'refuse', amount: '5' }],
    ['limit', { name: 'all', effect: 'refuse', amount: 5 }],
    ['limit', { name: 'toString', effect: 'refuse', amount: 5 }],
    ['limit', { name: 'perMinute', effect: 'refuse', amount: 5000 }],
    ['limit', { name: 'value', effect: 'never', amount: 5 }],
    ['allow', { allowance: 'everything' }],
  ])('writes nothing for a %s of %j', async (type, body) => {
    page.say(type, body);
    await settle();
    expect([editor.setting('orders.limits'), editor.setting('orders.allow')]).toEqual([undefined, undefined]);
  });

  it('never overwrites a value that can’t be used, which would turn orders on again', async () => {
    editor.set('orders.limits', { value: { refuse: '5000' } });
    expect(view().fault).toBe('Order changes are turned off: “value.refuse” in “marketDesk.orders.limits” can’t be used.');
    page.say('limit', { name: 'quantity', effect: 'ask', amount: 7 });
    page.say('allow', { allowance: 'all' });
    await settle();
    expect([editor.setting('orders.limits'), editor.setting('orders.allow')]).toEqual([{ value: { refuse: '5000' } }, undefined]);
    page.say('openSettings');
    expect(editor.ran.at(-1)).toEqual(['workbench.action.openSettingsJson', { revealSetting: { key: 'marketDesk.orders.limits' } }]);
  });

  it('shows what is in force when it can’t be saved', async () => {
    vi.spyOn(editor.place.settings, 'set').mockImplementationOnce(() => {
      throw new Error('The settings file has errors.');
    });
    page.say('limit', { name: 'quantity', effect: 'ask', amount: 7 });
    await settle();
    expect(page.bodies('saved')).toEqual([{ isSaved: false }]);
    expect([view().limits.ask.quantity, told.length]).toEqual([0, 1]);
  });

  it('counts orders of the last minute, of all windows', async () => {
    expect(view().now.perMinute).toBe('Now: 0');
    sentAtMs = [time.wallMs() - 70_000, time.wallMs() - 50_000, time.wallMs()];
    expect((await later()).perMinute).toBe('Now: 2');
    expect((await later(10_000)).perMinute).toBe('Now: 1');
  });

  it('names the figures that are nearest to their limits, without reading anything', async () => {
    positions = positionsState({
      accounts: [
        held('1', { dayProfit: '-900', marketValue: '-500000', symbol: 'HK.09988' }, { dayProfit: '100' }),
        held('2', { dayProfit: '-850', currency: 'USD' }),
      ],
    });
    expect(await later()).toEqual({
      perMinute: 'Now: 0',
      exposure: 'Largest now, without open orders: 500,000 HKD (HK.09988)',
      dayLoss: 'Day P&L of open positions now: −850.00 USD (Account 2), −800.00 HKD (Account 1)',
    });
    expect(watched).toBe(0);
  });

  it('marks the currency of figures whose service names none', async () => {
    const unnamed = { currency: undefined, dayProfit: '-900', marketValue: '28639000' };
    positions = positionsState({ accounts: [held('1', { ...unnamed, symbol: 'JP.9984' })] });
    expect(await later()).toMatchObject({
      exposure: 'Largest now, without open orders: 28,639,000 ≈JPY (JP.9984)',
      dayLoss: 'Day P&L of open positions now: −900.00 JP ≈JPY (Account 1)',
    });
    // The code of a fund that may be traded in dollars tells no currency.
    positions = positionsState({ accounts: [held('1', { ...unnamed, symbol: 'HK.09010' }, { ...unnamed, symbol: 'HK.00700' })] });
    expect(await later()).toMatchObject({
      exposure: 'Largest now, without open orders: 28,639,000 (HK.09010)',
      dayLoss: 'Day P&L of open positions now: −1,800.00 HK (Account 1)',
    });
  });

  it('leaves out old positions, and says that a day isn’t known', async () => {
    positions = positionsState({ accounts: [held('1', { dayProfit: '-900' }, { dayProfit: undefined, price: '' })] });
    expect(await later()).toMatchObject({ dayLoss: 'Day P&L of open positions now: not known for Account 1' });
    expect(Object.keys(await later(120_000))).toEqual(['perMinute']);
  });

  it('names the accounts whose day isn’t known beside those whose is', async () => {
    const unread = { ...held('3'), list: undefined, updatedAtMs: undefined };
    const accounts = [held('1', { dayProfit: '-900' }), held('2', { dayProfit: undefined, price: '' }), unread, held('4')];
    positions = positionsState({ accounts });
    expect((await later()).dayLoss).toBe('Day P&L of open positions now: −900.00 HKD (Account 1), not known for Account 2, Account 3');
  });

  it('keeps an amount and its currency on one line', async () => {
    positions = positionsState({ accounts: [held('1', { marketValue: '1117000000' })] });
    await later();
    expect(view().now.exposure).toContain('1,117,000,000\u00a0HKD');
  });

  it('hides amounts in privacy mode', async () => {
    positions = positionsState({ accounts: [held('1', { dayProfit: '-900' })] });
    await later();
    await privacy.toggle();
    expect([view().now.exposure, view().now.dayLoss].join(' ')).not.toMatch(/\d{3}\b(?!\))/);
    expect(view().now.dayLoss).toBe('Day P&L of open positions now: •••\u00a0HKD (Account 1)');
  });
});
