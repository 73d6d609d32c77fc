import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Browser, Frame, Page } from 'playwright-core';

/** A rule that a page breaks, with what breaks it. */
export interface AxeViolation {
  readonly rule: string;
  readonly help: string;
  /** At most a few selectors, with what is wrong about each. */
  readonly nodes: readonly string[];
}

const shownNodes = 5;

/**
 * Runs axe-core in a page or the frame of a webview, in the theme that it has now: all rules of WCAG 2.2 A and AA and the best
 * practices, contrast included.
 *
 * @returns What is broken; empty where all is well.
 */
export async function axeViolations(target: Page | Frame): Promise<readonly AxeViolation[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated by the driver, so the page's own policy for scripts does not stand in the way.
  await target.evaluate(source);
  const json = await target.evaluate<string>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations.map(({ id, help, nodes }) => ({
      rule: id, help, nodes: nodes.slice(0, ${String(shownNodes)}).map(({ target, failureSummary }) => target.join(' ') + ': ' + failureSummary),
    }))))`,
  );
  return JSON.parse(json) as readonly AxeViolation[];
}

/**
 * The same for a webview that may run no scripts: there nothing that waits ever ends, so axe-core runs in a copy of the document.
 */
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
  // The editor's colors are in an attribute that the document's policy keeps a copy from having.
  const context = await browser.newContext({ viewport, bypassCSP: true });
  try {
    const copy = await context.newPage();
    await copy.setContent(html);
    // A webview is transparent: behind it is the editor.
    await copy.addStyleTag({ content: 'html { background-color: var(--vscode-editor-background); }' });
    return await use(copy);
  } finally {
    await context.close();
  }
}
