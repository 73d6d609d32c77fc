import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { Frame, Page } from 'playwright-core';

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
