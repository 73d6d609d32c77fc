import type { Arrived, Reply } from '../network';
import type { Random } from '../../random';

export const approved = 'https://desk.example';
export const evil = 'https://evil.example';

/** What a case can do to the surroundings of the program, before and while it works. */
export interface Surroundings {
  /** The user's own settings; the approved service is among them at first. */
  readonly user: Record<string, unknown>;
  readonly environment: Record<string, string>;
  /** What the approved service answers instead of the truth; undefined for the truth. */
  respond: ((request: Arrived) => Reply | undefined) | undefined;
  /** What is added to a true answer's members or headers. */
  addMembers: Readonly<Record<string, unknown>>;
  addHeaders: Readonly<Record<string, string>>;
  /** The approved service is one on this machine, without TLS. */
  isLocal: boolean;
  /** The name of the approved service leads to somebody else. */
  isPoisoned: boolean;
  /** Whoever answers in place of the approved service has a certificate that names it. */
  isAlike: boolean;
  /** Nobody vouches for the certificate of the approved service: the user trusts it. */
  isTrusted: boolean;
  /** What the proxy does with a tunnel. */
  proxy: 'tunnel' | 'impersonate' | 'refuse' | 'redirect' | 'challenge' | 'plain' | 'close';
  /** What the browser brings back in place of the genuine callback. */
  bendCallback: ((query: URLSearchParams) => string) | undefined;
  /** The service is changed to a second approved one when so many requests have arrived; undefined for never. */
  switchAfter: number | undefined;
}

export interface OriginCase {
  readonly name: string;
  /** The program must go on working with the approved service: at least one request with a credential arrives there. */
  readonly works: boolean;
  readonly prepare: (surroundings: Surroundings, random: Random) => void;
}
