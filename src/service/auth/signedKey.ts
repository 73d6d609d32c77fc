import { AuthError } from '../errors';
import type { WireRequest } from '../transport/types';
import type { Authenticator, Rejection } from './authenticator';
import { createNonce, signatureHeaders } from './signature';
import type { SigningKey } from './signature';

/** The clock as signing needs it. */
export interface SigningClock {
  /** Server time in Unix milliseconds if known, else the wall clock. */
  nowMs(): number;
  /** Measures again if the offset is missing or stale. Never rejects; if the service is unreachable, nothing changes. */
  ensureFresh(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Measures now; true if the offset was updated. */
  resynchronize(options: { readonly signal: AbortSignal }): Promise<boolean>;
}

/**
 * Signs every request anew, with a new nonce and the time of sending (Spec, Method 2: API key with request signature).
 *
 * @param loadKey - Gives the key that belongs to `origin`, or undefined when there is none.
 */
export class SignedKeyAuthenticator implements Authenticator {
  readonly method = 'signature';

  constructor(
    private readonly origin: string,
    private readonly loadKey: () => Promise<SigningKey | undefined>,
    private readonly clock: SigningClock,
  ) {}

  /** @throws {@link AuthError} `sign-in-required` without a key, `credential-invalid` for any other origin. */
  async headersFor(request: WireRequest, options: { readonly signal: AbortSignal }): Promise<Readonly<Record<string, string>>> {
    // The signature does not cover the host: only this check keeps it from being used elsewhere.
    if (request.origin !== this.origin) throw new AuthError('credential-invalid', { request: request.label });
    const key = await this.loadKey();
    if (key === undefined) throw new AuthError('sign-in-required', { request: request.label });
    await this.clock.ensureFresh(options);
    return signatureHeaders(key, request, { timestampMs: String(Math.round(this.clock.nowMs())), nonce: createNonce() });
  }

  async recover(rejection: Rejection, options: { readonly signal: AbortSignal }): Promise<boolean> {
    return rejection === 'clock-skew' ? this.clock.resynchronize(options) : false;
  }
}

/** The clock without measuring, for the request that is part of the measurement. */
export function asItStands(clock: Pick<SigningClock, 'nowMs'>): SigningClock {
  return { nowMs: () => clock.nowMs(), ensureFresh: async () => undefined, resynchronize: async () => false };
}
