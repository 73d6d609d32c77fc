import type { SandboxOptions } from './types';

/** The default options. */
export const defaultOptions: SandboxOptions = {
  port: 0,
  strict: false,
  likeLive: false,
  language: 'mixed',
  serverTimeNeedsCredentials: false,
  jumpPage: 'elsewhere',
  tokenLifetimeSeconds: 7200,
  clockSkewMs: 0,
  seed: 1,
  latencyMs: 0,
  alwaysOpen: false,
  moreOrders: 0,
  ticksPerSecond: 50,
  stateFile: undefined,
};

/** Options that only code in the same process can set. */
export interface StartOptions extends Partial<SandboxOptions> {
  /** Shown by GET /sandbox/info, so that the program that started a sandbox recognizes it. */
  readonly instanceId?: string | undefined;
  /** The `X-Sandbox-Secret` that users of the controls must send; if undefined, every program and user of this machine may use them. */
  readonly controlSecret?: string | undefined;
  /** False removes the rate limits of a like-live sandbox, for tests of other things. */
  readonly limitsRequests?: boolean | undefined;
  /** This machine's clock, in Unix milliseconds; tests move it. */
  readonly wallClock?: (() => number) | undefined;
  /** Called with anything unusual, for example a state file that could not be read. */
  readonly warn?: ((message: string) => void) | undefined;
}
