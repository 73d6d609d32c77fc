import { isIPv4 } from 'node:net';
import { checkLink } from '../../../../src/domain/text/linkGate';
import { parseServiceAddress } from '../../../../src/domain/session/serviceAddress';
import type { Random } from '../../random';
import { firstOf, isHiddenInAddress } from '../characters';
import { damaged, hostileCharacter, hostileText } from '../hostileText';
import type { Subject } from '../subject';

const schemes = [
  'https://',
  'https://',
  'https://',
  'http://',
  'HTTPS://',
  'hTTps://',
  'https:',
  'https:/',
  'https:///',
  '//',
  '',
  'javascript:',
  'javascript://',
  'data:text/html,',
  'command:',
  'vscode://',
  'vscode-insiders://',
  'file:///',
  'ftp://',
  'blob:https://',
  'view-source:https://',
  'about:',
  'mailto:',
  'ws://',
  'https\t://',
  'ht\ntps://',
  ' https://',
  '\u0000https://',
  'https&#58;//',
  'https%3A//',
  'x-https://',
  'https:\\\\',
  'ms-msdt:',
  'tel:',
];
const users = ['', '', '', '', '', 'user@', 'a:b@', '@', ':@', '%40@', 'user%40', 'evil.example\\@', 'a@b@', '127.0.0.1@'];
const hosts = [
  'example.com',
  'example.com',
  'EXAMPLE.com',
  'a.b.c.example',
  '127.0.0.1',
  '127.1',
  '127.255.255.255',
  '128.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  'localhost',
  'localhost.',
  'LOCALHOST',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::]',
  '0.0.0.0',
  'exаmple.com',
  'xn--e1afmkfd.example',
  'xn--a',
  '１２７.0.0.1',
  'example。com',
  'example.com.',
  '-a.example',
  'a-.example',
  'a..b',
  '',
  '%65xample.com',
  'ex%00ample.com',
  '[::1',
  '[v1.a]',
  '256.1.1.1',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'a_b.example',
  '_',
  'ﬀ.example',
  '127.0.0.1 ',
  'evil.example%2f',
];
const ports = [
  '',
  '',
  '',
  ':443',
  ':80',
  ':0',
  ':65535',
  ':65536',
  ':99999',
  ':',
  ':8080',
  ':8O',
  ':-1',
  ':+80',
  ':１',
  ':080',
  ':1234567',
];
const paths = [
  '',
  '/',
  '/a',
  '/%2e%2e/',
  '/..',
  '\\',
  '/a@b',
  '/\\evil.example',
  '/a b',
  '/é',
  '?',
  '?q=http://x',
  '?a=%26',
  '#',
  '#x',
  '#\u202e',
  '/;a',
  '//evil.example',
  '/a?b#c',
  '/😀',
  '/%',
  '/\u{e0041}',
];

function drawLink(random: Random): string {
  const link = random.pick(schemes) + random.pick(users) + random.pick(hosts) + random.pick(ports) + random.pick(paths);
  if (random.chance(0.15)) return damaged(random, link, random.integer(1, 4));
  if (random.chance(0.1)) return link + hostileText(random, 3);
  if (random.chance(0.05)) return hostileCharacter(random) + link;
  return random.chance(0.002) ? link + '/a'.repeat(random.integer(3_000, 6_000)) : link;
}

/** Scheme and authority of an address by the grammar of RFC 3986, parsed character by character. */
function takeApart(text: string): { readonly scheme: string; readonly authority: string } | undefined {
  const colon = text.indexOf(':');
  if (colon < 1 || text.slice(colon, colon + 3) !== '://') return undefined;
  let end = colon + 3;
  while (end < text.length && !'/?#'.includes(text.charAt(end))) end += 1;
  return { scheme: text.slice(0, colon).toLowerCase(), authority: text.slice(colon + 3, end) };
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const consistsOf = (text: string, alphabet: string): boolean => Array.from(text).every((character) => alphabet.includes(character));

/** A name or address of this machine as the URL standard writes it. */
function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.split('.')[0] === '127');
}

