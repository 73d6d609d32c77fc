import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startHost, themes } from '../../host/host';
import type { Host, HostOptions, Theme } from '../../host/host';
import { takePictureOf } from '../../host/picture';
import { packedFolder } from '../../support/packed/packedFolder';
import { Workbench } from './workbench';

/** Where screenshots go; ignored by git. */
const resultsFolder = path.resolve('test-results');
/** Pictures of a successful run are not needed, and taking them all takes minutes. */
const arePicturesWanted = process.env['MARKET_DESK_PICTURES'] !== undefined;

/** Milliseconds of a wait that names none. */
const longest = 120_000;

/** A window of a real VS Code with the packed extension. */
export class Desk {
  readonly workbench: Workbench;
  readonly #viewport: { readonly width: number; readonly height: number };

  constructor(
    readonly host: Host,
    private readonly options: Pick<HostOptions, 'theme'> = {},
  ) {
    this.workbench = new Workbench(host.page);
    // On a busy machine everything comes later; only a failure waits that long.
    host.browserContext.setDefaultTimeout(longest);
    this.#viewport = host.page.viewportSize() ?? { width: 1280, height: 800 };
  }

  /** Writes `test-results/<name>.png`, in a run with `MARKET_DESK_PICTURES`. */
  async screenshot(name: string): Promise<void> {
    if (arePicturesWanted) await this.takePicture(name);
  }

  /** Writes `<name>-light.png`, `<name>-dark.png` and `<name>-highContrast.png`, in a run with `MARKET_DESK_PICTURES`. */
  async screenshotInEveryTheme(name: string): Promise<void> {
    if (!arePicturesWanted) return;
    const shown: readonly Theme[] = ['light', 'dark', 'highContrast'];
    for (const theme of shown) {
      await this.workbench.setTheme(themes[theme].label);
      await this.host.page.locator(`.monaco-workbench.${themes[theme].className}`).waitFor();
      await this.takePicture(`${name}-${theme}`);
    }
  }

  /**
   * Brings the window back to what every test may expect: its own size and theme, the main window alone, and nothing in front, no editor,
   * no notification. What tests do at the service and in the views stays, so tests of one window take different orders and securities.
   */
  async putBack(): Promise<void> {
    const { page, browserContext } = this.host;
    for (const other of browserContext.pages()) if (other !== page) await other.close();
    await page.bringToFront();
    await page.setViewportSize(this.#viewport);
    await this.workbench.clear();
    const { theme } = this.options;
    if (theme === undefined || (await page.locator(`.monaco-workbench.${themes[theme].className}`).isVisible())) return;
    await this.workbench.setTheme(themes[theme].label);
    await page.locator(`.monaco-workbench.${themes[theme].className}`).waitFor();
  }

  /** Writes `test-results/<name>.png` in every run. */
  async takePicture(name: string): Promise<void> {
    await mkdir(resultsFolder, { recursive: true });
    await takePictureOf(this.host.page, path.join(resultsFolder, `${name}.png`));
  }
}

/** Opens a window; the caller closes `desk.host`. Without `vsix` the extension is not installed but loaded from the unpacked package. */
export async function openDesk(options: HostOptions = {}): Promise<Desk> {
  return new Desk(await startHost({ ...(options.vsix === undefined ? { extensionPath: packedFolder } : {}), ...options }), options);
}

/**
 * One window for all tests of the surrounding `describe` or file, closed after the last one. After each test it is {@link Desk.putBack}, so
 * that a test that fails takes no other one with it.
 *
 * A failing test leaves `test-results/failed-<name>.png`.
 *
 * @param options - A function if they are known only when the window opens.
 * @returns a function that returns the window; call it inside tests only.
 */
export function useDesk(options: HostOptions | (() => HostOptions) = {}): () => Desk {
  let desk: Desk | undefined;
  beforeAll(async () => {
    desk = await openDesk(typeof options === 'function' ? options() : options);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await desk?.takePicture(`failed-${task.name.replace(/\W+/g, '-')}`).catch(() => undefined);
    await desk?.putBack();
  });
  afterAll(async () => desk?.host.close());
  return () => {
    if (desk === undefined) throw new Error('The window is not open yet.');
    return desk;
  };
}
