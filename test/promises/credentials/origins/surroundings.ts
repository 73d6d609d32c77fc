import type { Arrived, Reply } from '../network';
import type { Random } from '../../random';

export const approved = 'https://desk.example';
export const evil = 'https://evil.example';

/** What a case can do to the surroundings of the program, before and while it runs. */
export interface Surroundings {
  /** The user's own settings; at first they include the approved service. */
  readonly user: Record<string, unknown>;
  readonly environment: Record<string, string>;
  /** What the approved service answers instead of the truth; undefined for the truth. */
  respond: ((request: Arrived) => Reply | undefined) | undefined;
  /** Members or headers that are added to a true answer. */
  addMembers: Readonly<Record<string, unknown>>;
  addHeaders: Readonly<Record<string, string>>;
  /** The approved service is on this machine, without TLS. */
  isLocal: boolean;
  /** The name of the approved service leads to another server. */
  isPoisoned: boolean;
  /** The server that answers in place of the approved service has a certificate with its name. */
  isAlike: boolean;
  /** No authority signed the certificate of the approved service: the user trusts it. */
  isTrusted: boolean;
  /** What the proxy does with a tunnel. */
  proxy: 'tunnel' | 'impersonate' | 'refuse' | 'redirect' | 'challenge' | 'plain' | 'close';
  /** What the browser brings back instead of the genuine callback. */
  bendCallback: ((query: URLSearchParams) => string) | undefined;
  /** The service is changed to a second approved one after this many requests; undefined for never. */
  switchAfter: number | undefined;
}

export interface OriginCase {
  readonly name: string;
  /** The program must keep working with the approved service: at least one request with a credential arrives there. */
  readonly works: boolean;
  readonly prepare: (surroundings: Surroundings, random: Random) => void;
}
