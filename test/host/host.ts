import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { keepFiles } from '../support/secrets/canaries';
import { outputFolder } from '../support/secrets/keptOutputs';
import { startBrowser } from './install/browser';
import type { RunningBrowser } from './install/browser';
import { findChromium } from './install/chromium';
import { askForController } from './server/front';
import { clockShift, startServer } from './server/server';
import type { ServerOptions } from './server/server';
import { keepShownTexts, keepStoredState } from './shown';
import { workbenchUrl } from './server/workbenchUrl';

const workbenchTimeout = 60_000;

export type Theme = 'light' | 'dark' | 'highContrast' | 'highContrastLight';

/** VS Code's own color themes: the value of the setting, the label in the picker, the class of the workbench. */
export const themes: Readonly<Record<Theme, { readonly setting: string; readonly label: string; readonly className: string }>> = {
  light: { setting: 'Light Modern', label: 'Light Modern', className: 'vs' },
  dark: { setting: 'Dark Modern', label: 'Dark Modern', className: 'vs-dark' },
  highContrast: { setting: 'Default High Contrast', label: 'Dark High Contrast', className: 'hc-black' },
  highContrastLight: { setting: 'Default High Contrast Light', label: 'Light High Contrast', className: 'hc-light' },
};

export interface HostOptions extends ServerOptions {
  /** Folder of an extension that is loaded as one in development, which needs the test driver; `vsix` installs one as users do. */
  readonly extensionPath?: string;
  /** Absolute path of the suite that the extension host runs; its outcome is {@link Host.tested}. */
  readonly testsPath?: string;
  /** Opened as the workspace; by default an empty folder is created. */
  readonly workspaceFolder?: string;
  readonly theme?: Theme;
  readonly headless?: boolean;
  /** IANA zone of the browser, different from the server's. */
  readonly browserZone?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Item of the activity bar that says that a window without the test driver is ready; that of Market Desk, where it is installed. */
  readonly readyItem?: string;
  /** Receives the lines that the suite prints. */
  readonly onTestOutput?: (type: string, args: readonly unknown[]) => void;
}

/** A real VS Code with its workbench open in a browser. */
export interface Host {
  /** Address of the workbench; opening it in another page of the context gives a second window. */
  readonly url: string;
  readonly origin: string;
  readonly dataDir: string;
  readonly workspaceFolder: string;
  readonly page: Page;
  readonly browserContext: BrowserContext;
  /** Exit code of the suite at `testsPath`; never settles without one. */
  readonly tested: Promise<number>;
  /** Opens another window on the same server and browser profile. */
  openWindow(folder?: string): Promise<Page>;
  /** Ends browser and server and removes all temporary files. */
  close(): Promise<void>;
}

/** Starts the VS Code server and opens its workbench in Chromium. */
export async function startHost(options: HostOptions = {}): Promise<Host> {
  const log = options.log ?? ((line: string): void => console.error(line));
  await findChromium(log);
  const scratch = await mkdtemp(path.join(tmpdir(), 'market-desk-workspace-'));
  const workspaceFolder = options.workspaceFolder ?? path.join(scratch, 'workspace');
  await mkdir(workspaceFolder, { recursive: true });
  const settings = {
    ...(options.theme === undefined ? {} : { 'workbench.colorTheme': themes[options.theme].setting }),
    ...options.settings,
  };
  // Without a gallery nothing is looked up on the network.
  const testDriver = options.extensionPath !== undefined || options.testsPath !== undefined;
  const readyItem = testDriver ? undefined : (options.readyItem ?? 'Market Desk');
  const server = await startServer({ ...options, testDriver, settings, env: { EXTENSIONS_GALLERY: '{}', ...options.env } });
  let running: RunningBrowser | undefined;
  const kept = outputFolder('window');
  const close = async (): Promise<void> => {
    const pages = running?.browser.contexts().flatMap((context) => context.pages()) ?? [];
    if (kept !== undefined) await keepStoredState(pages, server.origin, kept);
    await running?.close();
    await server.close();
    if (kept !== undefined) await keepFiles(kept, 'workspace', workspaceFolder);
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    running = await startBrowser({ log, ...(options.headless === undefined ? {} : { headless: options.headless }) });
    const browserContext = await newContext(running.browser, options);
    if (kept !== undefined) await keepShownTexts(browserContext, server.origin, kept);
    const url = workbenchUrl(server, workspaceFolder, options);
    const page = await browserContext.newPage();
    const { exit } = await exposeTestDriver(page, options.onTestOutput);
    const openWindow = async (folder = workspaceFolder): Promise<Page> => {
      const window = await browserContext.newPage();
      await openWorkbench(window, workbenchUrl(server, folder, options), readyItem);
      return window;
    };
    await openWorkbench(page, url, readyItem);
    // Themes come from an extension: until it is loaded, pictures show other colors.
    const themed = options.theme === undefined ? '' : `.${themes[options.theme].className}`;
    await page.locator(`.monaco-workbench${themed}[class*="vscode-theme-"]`).waitFor({ timeout: workbenchTimeout });
    return { url, origin: server.origin, dataDir: server.dataDir, workspaceFolder, page, browserContext, tested: exit, openWindow, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function newContext(browser: Browser, options: HostOptions): Promise<BrowserContext> {
  const { locale, browserZone, viewport = { width: 1280, height: 800 }, clockShiftMs } = options;
  const context = await browser.newContext({
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(locale === undefined ? {} : { locale }),
    ...(browserZone === undefined ? {} : { timezoneId: browserZone }),
  });
  await context.addInitScript(askForController);
  if (clockShiftMs !== undefined) {
    await context.addInitScript(`globalThis.marketDeskClockShift = ${String(clockShiftMs)};`);
    await context.addInitScript({ path: clockShift });
  }
  return context;
}

/** @param readyItem - Undefined where the test driver says when the window is ready. */
async function openWorkbench(page: Page, url: string, readyItem: string | undefined): Promise<void> {
  await page.goto(url);
  await page.locator('.monaco-workbench').waitFor({ timeout: workbenchTimeout });
  // Until then the workbench swallows keys.
  if (readyItem !== undefined) {
    await page
      .locator('.activitybar .action-item', { has: page.getByLabel(readyItem) })
      .first()
      .waitFor({ timeout: workbenchTimeout });
    return;
  }
  await page.waitForFunction('window.driver !== undefined', undefined, { timeout: workbenchTimeout });
  await page.evaluate('window.driver.whenWorkbenchRestored()');
}

/** The workbench reports the suite's output and exit code through functions that it expects on the page. */
async function exposeTestDriver(page: Page, onOutput: HostOptions['onTestOutput']): Promise<{ readonly exit: Promise<number> }> {
  let end: (code: number) => void = () => undefined;
  const exit = new Promise<number>((resolve) => (end = resolve));
  await page.exposeFunction('codeAutomationLog', (type: string, args: readonly unknown[]) => onOutput?.(type, args));
  await page.exposeFunction('codeAutomationExit', (code: number) => end(code));
  return { exit };
}
