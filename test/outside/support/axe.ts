import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Browser, Frame, Page } from 'playwright-core';

/** A rule that a page breaks, and the elements that break it. */
export interface AxeViolation {
  readonly rule: string;
  readonly help: string;
  /** At most a few selectors, each with what is wrong. */
  readonly nodes: readonly string[];
}

const shownNodes = 5;

/**
 * Runs axe-core in a page or a webview's frame, in its current theme: all rules of WCAG 2.2 A and AA and the best practices, including
 * contrast.
 *
 * @returns the violations; empty if there are none.
 */
export async function axeViolations(target: Page | Frame): Promise<readonly AxeViolation[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated by the driver, so the page's own script policy does not block it.
  await target.evaluate(source);
  const json = await target.evaluate<string>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations.map(({ id, help, nodes }) => ({
      rule: id, help, nodes: nodes.slice(0, ${String(shownNodes)}).map(({ target, failureSummary }) => target.join(' ') + ': ' + failureSummary),
    }))))`,
  );
  return JSON.parse(json) as readonly AxeViolation[];
}

/** The same for a webview that may not run scripts: nothing asynchronous ever ends there, so axe-core runs in a copy of the document. */
export async function axeViolationsWithoutScripts(frame: Frame): Promise<readonly AxeViolation[]> {
  const html = await frame.content();
  const size = await frame.evaluate<{ readonly width: number; readonly height: number }>('({ width: innerWidth, height: innerHeight })');
  const browser = frame.page().context().browser();
  if (browser === null) throw new Error('The window has no browser of its own.');
  return inCopy(browser, html, size, async (copy) => axeViolations(copy));
}

async function inCopy<T>(
  browser: Browser,
  html: string,
  viewport: { readonly width: number; readonly height: number },
  use: (copy: Page) => Promise<T>,
): Promise<T> {
  // The editor's colors are in an attribute that the document's policy would remove from a copy.
  const context = await browser.newContext({ viewport, bypassCSP: true });
  try {
    const copy = await context.newPage();
    await copy.setContent(html);
    // A webview is transparent: the editor is behind it.
    await copy.addStyleTag({ content: 'html { background-color: var(--vscode-editor-background); }' });
    return await use(copy);
  } finally {
    await context.close();
  }
}
