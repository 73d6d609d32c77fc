import { parseArgs } from 'node:util';
import { defaultOptions } from './options';
import type { SandboxOptions } from './types';

/** What `--help` shows. `command` is what the user types before the options. */
export const usage = (command: string): string => `Runs the Market Desk sandbox on this machine, with simulated users, accounts, and prices.

  ${command} [options]

  --port N             port on 127.0.0.1; 0, the default, picks a free one
  --strict             offer nothing beyond the specification
  --like-live          respond as real services of this family do
  --language L         en, zh-cn, zh-tw, or mixed (default: mixed)
  --token-lifetime S   access token lifetime in seconds (default: 7200)
  --clock-skew MS      service clock minus this machine's clock, in milliseconds
  --server-time-needs-credentials
                       tell the time only to signed-in callers
  --jump-page P        own or elsewhere: where BROWSER- orders are finished (default: elsewhere)
  --seed N             seed for the generated data (default: 1)
  --latency MS         delay every response, in milliseconds
  --always-open        keep markets open day and night
  --ticks-per-second N quote feed messages per second (default: 50)
  --controls C         own or open: who may use the controls under /sandbox/; own, the default, prints a
                       secret for them, open lets in every program and user of this machine
  --state FILE         keep registrations, tokens, AppKeys, and changed orders across restarts
  --help               show this help
`;

export type CommandLine =
  | { readonly kind: 'run'; readonly options: SandboxOptions; readonly controls: (typeof controls)[number] }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

interface Range {
  readonly least: number;
  readonly most: number;
}

const languages = ['en', 'zh-cn', 'zh-tw', 'mixed'] as const;
const controls = ['own', 'open'] as const;
const jumpPages = ['own', 'elsewhere'] as const;

/** Parses the arguments after the program's name; an invalid one is an error. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({
      args: joinNegative(args),
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        strict: { type: 'boolean' },
        'like-live': { type: 'boolean' },
        language: { type: 'string' },
        'server-time-needs-credentials': { type: 'boolean' },
        'jump-page': { type: 'string' },
        'token-lifetime': { type: 'string' },
        'clock-skew': { type: 'string' },
        seed: { type: 'string' },
        latency: { type: 'string' },
        'always-open': { type: 'boolean' },
        'ticks-per-second': { type: 'string' },
        controls: { type: 'string' },
        state: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    if (values.strict === true && values['like-live'] === true) throw new Error('--strict and --like-live exclude each other');
    const options: SandboxOptions = {
      port: integer('--port', values.port, defaultOptions.port, { least: 0, most: 65_535 }),
      strict: values.strict ?? defaultOptions.strict,
      likeLive: values['like-live'] ?? defaultOptions.likeLive,
      language: oneOf('--language', values.language, languages, defaultOptions.language),
      serverTimeNeedsCredentials: values['server-time-needs-credentials'] ?? defaultOptions.serverTimeNeedsCredentials,
      jumpPage: oneOf('--jump-page', values['jump-page'], jumpPages, defaultOptions.jumpPage),
      tokenLifetimeSeconds: integer('--token-lifetime', values['token-lifetime'], defaultOptions.tokenLifetimeSeconds, {
        least: 1,
        most: 31_536_000,
      }),
      clockSkewMs: integer('--clock-skew', values['clock-skew'], defaultOptions.clockSkewMs, { least: -1e12, most: 1e12 }),
      seed: integer('--seed', values.seed, defaultOptions.seed, { least: 0, most: 4_294_967_295 }),
      latencyMs: integer('--latency', values.latency, defaultOptions.latencyMs, { least: 0, most: 600_000 }),
      moreOrders: defaultOptions.moreOrders,
      alwaysOpen: values['always-open'] ?? defaultOptions.alwaysOpen,
      ticksPerSecond: integer('--ticks-per-second', values['ticks-per-second'], defaultOptions.ticksPerSecond, { least: 0, most: 100_000 }),
      stateFile: file(values.state),
    };
    return { kind: 'run', options, controls: oneOf('--controls', values.controls, controls, 'own') };
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

function oneOf<T extends string>(option: string, text: string | undefined, allowed: readonly T[], fallback: T): T {
  if (text === undefined) return fallback;
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new Error(`${option} must be one of ${allowed.join(', ')}`);
  return found;
}

function file(text: string | undefined): string | undefined {
  if (text === '') throw new Error('--state must name a file');
  return text;
}
