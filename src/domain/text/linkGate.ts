import { invisibleCharacters } from './invisible';

/** Why a link is not opened. */
export type LinkRefusal = AddressRefusal | 'this-machine';

/** What is wrong with the address itself. */
export type AddressRefusal = 'not-a-link' | 'hidden-characters' | 'scheme' | 'user-info' | 'host' | 'too-long';

export type LinkVerdict<Refusal = LinkRefusal> =
  | {
      readonly allowed: true;
      /** Normalised address: open exactly this. */
      readonly url: string;
      /** ASCII host with port, to be shown before anything is opened. */
      readonly host: string;
      readonly isLoopback: boolean;
    }
  | { readonly allowed: false; readonly reason: Refusal };

const longestLink = 8192;
/** Invisible characters, spaces, everything beyond the basic plane, and the backslash, which URL parsers read as a slash. */
const hiddenClass = String.raw`[${invisibleCharacters}\s\ufff0-\uffff\u{10000}-\u{10ffff}\\]`;
// Stryker disable next-line StringLiteral: without the flag it is no pattern and nothing loads, which Stryker counts as no failure.
const hiddenCharacters = new RegExp(hiddenClass, 'u');
const asciiAuthority = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;

/** True for the names and addresses of this machine only. `hostname` as `URL.hostname` gives it. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/**
 * Decides whether an address from outside may be opened: https, or http on this machine; no user info; an ASCII host; no
 * character that hides or reorders others.
 */
export function checkLink(text: string): LinkVerdict<AddressRefusal> {
  if (text.length > longestLink) return { allowed: false, reason: 'too-long' };
  if (hiddenCharacters.test(text)) return { allowed: false, reason: 'hidden-characters' };
  const parts = /^(https?):\/\/([^/?#]*)/i.exec(text);
  const authority = parts?.[2];
  if (authority === undefined) return { allowed: false, reason: /^[a-z][a-z0-9+.-]*:/i.test(text) ? 'scheme' : 'not-a-link' };
  if (authority.includes('@')) return { allowed: false, reason: 'user-info' };
  // Checked before parsing: a parser would turn full-width letters or percent escapes into an innocent name.
  if (!asciiAuthority.test(authority)) return { allowed: false, reason: 'host' };
  if (!URL.canParse(text)) return { allowed: false, reason: 'host' };
  const url = new URL(text);
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !isLoopback) return { allowed: false, reason: 'scheme' };
  return { allowed: true, url: url.href, host: url.host, isLoopback };
}

/**
 * The same for a link from a service, which may lead to this machine only if the service is on it: another service has no business with local
 * servers, and the editor opens such addresses without asking.
 *
 * @param service - Its base URL.
 */
export function checkServiceLink(text: string, service: string): LinkVerdict {
  const verdict = checkLink(text);
  const isHere = URL.canParse(service) && isLoopbackHost(new URL(service).hostname);
  return verdict.allowed && verdict.isLoopback && !isHere ? { allowed: false, reason: 'this-machine' } : verdict;
}
