import { bundleChild, ended, onMessage } from '../crash/children';
import type { Breach, ProofContext, ProofResult } from '../proof';

/** The settings of a proof in its own process. */
export interface IsolatedSettings {
  readonly seed: number;
  readonly runs: number;
  readonly quick: boolean;
}

function isBreach(value: unknown): value is Breach {
  return typeof value === 'object' && value !== null && 'summary' in value && typeof value.summary === 'string' && 'replay' in value;
}

const editorStandIn = { vscode: 'credentials/fakeEditor.ts' };

/**
 * Runs a proof in its own process.
 *
 * @param alias - Modules that are replaced by a stand-in of the proof; by default the editor's API.
 */
export async function runIsolated(
  source: string,
  context: Pick<ProofContext, 'seed' | 'runs' | 'quick' | 'progress'>,
  alias: Readonly<Record<string, string>> = editorStandIn,
): Promise<ProofResult> {
  const program = await bundleChild(source, alias);
  let result: ProofResult | undefined;
  let complaint = '';
  try {
    const child = program.start({ seed: context.seed, runs: context.runs, quick: context.quick });
    child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()));
    onMessage(child, 'progress', ({ done }) => context.progress(Number(done)));
    onMessage(child, 'result', ({ tried, found, cases, breaches }) => {
      result = {
        tried: String(tried),
        found: String(found),
        cases: Number(cases),
        breaches: Array.isArray(breaches) ? breaches.filter(isBreach) : [],
      };
    });
    await ended(child);
  } finally {
    program.dispose();
  }
  if (result === undefined) throw new Error(`the proof ended without a result: ${complaint.slice(0, 2000)}`);
  return result;
}

/** The child's side of {@link runIsolated}, called once by the program. */
export function serveIsolated(run: (settings: IsolatedSettings, progress: (done: number) => void) => Promise<ProofResult>): void {
  const settings: unknown = JSON.parse(process.argv[2] ?? '{}');
  if (typeof settings !== 'object' || settings === null || !('seed' in settings) || !('runs' in settings))
    throw new Error('settings expected');
  process.on('disconnect', () => process.exit(1));
  const given = { seed: Number(settings.seed), runs: Number(settings.runs), quick: 'quick' in settings && settings.quick === true };
  void run(given, (done) => process.send?.({ kind: 'progress', done })).then(
    (result) => process.send?.({ kind: 'result', ...result }, undefined, undefined, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(error instanceof Error ? (error.stack ?? error.message) : String(error));
      process.exit(1);
    },
  );
}
