import { parseServiceAddress } from '../session/serviceAddress';
import type { AddressProblem, ServiceAddress } from '../session/serviceAddress';

export type FeedAddressVerdict =
  | { readonly ok: true; readonly url: string; readonly address: ServiceAddress }
  | { readonly ok: false; readonly problem: AddressProblem };

/**
 * Reads a feed's address by the rules of the base URL: wss, or ws on this machine. `https` and `http` are accepted in their place.
 *
 * @returns in `address` the same address with an http scheme, which the user is asked to approve.
 */
export function parseFeedAddress(text: string): FeedAddressVerdict {
  const verdict = parseServiceAddress(text.trim().replace(/^ws(s?):\/\//i, 'http$1://'));
  if (!verdict.ok) return verdict;
  return { ok: true, url: verdict.address.baseUrl.replace(/^http/, 'ws'), address: verdict.address };
}
