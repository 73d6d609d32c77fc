import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../host/run';
import { useDesk } from '../support/desk';

/** The program of the MCP Inspector, a public client; see docs/testing.md. Without it, the test is skipped. */
const inspector = process.env['MARKET_DESK_MCP_INSPECTOR'];

describe.runIf(inspector !== undefined)('the MCP Inspector', () => {
  const desk = useDesk({ theme: 'dark', settings: { 'marketDesk.refresh.intervalSeconds': 0 } });

  it('finds no problems with the tools, and calls one that the user allows, with the copied configuration', async () => {
    const { workbench, host } = desk();
    await workbench.runCommand('Market Desk: Start Sandbox');
    await (await workbench.view('Positions')).expand('8001');
    await workbench.runCommand('Market Desk: Start MCP Server');
    await workbench.waitForNotification('The MCP server is running');
    await workbench.clearNotifications();
    await workbench.runCommand('Market Desk: Copy MCP Configuration');
    await workbench.quickInput.pick('For good');
    await workbench.quickInput.enter('Inspector');
    await workbench.waitForNotification('Configuration for');
    await workbench.clearNotifications();
    await host.page.bringToFront();
    const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-inspector-'));
    try {
      const file = path.join(folder, 'mcp.json');
      await writeFile(file, await host.page.evaluate<string>('navigator.clipboard.readText()'), { mode: 0o600 });
      const ask = async (...args: readonly string[]): Promise<string> =>
        run(inspector ?? '', ['--cli', '--config', file, '--server', 'market-desk', ...args], { timeout: 60_000 });
      const call = async (tool: string, ...args: readonly string[]): Promise<string> =>
        ask('--method', 'tools/call', '--tool-name', `marketDesk_${tool}`, ...args);
      const { tools } = JSON.parse(await ask('--method', 'tools/list', '--strict')) as { readonly tools: readonly unknown[] };
      expect(tools).toHaveLength(12);
      const called = call('searchCalendar', '--tool-arg', 'keyword=CPI');
      expect(await workbench.dialogText()).toContain('to use Market Desk?');
      await workbench.pressInDialog('Allow Market Data');
      expect(await called).toContain('CPI');
      // The Inspector fails with its own error if a tool fails.
      expect(await call('listPositions').catch(String)).toContain('market data only');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
