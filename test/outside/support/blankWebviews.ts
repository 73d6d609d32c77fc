import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';

/** One line for each webview of the run that was reopened. */
const file = path.resolve('test-results', 'blank-webviews.txt');

export async function forgetBlankWebviews(): Promise<void> {
  await rm(file, { force: true });
}

/** Counts a webview that was reopened. */
export async function noteBlankWebview(marker: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await appendFile(file, `${marker}\n`);
}

/** The webviews of the run that were reopened, as a sentence; undefined if there were none. */
export async function blankWebviews(): Promise<string | undefined> {
  const markers = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  if (markers.length === 0) return undefined;
  const times = (marker: string): number => markers.filter((other) => other === marker).length;
  const each = [...new Set(markers)].map((marker) => `${marker} (${String(times(marker))})`);
  return `Opened again, because the editor left them without a document: ${String(markers.length)} webviews: ${each.join(', ')}`;
}

/**
 * Finds a webview whose document never arrived. On a busy machine the editor sometimes leaves one like that permanently. An empty page of
 * ours still has a document, so this never hides a fault of the product.
 */
export async function findBlankWebview(page: Page): Promise<Frame | undefined> {
  for (const outer of page.frames().filter(isWebview)) {
    const inner = outer.childFrames();
    const blank = await Promise.all(inner.map(async (frame) => hasNoDocument(frame)));
    if (blank.every(Boolean)) return outer;
  }
  return undefined;
}

const isWebview = (frame: Frame): boolean => frame.url().includes('/webview/browser/pre/index.html');

/** Whether the frame is the webview of an editor; views have webviews, too. */
export const isOfEditor = (frame: Frame): boolean => isWebview(frame) && !frame.url().includes('purpose=webviewView');

async function hasNoDocument(frame: Frame): Promise<boolean> {
  if (frame.url().startsWith('chrome-error:')) return true;
  return frame.evaluate<boolean>('document.head === null || document.head.childElementCount === 0').catch(() => false);
}

/** The address of a frame, and the steps of the editor's webview that it has completed. */
export async function howFarItCame(frame: Frame): Promise<string> {
  const steps = await frame
    .evaluate<string>(
      "performance.getEntriesByType('mark').map(({ name }) => name).filter((name) => name.startsWith('webview/')).join(' ')",
    )
    .catch(() => '');
  return `${frame.url()}${steps === '' ? '' : ` (${steps})`}`;
}
