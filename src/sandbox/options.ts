import type { SandboxOptions } from './types';

/** What holds where nothing else is asked for. */
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

/** Options that only code in the same process can give. */
export interface StartOptions extends Partial<SandboxOptions> {
  /** Shown by GET /sandbox/info, so that whoever started a sandbox recognises it. */
  readonly instanceId?: string | undefined;
  /** What whoever uses the controls must send as `X-Sandbox-Secret`; anyone on this machine may use them where it is undefined. */
  readonly controlSecret?: string | undefined;
  /** False lets a like-live sandbox take any number of requests; for tests that are about something else. */
  readonly limitsRequests?: boolean | undefined;
  /** This machine's clock, Unix milliseconds; a test moves it. */
  readonly wallClock?: (() => number) | undefined;
  /** Told what the sandbox found odd, for example a state file that it could not read. */
  readonly warn?: ((message: string) => void) | undefined;
}
