import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingFiles } from '../support/packed/missingFiles';
import { packedFile, packedFolder } from '../support/packed/packedFolder';
import { openDesk } from './support/desk';
import type { Desk } from './support/desk';

describe('the files of the package', () => {
  const files = new Map<string, string>();
  /** Files read by people, and the manifest, which names the others. */
  const notLoaded = /\.(md|txt)$|^package\.json$|^api\.d\.ts$/;

  beforeAll(async () => {
    for (const entry of await readdir(packedFolder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(path.relative(packedFolder, file).replaceAll('\\', '/'), await readFile(file, 'utf8'));
    }
  });

  it('include every file that another one needs', () => {
    expect(missingFiles(files)).toEqual([]);
  });

  it('are all needed, so that a missing one would be noticed', () => {
    const notMissed = [...files.keys()].filter((file) => !notLoaded.test(file) && missingFiles(without(file)).length === 0);
    expect(files.size).toBeGreaterThan(50);
    expect(notMissed).toEqual([]);
  });

  it('include a list of the bundled packages, the same ones whose licenses are listed', async () => {
    const Bill = v.object({ components: v.array(v.object({ group: v.optional(v.string()), name: v.string(), version: v.string() })) });
    const { components } = v.parse(Bill, JSON.parse(await readFile(packedFile.replace('.vsix', '.cdx.json'), 'utf8')));
    const listed = components.map(({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name} ${version}`);
    const licensed = [...(files.get('NOTICES.txt') ?? '').matchAll(/^(\S+ \d\S*) \([^)]+\)$/gm)].map(([, name]) => name);
    expect(listed.length).toBeGreaterThan(15);
    expect(licensed.toSorted()).toEqual(listed.toSorted());
  });

  function without(file: string): ReadonlyMap<string, string> {
    const fewer = new Map(files);
    fewer.delete(file);
    return fewer;
  }
});

describe('the packed extension, installed', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({ vsix: [packedFile], theme: 'light' });
  });
  afterAll(async () => desk.host.close());

  it('is no extension in development, and goes from the button to a signed-in calendar with nothing between', async () => {
    const { workbench, host } = desk;
    await workbench.welcome();
    expect(await workbench.page.locator('.command-center').innerText()).not.toContain('Extension Development Host');
    await workbench.pressInWelcome('Try the Sandbox');
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

  it('shows notifications as toasts, and asks before the sandbox is reset', async () => {
    const { workbench, host } = desk;
    await workbench.runCommand('Market Desk: Export Positions (CSV)…');
    await workbench.quickInput.waitForValue(/positions-.*\.csv$/);
    await host.page.keyboard.press('Enter');
    await host.page.locator('.notifications-toasts .notification-toast', { hasText: 'Positions exported to positions-' }).waitFor();
    await desk.screenshot('package-toast');
    await workbench.runCommand('Market Desk: Reset Sandbox');
    expect(await workbench.dialogText()).toMatch(/reset/i);
    await host.page.keyboard.press('Escape');
    await workbench.dialog.waitFor({ state: 'hidden' });
    await (await workbench.view('Positions')).waitForRow('SIM-1001');
  });
});
