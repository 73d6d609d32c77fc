import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { signIn } from './signIn';

describe('language tools', () => {
  before(async function () {
    this.timeout(60_000);
    await signIn();
  });

  it('answer language models from the service, and tell the user about a change', async () => {
    const ask = async (name: string, input: object): Promise<Record<string, unknown>> => {
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
      const text = content.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? [part.value] : [])).join('');
      return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text };
    };
    const found = await ask('marketDesk_searchCalendar', { keyword: 'CPI' });
    assert.match(String(found['environment']), /sandbox/);
    assert.equal((found['events'] as unknown[]).length, 30);
    assert.equal(found['isComplete'], false);
    const { constituents, total } = await ask('marketDesk_listConstituents', { plate: 'HK.BK1000', limit: 3 });
    assert.deepEqual([(constituents as unknown[]).length, total], [3, 1534]);
    await assert.rejects(ask('marketDesk_listConstituents', { plate: 'nothing' }), /plate/);
    const isTicket = ({ input }: vscode.Tab): boolean =>
      input instanceof vscode.TabInputWebview && input.viewType.endsWith('marketDesk.orderTicket');
    const isOpen = (): boolean => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isTicket));
    const proposed = ask('marketDesk_proposeOrderChange', { accountId: '8001', orderId: 'OK-1', qty: '400' });
    // A notification tells the user, and nothing opens until they want to look.
    const turn = async (): Promise<'again'> => new Promise((resolve) => setTimeout(() => resolve('again'), 500));
    while ((await Promise.race([proposed, turn()])) === 'again') {
      assert.equal(isOpen(), false);
      await vscode.commands.executeCommand('notifications.clearAll');
    }
    assert.deepEqual(await proposed, { proposal: 'declined: nothing was sent' });
  });
});
