/**
 * Identifies the service of an address, whatever its spelling: two addresses with one identity lead to the same orders, so that an order locked
 * under one is locked under the other.
 *
 * Equal are: capital and small letters of scheme and host; a default port and none; slashes at the end; a dot at the end of the host;
 * `localhost`, names below it, 127.0.0.0/8, `0.0.0.0`, `[::1]`, `[::]`, and their IPv4-mapped forms. Different are scheme, port, path, and
 * hosts that only happen to have the same address.
 */
export function serviceIdentity(address: string): string {
  const text = address.trim();
  if (!URL.canParse(text)) return text;
  const { protocol, hostname, port, pathname } = new URL(text);
  const host = hostname.replace(/\.$/, '');
  return `${protocol}//${isLoopback(host) ? 'localhost' : host}${port === '' ? '' : `:${port}`}${pathname.replace(/(?<!\/)\/+$/, '')}`;
}

const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '[::]', '[::1]', '[::ffff:0:0]']);

/** URLs write IPv4 addresses in four parts and IPv6 addresses in their shortest form, mapped ones in hexadecimal. */
function isLoopback(host: string): boolean {
  if (host.startsWith('127.')) return /\.\d+$/.test(host);
  return host.endsWith('.localhost') || everyAddress.has(host) || /\[::ffff:7f..:/.test(host);
}
