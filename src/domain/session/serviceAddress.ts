import { checkLink } from '../text/linkGate';
import type { AddressRefusal } from '../text/linkGate';

export type AddressProblem = 'empty' | 'not-an-address' | 'hidden-characters' | 'not-https' | 'user-info' | 'host' | 'query';

/** The address of a service. */
export interface ServiceAddress {
  /** Without trailing slash; may have a path prefix. */
  readonly baseUrl: string;
  /** Scheme, host and port: what credentials are bound to. */
  readonly origin: string;
  /** ASCII host with port, to be shown before anything is trusted. */
  readonly host: string;
}

export type AddressVerdict =
  | { readonly ok: true; readonly address: ServiceAddress }
  | { readonly ok: false; readonly problem: AddressProblem };

/** Reads a typed base URL of a service: https, or http on this machine; no user info, query, or fragment. */
export function parseServiceAddress(text: string): AddressVerdict {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, problem: 'empty' };
  const verdict = checkLink(trimmed);
  if (!verdict.allowed) return { ok: false, problem: problemOf(verdict.reason) };
  const url = new URL(verdict.url);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(trimmed)) return { ok: false, problem: 'query' };
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return { ok: true, address: { baseUrl: url.origin + path, origin: url.origin, host: url.host } };
}

function problemOf(reason: AddressRefusal): AddressProblem {
  switch (reason) {
    case 'not-a-link':
    case 'too-long':
      return 'not-an-address';
    case 'scheme':
      return 'not-https';
    case 'hidden-characters':
    case 'user-info':
    case 'host':
      return reason;
  }
}
