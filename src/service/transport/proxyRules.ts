import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Whether requests to `origin` go through the proxy.
 *
 * `noProxy` is a list separated by commas or spaces: `*`, `host`, `.suffix`, `*.suffix`, an address, `address/bits`, each
 * with an optional `:port`. `host` also covers its subdomains, as curl has it. Loopback never goes through a proxy. Also read, because people
 * write them: `*suffix`, the beginning of an IPv4 address (`10.`, `10.*`), a whole address with its scheme, quotes, a dot at the end, and names and
 * IPv6 addresses in another spelling.
 */
export function usesProxy(origin: string, noProxy: string): boolean {
  const url = new URL(origin);
  const host = bareHost(url.hostname);
  const port = url.port === '' ? defaultPort(url.protocol) : url.port;
  if (isLoopback(host)) return false;
  return !noProxy.split(/[\s,]+/).some((entry) => entry !== '' && excludes(entry.toLowerCase(), host, port));
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}

function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1') return true;
  return isIPv4(host) && host.startsWith('127.');
}

function excludes(written: string, host: string, port: string): boolean {
  const entry = bareEntry(written);
  if (entry === '*') return true;
  const { name, onlyPort } = splitPort(entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (name.includes('/')) return inNetwork(name, host);
  if (isIP(name) !== 0) return spelled(name) === host;
  if (/^(?:\d{1,3}\.){1,3}\*?$/.test(name)) return isIPv4(host) && host.startsWith(name.replace('*', ''));
  const isAnyEnding = /^\*[^.]/.test(name);
  const suffix = spelled(name.replace(/^\*?\.?/, '').replace(/\.$/, ''));
  if (suffix === '') return false;
  return host === suffix || host.endsWith(isAnyEnding ? suffix : `.${suffix}`);
}

/** Without quotes and scheme. */
function bareEntry(entry: string): string {
  const bare = entry.replace(/["']/g, '');
  const [, rest = bare] = /^https?:\/\/([^/]+)\/?$/.exec(bare) ?? [];
  return rest;
}

/** A name or an address in the spelling of URLs; as it is if it is neither. */
function spelled(name: string): string {
  const text = `http://${isIP(name) === 6 ? `[${name}]` : name}/`;
  return URL.canParse(text) ? bareHost(new URL(text).hostname) : name;
}

/** `host:port`, `[address]:port` or neither; an IPv6 address without brackets has no port. */
function splitPort(entry: string): { readonly name: string; readonly onlyPort: string | undefined } {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry);
  if (bracketed?.[1] !== undefined) return { name: bracketed[1], onlyPort: bracketed[2] };
  const plain = /^([^:]+):(\d+)$/.exec(entry);
  if (plain?.[1] !== undefined) return { name: plain[1], onlyPort: plain[2] };
  return { name: entry, onlyPort: undefined };
}

function inNetwork(network: string, host: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits)) return false;
  const prefix = Number(bits);
  if (prefix > (family === 4 ? 32 : 128)) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, prefix, kind);
  return list.check(host, kind);
}
