import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../host/run';
import { allow } from './support/consent';
import { extensionPath, openDesk } from './support/desk';
import type { Desk } from './support/desk';

describe('the packed extension, installed', () => {
  let scratch = '';
  let desk: Desk;

  beforeAll(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'market-desk-package-'));
    const vsix = path.join(scratch, 'market-desk.vsix');
    await run(process.execPath, ['scripts/package.mjs', '--no-build', '--out', vsix], { cwd: extensionPath });
    desk = await openDesk({ vsix: [vsix], theme: 'light' });
  });
  afterAll(async () => {
    await desk.host.close();
    await rm(scratch, { recursive: true, force: true });
  });

  it('is an installed extension, not one in development', async () => {
    const { workbench } = desk;
    await workbench.welcome();
    expect(await workbench.page.locator('.command-center').innerText()).not.toContain('Extension Development Host');
  });

  it('goes from the button to a signed-in calendar with nothing but the consent page in between', async () => {
    const { workbench, host } = desk;
    await workbench.pressInWelcome('Try the Sandbox');
    await allow(host.page);
    const panel = await workbench.webview('[role=searchbox]');
    await panel.getByRole('searchbox', { name: 'Keyword' }).fill('CPI');
    await host.page.keyboard.press('Enter');
    await panel.locator('mark').first().waitFor();
    await desk.screenshot('package-calendar');
  });

  it('is still signed in after a reload of the window', async () => {
    const { workbench, host } = desk;
    await host.page.reload();
    const positions = await workbench.view('Positions');
    await positions.waitForRow('SIM-1001');
  });
});
