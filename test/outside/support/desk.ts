import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startHost, themes } from '../../host/host';
import type { Host, HostOptions, Theme } from '../../host/host';
import { packedFolder } from '../../support/packed/packedFolder';
import { Workbench } from './workbench';

/** Where screenshots go; ignored by git. */
const resultsFolder = path.resolve('test-results');
/** Pictures of a successful run are not needed, and taking them all takes minutes. */
const arePicturesWanted = process.env['MARKET_DESK_PICTURES'] !== undefined;

/** A window of a real VS Code with the packed extension. */
export class Desk {
  readonly workbench: Workbench;

  constructor(readonly host: Host) {
    this.workbench = new Workbench(host.page);
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
    await this.workbench.setTheme(themes.dark.label);
    await this.workbench.quickInput.waitUntilClosed();
  }

  /** Writes `test-results/<name>.png` in every run. */
  async takePicture(name: string): Promise<void> {
    await mkdir(resultsFolder, { recursive: true });
    await this.host.page.screenshot({ path: path.join(resultsFolder, `${name}.png`) });
  }
}

/** Opens a window; the caller closes `desk.host`. Without `vsix` the extension is not installed but loaded from the unpacked package. */
export async function openDesk(options: HostOptions = {}): Promise<Desk> {
  return new Desk(await startHost({ ...(options.vsix === undefined ? { extensionPath: packedFolder } : {}), ...options }));
}

/**
 * One window for all tests of the surrounding `describe` or file, closed after the last one.
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
    if (task.result?.state === 'fail') await desk?.takePicture(`failed-${task.name.replace(/\W+/g, '-')}`);
  });
  afterAll(async () => desk?.host.close());
  return () => {
    if (desk === undefined) throw new Error('The window is not open yet.');
    return desk;
  };
}
