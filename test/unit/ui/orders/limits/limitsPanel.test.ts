import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LimitsView } from '../../../../../src/panel/limits/limitsProtocol';
import { registerLimits } from '../../../../../src/ui/orders/limits/limitsPanel';
import { orderLimits } from '../../../../../src/ui/orders/limits/readLimits';
import { editor } from '../../../../support/editor/editor';
import { FakeShell } from '../../../../support/editor/fakeShell';
import { Uri } from '../../../../support/editor/values';
import type { WebviewPanel } from '../../../../support/editor/webviewPanel';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { settle } from '../../../../support/machine/fakeTime';

let page: WebviewPanel;
const shell = new FakeShell();
const told: unknown[] = [];
const view = (): LimitsView => page.bodies('view').at(-1) as LimitsView;

async function open(): Promise<void> {
  told.length = 0;
  const dependencies = { access: new FakeAccess(fakeClient({})), extensionUri: Uri.file('ext'), log: new MemoryLog() };
  registerLimits({ ...dependencies, shell: shell.forFeatures(), report: (error: unknown) => void told.push(error) });
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
});