/** Addresses without anything objectionable: they must pass. */
function isPlain(text: string): boolean {
  const parts = takeApart(text);
  if (parts === undefined || !text.startsWith('https://') || text.length > 2_000) return false;
  const [host = '', port, ...more] = parts.authority.split(':');
  const labels = host.split('.');
  const isLabel = (label: string): boolean =>
    label !== '' &&
    label.length < 40 &&
    consistsOf(label, `${letters}${digits}-`) &&
    !label.startsWith('-') &&
    !label.endsWith('-') &&
    !label.startsWith('xn--');
  const portFits =
    more.length === 0 && (port === undefined || (port !== '' && port.length <= 5 && consistsOf(port, digits) && Number(port) <= 65_535));
  const rest = text.slice('https://'.length + parts.authority.length);
  return (
    portFits &&
    labels.length >= 2 &&
    labels.every(isLabel) &&
    consistsOf(labels.at(-1) ?? '0', letters) &&
    consistsOf(rest, `${letters}${digits}/._~-?=&#`)
  );
}

function checkOpened(text: string, url: string, host: string): string | undefined {
  const hidden = firstOf(text, isHiddenInAddress);
  if (hidden !== undefined) return `opens an address with ${hidden} in it`;
  const parts = takeApart(text);
  if (parts === undefined) return 'opens what is no address';
  if (parts.authority.includes('@')) return 'opens an address with user info';
  if (!consistsOf(parts.authority.toLowerCase(), `${letters}${digits}._-:[]`)) return 'opens an address whose host is not plain ASCII';
  const standard = new URL(text);
  if (standard.href !== url) return `opens ${url} instead of ${standard.href}`;
  if (standard.username !== '' || standard.password !== '') return 'opens an address with user info';
  if (standard.host !== host || !url.startsWith(`${standard.protocol}//${host}/`)) return `shows ${host} and opens ${standard.host}`;
  if (Array.from(url).some((character) => character < '!' || character > '~')) return 'opens an address beyond ASCII';
  if (standard.protocol === 'https:') return parts.scheme === 'https' ? undefined : 'opens https from another scheme';
  return standard.protocol === 'http:' && parts.scheme === 'http' && isThisMachine(standard.hostname)
    ? undefined
    : `opens ${standard.protocol}`;
}

/** Links of the service: opened only over https, or http on this machine, and exactly as shown. */
export const linkGate: Subject = {
  name: 'link gate',
  weight: 250,
  draw: drawLink,
  check: (text) => {
    const verdict = checkLink(text);
    if (!verdict.allowed) return isPlain(text) ? `refuses a plain https address: ${verdict.reason}` : undefined;
    const problem = checkOpened(text, verdict.url, verdict.host);
    if (problem !== undefined) return problem;
    return verdict.isLoopback === isThisMachine(new URL(text).hostname) ? undefined : 'is wrong about whose machine it is';
  },
};

/** The address to which credentials may be sent. */
export const serviceAddress: Subject = {
  name: 'service address',
  weight: 30,
  draw: (random) => (random.chance(0.3) ? ` ${drawLink(random)}\n` : drawLink(random)),
  check: (text) => {
    const verdict = parseServiceAddress(text);
    if (!verdict.ok) return undefined;
    const { baseUrl, origin, host } = verdict.address;
    const standard = new URL(text.trim());
    const problem = checkOpened(text.trim(), standard.href, host);
    if (problem !== undefined) return problem;
    if (origin !== standard.origin || !(baseUrl === origin || baseUrl.startsWith(`${origin}/`)))
      return `${baseUrl} is not below ${standard.origin}`;
    if (baseUrl.endsWith('/') || baseUrl.includes('?') || baseUrl.includes('#')) return `${baseUrl} is no base address`;
    return undefined;
  },
};
