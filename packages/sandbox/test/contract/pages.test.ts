import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseTexts } from '../../src/pageTexts/pageTexts';
import { startBrowser } from '../../../../test/host/install/browser';
import type { RunningBrowser } from '../../../../test/host/install/browser';
import { authorizeUrl, makePkce, registerClient, signIn } from '../support/sandboxHarness';

describe('the language of the sandbox’s pages', () => {
  it.each([
    ['en-US,en;q=0.9', 'zh-cn', 'en'],
    ['zh-TW,zh;q=0.9,en;q=0.8', 'en', 'zh-TW'],
    ['zh-HK', 'en', 'zh-TW'],
    ['zh-Hant-HK', 'en', 'zh-TW'],
    ['zh-CN', 'en', 'zh-CN'],
    ['zh', 'en', 'zh-CN'],
    ['de-DE,de;q=0.9', 'zh-cn', 'zh-CN'],
    ['de, en;q=0.2, zh-TW;q=0.7', 'en', 'zh-TW'],
    ['de, zh;q=0', 'en', 'en'],
    ['*', 'zh-tw', 'zh-TW'],
    [undefined, 'zh-tw', 'zh-TW'],
    [undefined, 'mixed', 'en'],
    [';;q=x,,', 'en', 'en'],
  ] as const)('for %j on a sandbox of %s is %s', (accepted, language, lang) => {
    expect(chooseTexts(accepted, language).lang).toBe(lang);
  });
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Colors don’t depend on the language, and sizes don’t depend on colors: each is looked at once. */
const looks = [
  ['light', 'en-US', { colorScheme: 'light', forcedColors: 'none' }],
  ['dark', 'zh-CN', { colorScheme: 'dark', forcedColors: 'none' }],
  ['high contrast light', 'zh-TW', { colorScheme: 'light', forcedColors: 'active' }],
  ['high contrast dark', 'en-US', { colorScheme: 'dark', forcedColors: 'active' }],
] as const;
const editorUri = `vscode://market-desk.market-desk/oauth/callback?${'windowId=1&x='.padEnd(150, 'y')}`;

describe('the sandbox’s pages in a browser', () => {
  let running: RunningBrowser;
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    running = await startBrowser();
    sandbox = await startSandbox({ port: 0, jumpPage: 'own' });
  }, 120_000);
  afterAll(async () => {
    await running.close();
    await sandbox.close();
  });

  async function consentUrl(): Promise<string> {
    const client = await registerClient(sandbox, { redirect_uris: [editorUri] });
    return authorizeUrl(sandbox, client.client_id, makePkce().challenge, { redirect_uri: editorUri });
  }

  async function jumpUrl(): Promise<string> {
    const { bearer } = await signIn(sandbox);
    const answer = await fetch(`${sandbox.url}/api/v1.0/accounts/8001/orders/BROWSER-3`, {
      method: 'PUT',
      headers: { ...bearer, 'Content-Type': 'application/json' },
      body: JSON.stringify({ exchange: 'US', qty: '21', price: '0', aux_price: '280' }),
    });
    return ((await answer.json()) as { readonly jump_url: string }).jump_url;
  }

  async function violations(page: Page): Promise<unknown> {
    // What a test waits for appears before the page has loaded to its end.
    await page.waitForLoadState();
    await page.evaluate(axe);
    return page.evaluate(`axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true }, 'color-contrast-enhanced': { enabled: false } } })
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
  }

  it.each(looks)(
    'are accessible in %s, %s',
    async (_theme, locale, media) => {
      const context = await running.browser.newContext({ locale, bypassCSP: true, ...media });
      try {
        const page = await context.newPage();
        await page.goto(await consentUrl());
        await page.locator('summary').first().click();
        expect(await violations(page)).toEqual([]);
        // Nothing is selected: the page returns with an error.
        for (const box of await page.locator('input[type=checkbox]:visible').all()) await box.uncheck();
        await page.locator('button[value=allow]').click();
        await page.getByRole('alert').waitFor();
        expect(await violations(page)).toEqual([]);
        await page.goto(`${sandbox.url}/portal`);
        expect(await violations(page)).toEqual([]);
        await page.getByRole('textbox').fill('nonsense');
        await page.locator('button').click();
        await page.getByRole('alert').waitFor();
        expect(await violations(page)).toEqual([]);
        await page.goto(await jumpUrl());
        expect(await violations(page)).toEqual([]);
        await page.locator('button[value=decline]').click();
        await page.getByRole('status').waitFor();
        expect(await violations(page)).toEqual([]);
      } finally {
        await context.close();
      }
    },
    60_000,
  );

  it('keep their button names in English, and fold the full URL of the way back', async () => {
    const context = await running.browser.newContext({ locale: 'en-US' });
    try {
      const page = await context.newPage();
      await page.goto(await consentUrl());
      expect(await page.getByRole('button').allTextContents()).toEqual(['Allow', 'Deny']);
      expect(await page.getByText('You’ll return to vscode://market-desk.market-desk', { exact: true }).isVisible()).toBe(true);
      expect(await page.getByText(editorUri).isVisible()).toBe(false);
      await page.getByText('Full URL').click();
      expect(await page.getByText(editorUri).isVisible()).toBe(true);
      await page.getByRole('link', { name: 'Developer portal' }).click();
      expect(await page.getByRole('textbox', { name: 'Public key' }).isVisible()).toBe(true);
      expect(await page.getByRole('button', { name: 'Create AppKey' }).isVisible()).toBe(true);
    } finally {
      await context.close();
    }
  }, 60_000);
});
