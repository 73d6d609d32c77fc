import path from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from '../../../test/host/install/browser';
import type { RunningBrowser } from '../../../test/host/install/browser';
import { serveFiles } from '../serveFiles';
import { pageTasks } from './pageTasks';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** One of the packed pages. */
export interface BuiltPage {
  /** The name of its script and style sheet. */
  readonly name: 'calendar' | 'orders' | 'portfolio' | 'records' | 'screener' | 'security' | 'watchlist';
  readonly viewport: { readonly width: number; readonly height: number };
  /** What it stored when it was closed. */
  readonly stored?: object;
}

/** Opens built pages in one Chromium, without an editor: the caller sends their messages. */
export class BuiltPages {
  private constructor(
    private readonly running: RunningBrowser,
    private readonly server: { readonly url: string; close(): void },
  ) {}

  static async start(): Promise<BuiltPages> {
    const server = await serveFiles(path.join(root, 'dist', 'webview'));
    // In an editor window each page has its own process and is visible: these flags do the same for pages in any tab.
    const flags = ['--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows', '--disable-background-timer-throttling'];
    return new BuiltPages(await startBrowser({ flags }), server);
  }

  async close(): Promise<void> {
    await this.running.close();
    this.server.close();
  }

  /**
   * Opens a page and waits until it says `ready`. It knows `say(type, body)`, which sends it a message; `sent`, the messages to its host;
   * and `painted()`, which resolves when the next frame is drawn.
   */
  async open({ name, viewport, stored }: BuiltPage): Promise<Page> {
    const page = await this.running.browser.newPage({ viewport });
    await page.goto(`${this.server.url}/`);
    await page.evaluate(`(() => {
      globalThis.sent = [];
      globalThis.say = (type, body) => window.postMessage({ type, body }, '*');
      globalThis.painted = () => new Promise((resolve) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      }));
      globalThis.acquireVsCodeApi = () => ({ getState: () => (${stored === undefined ? 'undefined' : JSON.stringify(stored)}), setState: () => undefined, postMessage: (message) => sent.push(message) });
      return Promise.all(['shared-style.css', '${name}-style.css', 'codicon.css'].map((file) => new Promise((resolve) => {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/' + file, id: file === 'codicon.css' ? 'vscode-codicon-stylesheet' : '' });
        link.onload = resolve;
        document.head.append(link);
      })));
    })()`);
    await page.addStyleTag({ content: 'html, body { height: 100%; margin: 0; }' });
    await page.addScriptTag({ url: `${this.server.url}/${name}.js`, type: 'module' });
    return page;
  }

  /** An empty page: what the browser itself needs. */
  async blank(): Promise<Page> {
    const page = await this.running.browser.newPage();
    await page.goto(`${this.server.url}/`);
    return page;
  }

  /** Runs `action` and measures its cost in the page. Not for concurrent use. */
  async measure<T>(page: Page, action: () => Promise<T>): Promise<{ readonly result: T; readonly tasks: readonly number[] }> {
    await this.running.browser.startTracing(page, {
      categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
    });
    const result = await action();
    return { result, tasks: pageTasks(await this.running.browser.stopTracing()) };
  }
}
