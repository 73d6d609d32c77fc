/**
 * `npm run pictures`: recreates the pictures of the walkthrough, the welcome page, and README.md from the product itself in a real window.
 *
 * The window gets a theme in which all colors are different, so that each painted color identifies one of the theme's. The painted content
 * is then written as SVG with these colors: the editor shows it sharp and in the reader's theme.
 */
import { build } from 'esbuild';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { startHost } from '../test/host/host';
import type { Host } from '../test/host/host';
import { takeScreenshots } from '../test/host/screenshots';
import { Workbench } from '../test/outside/support/workbench';
import { ensurePacked } from '../test/support/packed/ensurePacked';
import { packedFolder } from '../test/support/packed/packedFolder';
import { colorVariables, customizations, namedColors, uniqueColors } from './pictures/colors';
import { iconPaths } from './pictures/icons';
import { connecting, firstMinute } from './pictures/scenes';
import type { Studio } from './pictures/scenes';
import { withWords } from './pictures/pngWords';
import { svgOf } from './pictures/svg';
import type { Area, Traced, TraceRequest } from './pictures/traced';

const root = path.resolve(import.meta.dirname, '..');
/** Steps of the main workflow, and the names of their pictures in README.md. */
const readmePictures = new Map([
  ['10-security', 'security'],
  ['08-review', 'orders-review'],
]);
const folders = { walkthrough: path.join(root, 'media', 'walkthrough'), welcome: path.join(root, 'src', 'webview', 'welcome') };
async function main(): Promise<void> {
  await ensurePacked();
  const variables = await withHost({}, async (host) => colorVariables(host.page));
  const extra = ['contrastBorder', 'contrastActiveBorder', 'button-border', 'widget-border', 'editorHoverWidget-border'].map(
    (name) => `--vscode-${name}`,
  );
  const colors = uniqueColors([...new Set([...variables, ...extra])]);
  const tracer = await tracerSource();
  const styles = await pageStyles();
  const icons = await iconPaths(root);
  await takeReadmePictures(styles, tracer);
  const settings = {
    'workbench.colorCustomizations': customizations(colors),
    'marketDesk.calendar.timeZone': 'UTC',
    'marketDesk.refresh.intervalSeconds': 0,
    'editor.minimap.enabled': false,
    'editor.stickyScroll.enabled': false,
  };
  for (const scene of [firstMinute, connecting])
    await withHost(settings, async (host) => {
      const take: Studio['take'] = async (
        name,
        area,
        { background = 'var(--vscode-editor-background)', above = 0, folder = 'walkthrough' } = {},
      ) => {
        const lost = new Set<string>();
        const traced = await traceWindow(host.page, area, styles, tracer);
        const svg = svgOf(
          traced,
          { ...area, y: area.y - above, height: area.height + above },
          background,
          namedColors(colors, (computed) => lost.add(computed)),
          icons,
        );
        await writeFile(path.join(folders[folder], `${name}.svg`), svg);
        console.log(
          `${name}.svg ${(svg.length / 1024).toFixed(1)} KB${lost.size === 0 ? '' : `, colors without a name: ${[...lost].join('; ')}`}`,
        );
        if (process.env['PICTURE_SOURCES'] !== undefined)
          await host.page.screenshot({ path: path.join(process.env['PICTURE_SOURCES'], `${name}.png`), clip: area });
      };
      await scene({ host, workbench: new Workbench(host.page), take });
    });
}

/** The pictures of README.md are steps of `npm start -- --screenshots`. Their words are stored in the files, for a test to read. */
async function takeReadmePictures(styles: string, tracer: string): Promise<void> {
  const words = new Map<string, readonly string[]>();
  const readWords = async (name: string, page: Page): Promise<void> => {
    const size = page.viewportSize();
    if (!readmePictures.has(name) || size === null) return;
    const traced = await traceWindow(page, { x: 0, y: 0, ...size }, styles, tracer);
    words.set(name, [...new Set(traced.flatMap((item) => (item.kind === 'text' ? [item.text] : [])))]);
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-pictures-'));
  try {
    if ((await takeScreenshots(folder, () => undefined, readWords)) !== 0)
      throw new Error('npm start -- --screenshots does not get to its end.');
    for (const [from, to] of readmePictures) {
      const picture = await readFile(path.join(folder, `${from}.png`));
      await writeFile(path.join(root, 'docs', 'images', `${to}.png`), withWords(picture, words.get(from) ?? []));
      console.log(`${to}.png`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withHost<T>(settings: Readonly<Record<string, unknown>>, use: (host: Host) => Promise<T>): Promise<T> {
  const host = await startHost({
    extensionPath: packedFolder,
    theme: 'dark',
    viewport: { width: 1060, height: 760 },
    settings,
    log: () => undefined,
  });
  // Prices that change would appear between two positions.
  await host.page.emulateMedia({ reducedMotion: 'reduce' });
  try {
    return await use(host);
  } catch (error) {
    await host.page.screenshot({ path: path.join(root, 'test-results', 'pictures-failed.png') });
    throw error;
  } finally {
    await host.close();
  }
}

async function tracerSource(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'pictures', 'page', 'trace.ts')],
    bundle: true,
    format: 'iife',
    globalName: 'pictures',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

async function pageStyles(): Promise<string> {
  const built = path.join(root, 'dist', 'webview');
  const names = (await readdir(built)).filter((name) => name.endsWith('-style.css'));
  return (await Promise.all(names.map(async (name) => readFile(path.join(built, name), 'utf8')))).join('\n');
}

/** Traces the workbench, and above it every page that overlaps the area. */
async function traceWindow(page: Page, area: Area, styles: string, tracer: string): Promise<readonly Traced[]> {
  const layers: (readonly Traced[])[] = [];
  for (const frame of page.frames()) {
    const offset =
      frame === page.mainFrame() ? { x: 0, y: 0, width: area.width + area.x, height: area.height + area.y } : await placeOf(frame);
    if (offset === undefined) continue;
    const seen = { ...area, x: area.x - offset.x, y: area.y - offset.y };
    if (seen.x >= offset.width || seen.y >= offset.height || seen.x + seen.width <= 0 || seen.y + seen.height <= 0) continue;
    const clip = {
      x: Math.max(0, seen.x),
      y: Math.max(0, seen.y),
      width: Math.min(offset.width, seen.x + seen.width) - Math.max(0, seen.x),
      height: Math.min(offset.height, seen.y + seen.height) - Math.max(0, seen.y),
    };
    const request: TraceRequest = { selector: undefined, area: clip, styles };
    const found = await frame.evaluate<readonly Traced[]>(`(() => { ${tracer}; return pictures.trace(${JSON.stringify(request)}); })()`);
    layers.push(found.map((item) => moved(item, offset)));
  }
  return layers.flat();
}

function moved(item: Traced, { x, y }: Area): Traced {
  return item.kind === 'text' ? { ...item, x: item.x + x, baseline: item.baseline + y } : { ...item, x: item.x + x, y: item.y + y };
}

async function placeOf(frame: Frame): Promise<Area | undefined> {
  if (frame.isDetached()) return undefined;
  const element = await frame.frameElement();
  return (await element.boundingBox()) ?? undefined;
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
