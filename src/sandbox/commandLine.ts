import { parseArgs } from 'node:util';
import { defaultOptions } from './options';
import type { SandboxOptions } from './types';

export const usage = `Runs the service of Market Desk on this machine, with made-up people, accounts and prices.

  npm run sandbox -- [options]

  --port N             port on 127.0.0.1; 0, the default, picks a free one
  --strict             offer nothing beyond the specification
  --token-lifetime S   lifetime of access tokens in seconds, 7200 unless told
  --clock-skew MS      clock of the service minus this machine's, in milliseconds
  --seed N             seed of the world, 1 unless told
  --latency MS         added to every answer
  --state FILE         keeps registrations, tokens and AppKeys over a restart
  --help               shows this
`;

export type CommandLine =
  | { readonly kind: 'run'; readonly options: SandboxOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

interface Range {
  readonly least: number;
  readonly most: number;
}

/** Reads the arguments after the program's name; nothing is guessed from a bad one. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({
      args: joinNegative(args),
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        strict: { type: 'boolean' },
        'token-lifetime': { type: 'string' },
        'clock-skew': { type: 'string' },
        seed: { type: 'string' },
        latency: { type: 'string' },
        state: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    const options: SandboxOptions = {
      port: integer('--port', values.port, defaultOptions.port, { least: 0, most: 65_535 }),
      strict: values.strict ?? defaultOptions.strict,
      tokenLifetimeSeconds: integer('--token-lifetime', values['token-lifetime'], defaultOptions.tokenLifetimeSeconds, {
        least: 1,
        most: 31_536_000,
      }),
      clockSkewMs: integer('--clock-skew', values['clock-skew'], defaultOptions.clockSkewMs, { least: -1e12, most: 1e12 }),
      seed: integer('--seed', values.seed, defaultOptions.seed, { least: 0, most: 4_294_967_295 }),
      latencyMs: integer('--latency', values.latency, defaultOptions.latencyMs, { least: 0, most: 600_000 }),
      stateFile: file(values.state),
    };
    return { kind: 'run', options };
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
}

/** `--clock-skew -6000`: a value that begins with a minus would be taken for an option. */
function joinNegative(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (arg === '--clock-skew' && /^-\d/.test(args[index + 1] ?? '')) return [];
    return args[index - 1] === '--clock-skew' && /^-\d/.test(arg) ? [`--clock-skew=${arg}`] : [arg];
  });
}

function integer(option: string, text: string | undefined, fallback: number, { least, most }: Range): number {
  if (text === undefined) return fallback;
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new Error(`${option} must be an integer from ${least} to ${most}`);
  return value;
}

function file(text: string | undefined): string | undefined {
  if (text === '') throw new Error('--state must name a file');
  return text;
}
