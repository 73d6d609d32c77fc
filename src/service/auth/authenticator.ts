import type { WireRequest } from '../transport/types';

export type Rejection = 'token-rejected' | 'clock-skew';

export interface RecoverOptions {
  readonly refused: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Puts credentials on a request. One of: none, bearer token, signed API key (Spec, Authentication). */
export interface Authenticator {
  readonly method: 'none' | 'bearer' | 'signature';
  /**
   * Headers for exactly this request; called again for each attempt, right before it is sent.
   *
   * @throws {@link AuthError} when there is no usable credential.
   */
  headersFor(request: WireRequest, options: { readonly signal: AbortSignal }): Promise<Readonly<Record<string, string>>>;
  /**
   * After the service rejected the credential: renews it if possible and returns whether to try once more.
   *
   * @param options.refused - Headers of the request that was rejected, so that another one's credential is not taken for its own.
   */
  recover(rejection: Rejection, options: RecoverOptions): Promise<boolean>;
}
