import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { allow } from '../support/consent';
import { useDesk } from '../support/desk';

interface Configuration {
  readonly mcpServers: Readonly<Record<string, { readonly url: string; readonly headers: Record<string, string> }>>;
}

describe('an agent outside the editor', () => {
  const desk = useDesk({ theme: 'dark', settings: { 'marketDesk.refresh.intervalSeconds': 0, 'marketDesk.orders.allow': 'all' } });

  it('is allowed once, leaves its proposals to the user, and is revoked', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Start Sandbox');
    await allow(host.page);
    await (await workbench.view('Positions')).expand('SIM-1001');
    await workbench.runCommand('Market Desk: Start MCP Server');
    expect(await workbench.waitForNotification('The MCP server is running')).toContain('Copy its configuration');
    await desk().screenshot('agents-running');
    await workbench.clearNotifications();
    await workbench.runCommand('Market Desk: Copy MCP Configuration');
    await workbench.waitForNotification('Configuration copied');
    await workbench.clearNotifications();
    await host.page.bringToFront();
    const { mcpServers } = JSON.parse(await host.page.evaluate<string>('navigator.clipboard.readText()')) as Configuration;
    const { url = '', headers = {} } = mcpServers['market-desk'] ?? {};

    const client = new Client({ name: 'claude-code', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const call = async (name: string, input: Record<string, unknown>): Promise<string> => {
      const { content } = await client.callTool({ name: `marketDesk_${name}`, arguments: input });
      return (content as readonly { readonly text: string }[]).map(({ text }) => text).join('');
    };
    const asked = call('listOpenOrders', {});
    expect(await workbench.dialogText()).toContain('Allow “claude-code” to use Market Desk?');
    await desk().screenshot('agents-question');
    await workbench.pressInDialog('Allow Account Data Too');
    const { accounts } = JSON.parse(await asked) as {
      readonly accounts: readonly {
        readonly accountId: string;
        readonly kind: string;
        readonly orders: readonly { readonly orderId: string; readonly status: string }[];
      }[];
    };
    const [account] = accounts;
    expect(account?.accountId).toBe('live-1');

    const orderId = account?.orders[0]?.orderId ?? '';
    const proposed = call('proposeOrderChange', { accountId: 'live-1', orderId, qty: '400' });
    const ticket = await workbench.webview('order-ticket .facts');
    await ticket.getByRole('button', { name: 'Review Change…' }).waitFor();
    await ticket.getByText('Proposed by “claude-code”. Check every value.').waitFor();
    await desk().screenshot('agents-proposal');
    await workbench.closeAllEditors();
    const declined = { proposal: 'declined: nothing was sent' };
    expect(JSON.parse(await proposed)).toEqual(declined);

    // The user's ticket stays as it is, with its input.
    await workbench.runCommand('Market Desk: Modify Order…');
    await workbench.quickInput.pickDescribed(orderId);
    const own = await workbench.webview('order-ticket .facts');
    const quantity = own.getByRole('textbox', { name: 'Quantity' });
    await quantity.fill('700');
    expect(await call('proposeOrderChange', { accountId: 'live-1', orderId, qty: '400' })).toContain('A ticket for this order is in use.');
    expect(await quantity.inputValue()).toBe('700');
    await workbench.closeAllEditors();

    const canceling = call('proposeOrderChange', { action: 'cancel', accountId: 'live-1', orderId });
    expect(await workbench.dialogText()).toContain('Proposed by “claude-code”. Check every value.');
    await desk().screenshot('agents-proposal-cancel');
    await workbench.pressInDialog('Keep Order');
    expect(JSON.parse(await canceling)).toEqual(declined);

    // Orders of paper accounts are named and proposed in the same way.
    const isOpen = ({ status }: { readonly status: string }): boolean => !/FILLED_ALL|CANCELLED|FAILED/.test(status);
    const paper = accounts.find(({ kind, orders }) => kind === 'simulated' && orders.some(isOpen));
    const ofPaper = { accountId: paper?.accountId ?? '', orderId: paper?.orders.find(isOpen)?.orderId ?? '' };
    expect(ofPaper.accountId).toMatch(/^paper-\d$/);
    const paperChange = call('proposeOrderChange', { ...ofPaper, qty: '400' });
    const paperForm = await workbench.webview('order-ticket .facts');
    await paperForm.getByText('Proposed by “claude-code”. Check every value.').waitFor();
    await paperForm.getByText('SANDBOX, PAPER – no real money').first().waitFor();
    await desk().screenshot('agents-proposal-paper');
    await workbench.closeAllEditors();
    expect(JSON.parse(await paperChange)).toEqual(declined);
    const paperCancel = call('proposeOrderChange', { ...ofPaper, action: 'cancel' });
    expect(await workbench.dialogText()).toContain('SANDBOX, PAPER – no real money');
    await workbench.pressInDialog('Cancel Order');
    expect(JSON.parse(await paperCancel)).toMatchObject({ proposal: 'sent by the user' });

    const order = { action: 'new', accountId: 'live-1', symbol: 'HK.00700', side: 'SELL', qty: '100' };
    const placing = call('proposeOrderChange', order);
    const form = await workbench.webview('order-ticket .facts');
    await form.getByText('Proposed by “claude-code”. Check every value.').waitFor();
    expect(await form.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('100');
    await desk().screenshot('agents-proposal-new');
    await workbench.closeAllEditors();
    expect(JSON.parse(await placing)).toEqual(declined);

    await workbench.runCommand('Market Desk: Manage Agents…');
    await workbench.quickInput.waitUntilOpen();
    await desk().screenshot('agents-manage');
    await workbench.quickInput.pick('claude-code');
    await desk().screenshot('agents-manage-one');
    await workbench.quickInput.pick('Not allowed');
    await workbench.runCommand('Market Desk: Show Agent Log');
    const lines = workbench.page.locator('.editor-instance .view-line');
    await expect
      .poll(async () => (await lines.allInnerTexts()).join('\n'), { timeout: 20_000 })
      .toMatch(/claude-code\scalled\slistOpenOrders\s\{\}\s->\s\d+\scharacters/);
    await desk().screenshot('agents-log');
    await client.close();
    await workbench.runCommand('Market Desk: Stop MCP Server');
    const isThere = async (): Promise<boolean> =>
      fetch(url).then(
        () => true,
        () => false,
      );
    await expect.poll(isThere, { timeout: 10_000 }).toBe(false);
  });
});
