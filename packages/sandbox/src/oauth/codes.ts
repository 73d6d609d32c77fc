import { digestOf, randomToken } from '../state/credentials';
import { add } from '../state/store';
import type { Consent } from '../state/store';

/** Spec, Limits: an authorization code is valid for 5 minutes. */
const codeLifetimeMs = 5 * 60 * 1000;

export interface IssuedCode {
  readonly consent: Consent;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly expiresAtMs: number;
  /** Set by the one successful exchange. */
  used: boolean;
}

const keptCodes = 1000;

/** Authorization codes; used ones are remembered, so that a second exchange can be told from a wrong code. */
export class AuthorizationCodes {
  readonly #codes = new Map<string, IssuedCode>();

  constructor(private readonly nowMs: () => number) {}

  issue(consent: Consent, redirectUri: string, codeChallenge: string): string {
    const code = randomToken();
    const issued = { consent, redirectUri, codeChallenge, expiresAtMs: this.nowMs() + codeLifetimeMs, used: false };
    add(this.#codes, digestOf(code), issued, keptCodes);
    return code;
  }

  find(code: string): IssuedCode | undefined {
    return this.#codes.get(digestOf(code));
  }
}
