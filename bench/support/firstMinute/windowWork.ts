/** A window in a process of its own: the packed extension in the stand-in editor, with the system's own clocks, timers, and files. */
import { performance } from 'node:perf_hooks';
import { compileAhead } from '../../../test/promises/desk/bundle';
import { EditorWindow } from '../../../test/promises/desk/editorWindow';
import { Life } from '../../../test/promises/desk/life';
import { Machine } from '../../../test/promises/desk/machine';
import { Profile } from '../../../test/promises/desk/profile';
import { sayYes } from '../../../test/promises/desk/world';
import { Uri } from '../../../test/support/editor/values';
import { WebviewPanel } from '../../../test/support/editor/webviewPanel';
import { isWindowFilled, trees } from './filled';

/** What all windows of one user share, as the editor keeps it. */
export interface Kept {
  readonly state: string;
  readonly secrets: readonly (readonly [string, string])[];
}

export interface WindowSettings extends Kept {
  readonly folder: string;
  readonly url: string;
  /** The accounts that have positions and orders. */
  readonly live: number;
  readonly paper: number;
  readonly patienceMs: number;
}

/** What a window is told to do. */
export type ToWindow =
  | { readonly kind: 'open'; readonly signsIn: boolean; readonly isFocused: boolean }
  | { readonly kind: 'returned'; readonly uri: string }
  /** Securities of the watchlist, and commands that open pages. Both are shown until the window is closed. */
  | { readonly kind: 'show'; readonly watchlist: readonly string[]; readonly pages: readonly (readonly [command: string, ...unknown[]])[] };

/** When something was so, in milliseconds after the window was told to open; NaN if it was not so in time. */
export interface Filled {
  readonly kind: 'filled';
  /** Its views are visible and ask. */
  readonly asksMs: number;
  readonly liveMs: number;
  readonly paperMs: number;
  /** Processor time of all its threads until then. */
  readonly processorMs: number;
  readonly kept: Kept;
}

export type FromWindow =
  | Filled
  | { readonly kind: 'ready' }
  | { readonly kind: 'shown'; readonly pages: readonly string[] }
  | { readonly kind: 'browse'; readonly url: string }
  | { readonly kind: 'failed'; readonly text: string };

const lookMs = 250;
const settings = JSON.parse(process.argv[2] ?? '') as WindowSettings;

/** The machine that this runs on, whose time nobody moves. */
class RealMachine extends Machine {
  override soon(work: () => void): void {
    setImmediate(work);
  }

  override async during<T>(work: Promise<T>): Promise<T> {
    return work;
  }

  override async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  override async runUntil(isDone: () => boolean, limitMs = 60_000): Promise<boolean> {
    const limit = performance.now() + limitMs;
    while (!isDone() && performance.now() < limit) await pause(5);
    return isDone();
  }

  override globals(): Readonly<Record<string, unknown>> {
    return {};
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

function tell(message: FromWindow): void {
  process.send?.(message);
}

async function open({ signsIn, isFocused }: Extract<ToWindow, { kind: 'open' }>): Promise<void> {
  const machine = new RealMachine();
  const profile = new Profile(settings.folder, (work) => setImmediate(work));
  profile.set('marketDesk.service.url', settings.url);
  profile.set('marketDesk.plates', ['HK.BK1000']);
  profile.state = settings.state;
  for (const [key, value] of settings.secrets) profile.secrets.set(key, value);
  let [fromMs, from] = [performance.now(), process.cpuUsage()];
  const window = await EditorWindow.open({
    machine,
    profile,
    life: new Life(process.pid),
    modules: new Map(),
    browse: (url) => tell({ kind: 'browse', url }),
  });
  process.on('message', (message: ToWindow) => {
    if (message.kind === 'returned') void window.uriHandler?.handleUri(Uri.parse(message.uri));
    if (message.kind === 'show') show(window, message).catch((error: unknown) => tell({ kind: 'failed', text: String(error) }));
  });
  window.setFocused(isFocused);
  for (const view of trees) window.setVisible(view, true);
  if (signsIn) {
    await window.play('marketDesk.signIn', [], sayYes, 30_000);
    [fromMs, from] = [performance.now(), process.cpuUsage()];
  }
  const asksMs = performance.now() - fromMs;
  const [limit, done] = [performance.now() + settings.patienceMs, { liveMs: Number.NaN, paperMs: Number.NaN }];
  while (performance.now() < limit && !(done.liveMs >= 0 && done.paperMs >= 0)) {
    const { live, paper } = await isWindowFilled(window, settings);
    const nowMs = performance.now() - fromMs;
    if (live && Number.isNaN(done.liveMs)) done.liveMs = nowMs;
    if (paper && Number.isNaN(done.paperMs)) done.paperMs = nowMs;
    await pause(lookMs);
  }
  const { user, system } = process.cpuUsage(from);
  const processorMs = (user + system) / 1000;
  tell({ kind: 'filled', asksMs, ...done, processorMs, kept: { state: profile.state, secrets: [...profile.secrets] } });
  if (process.env['WINDOW_LOG'] !== undefined) console.log(window.log.slice(-30).join('\n'));
}

/** Pages that say what they show, as they do in an editor, and keep nothing of what they are sent. */
async function show(window: EditorWindow, { watchlist, pages }: Extract<ToWindow, { kind: 'show' }>): Promise<void> {
  const reads = (panel: WebviewPanel): void => {
    panel.onDidPost(() => panel.posted.splice(0));
    panel.say('ready');
  };
  const symbols = [...watchlist];
  for (const symbol of symbols) await window.play('marketDesk.watchlist.add', [symbol], sayYes);
  const view = new WebviewPanel('marketDesk.watchlist');
  await window.pageViews
    .get('marketDesk.watchlist')
    ?.resolveWebviewView(Object.assign(view, { onDidChangeVisibility: () => ({ dispose: () => undefined }) }), {}, {});
  reads(view);
  view.say('visible', { symbols });
  for (const [command, ...values] of pages) {
    const from = window.webviews.length;
    await window.play(command, values, sayYes);
    for (const panel of window.webviews.slice(from)) {
      reads(panel);
      panel.say('visible', { symbols });
    }
  }
  tell({ kind: 'shown', pages: window.webviews.map(({ viewType }) => viewType) });
}

process.on('message', (message: ToWindow) => {
  if (message.kind === 'open') open(message).catch((error: unknown) => tell({ kind: 'failed', text: String(error) }));
});
process.on('disconnect', () => process.exit());
compileAhead();
tell({ kind: 'ready' });
