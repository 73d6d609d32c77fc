import { setLayer } from '../fakeEditor';
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

const zeroWidth = '\u200b';
/** Addresses that somebody may want to be taken for the approved one, or that parsers disagree about. */
const addresses: readonly string[] = [
  evil,
  `${evil}/`,
  `${evil}:443`,
  'https://evil.example:8443',
  'http://evil.example',
  'http://desk.example',
  'https://desk.example:8443',
  'https://desk.example:444',
  'https://desk.example.',
  'https://desk.example@evil.example',
  'https://desk.example:443@evil.example',
  'https://desk.example%40evil.example',
  'https://desk.example%2f@evil.example',
  'https://user:password@desk.example',
  'https://user@desk.example',
  'https://@desk.example',
  'https://:@desk.example',
  'https://:password@desk.example',
  'https://desk.example\\@evil.example',
  'https://evil.example\\@desk.example',
  'https:\\\\evil.example',
  'https:/\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  '//evil.example',
  '\\\\evil.example',
  'evil.example',
  'desk.example',
  'https://evil.example\\.desk.example',
  'https://evil.example/.desk.example',
  'https://evil.example#@desk.example',
  'https://evil.example?@desk.example',
  'https://evil.example/?x=desk.example',
  'https://desk.example#@evil.example',
  'https://desk.example?.evil.example',
  'https://desk.example/?next=https://evil.example',
  'https://desk.example;@evil.example',
  'https://desk.example,evil.example',
  'https://desk.example evil.example',
  'https://desk.example\tevil.example',
  'https://desk.example\n.evil.example',
  'https://desk.example\r\nHost: evil.example',
  `https://desk${zeroWidth}.example`,
  `https://desk.example${zeroWidth}`,
  'https://desk.example\u0000.evil.example',
  'https://desk.example%00.evil.example',
  'https://desk.example%0d%0a.evil.example',
  'https://desk%2eexample.evil.example',
  'https://desk.example%2eevil.example',
  'https://desk。example.evil.example',
  'https://desk．example',
  'https://ｄｅｓｋ.example',
  'https://desk.exampIe',
  'https://dеsk.example',
  'https://xn--dsk-5cd.example',
  'https://desk.examp\u00ade',
  'https://deſk.example',
  'https://desk.example\u202e',
  'https://\u202eelpmaxe.ksed',
  'https://ⓓⓔⓢⓚ.example',
  'https://desk.example‥evil.example',
  'https://desk.example／evil.example',
  'https://desk.example⁄evil.example',
  'https://desk.example？evil.example',
  'https://desk.example＃evil.example',
  'https://desk.example＠evil.example',
  'https://desk.example：443@evil.example',
  'https://desk.example.evil.example',
  'https://evil-desk.example',
  'https://desk.example-evil.example',
  'https://a.desk.example',
  'https://example',
  'https://desk',
  'https://[::ffff:203.0.113.5]',
  'https://[::1]',
  'https://203.0.113.5',
  'https://0xcb007105',
  'https://3405803781',
  'https://0313.0.0161.5',
  'https://127.1:8443',
  'https://0:8443',
  'https://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://localhost@evil.example',
  'http://127.0.0.1@evil.example',
  'http://0177.0.0.1.evil.example',
  'https://desk.example:0443',
  'https://desk.example:65536',
  'https://desk.example:-1',
  'https://desk.example:４４３',
  'https://desk.example:',
  'https://desk.example:443:8443',
  'HTTPS://EVIL.EXAMPLE',
  'ftp://desk.example',
  'ws://desk.example',
  'wss://evil.example',
  'file://desk.example/',
  'data:text/plain,https://desk.example',
  'javascript:https://desk.example',
  'blob:https://desk.example/1',
  'view-source:https://desk.example',
  'https://https://desk.example',
  'https://https:evil.example',
  'https://desk.example/../../evil.example',
  'https://desk.example/%2e%2e/%2e%2e//evil.example',
  'https://desk.example//evil.example',
  'https://desk.example/\\evil.example',
  'https://desk.example/;@evil.example/',
  'https://desk.example/@evil.example',
  'https://desk.example/%40evil.example',
  'https://desk.example/https://evil.example',
  'https://evil.example/https://desk.example',
  'https://evil.example//desk.example',
  `https://${'a'.repeat(300)}.example`,
  `${approved}/${'x'.repeat(9000)}`,
  'null',
  'undefined',
  ' ',
  '[object Object]',
];

/** Some of these are the approved origin after all, written in another way: then the program may work with it. */
const otherValues: readonly unknown[] = [
  42,
  true,
  null,
  [evil],
  { url: evil },
  `  ${evil}  `,
  `\ufeff${evil}`,
  ['https://desk.example', evil],
];

const settingCases: readonly OriginCase[] = [...addresses, ...otherValues].flatMap((address) => {
  const shown = JSON.stringify(address).slice(0, 60);
  return [
    { name: `user's address ${shown}`, works: false, prepare: ({ user }: Surroundings) => void (user['marketDesk.service.url'] = address) },
    { name: `workspace's address ${shown}`, works: true, prepare: () => setLayer('workspace', { 'marketDesk.service.url': address }) },
    {
      name: `folder's address ${shown}`,
      works: true,
      prepare: () => setLayer('folder', { 'marketDesk.service.url': address, 'marketDesk.service.authentication': 'oauth' }),
    },
  ];
});

const locations: readonly string[] = [
  `${evil}/landing`,
  'http://evil.example/',
  '//evil.example/',
  '\\\\evil.example\\',
  '/\\evil.example',
  'https:evil.example',
  `https://desk.example@evil.example/`,
  'https://desk.example.evil.example/',
  'https://desk.example:8443/',
  'http://desk.example/',
  `${evil}/?token=`,
  '/oauth2/elsewhere',
];
const redirectCases: readonly OriginCase[] = [300, 301, 302, 303, 304, 305, 306, 307, 308].flatMap((status) =>
  locations.map((location) => ({
    name: `status ${status} to ${location}`,
    works: true,
    prepare: (surroundings: Surroundings, random: Random) => {
      const headers = { location, ...(random.chance(0.3) ? { refresh: `0; url=${location}`, 'content-location': location } : {}) };
      surroundings.respond = () => ({ status, headers, body: random.chance(0.5) ? '' : `<a href="${evil}">moved</a>` });
    },
  })),
);

const pointers: readonly Readonly<Record<string, string>>[] = [
  { 'alt-svc': 'h2="evil.example:443"; ma=86400, h3="evil.example:443"' },
  { link: `<${evil}/x>; rel=preload, <${evil}/y>; rel="next"` },
  { refresh: `0; url=${evil}` },
  { 'content-location': evil, location: evil },
  { 'set-cookie': 'a=b; Domain=evil.example; SameSite=None' },
  { 'strict-transport-security': 'max-age=1', 'public-key-pins-report-only': `report-uri="${evil}"` },
  { nel: '{"report_to":"x","max_age":1}', 'report-to': `{"group":"x","max_age":1,"endpoints":[{"url":"${evil}"}]}` },
  { 'content-security-policy-report-only': `default-src 'none'; report-uri ${evil}` },
  { 'service-worker-allowed': '/', 'x-accel-redirect': evil, 'x-sendfile': evil },
  { connection: 'upgrade', upgrade: 'h2c, websocket' },
  { 'proxy-connection': 'keep-alive', via: '1.1 evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  { 'www-authenticate': `Bearer realm="${evil}"` },
];
const pointerCases: readonly OriginCase[] = pointers.map((headers) => ({
  name: `headers ${Object.keys(headers).join(', ')}`,
  works: true,
  prepare: (surroundings) => void (surroundings.addHeaders = headers),
}));

const challenges: readonly string[] = [
  'Basic realm="desk"',
  'Digest realm="desk", nonce="x", qop="auth"',
  'Negotiate',
  'NTLM',
  `Bearer realm="${evil}", error="invalid_token"`,
  `Bearer authorization_uri="${evil}/oauth2/authorize"`,
  `Bearer resource_metadata="${evil}/.well-known/oauth-protected-resource"`,
  `Bearer as_uri="${evil}", token_endpoint="${evil}/token"`,
  `Bearer scope="trade:write", error="insufficient_scope", error_uri="${evil}"`,
  `DPoP algs="ES256", nonce="x"`,
  `Mutual realm="x", auth-scope="evil.example"`,
  `GNAP as_uri=${evil}`,
  'Hawk ts="1"',
  '',
];
const challengeCases: readonly OriginCase[] = [401, 403, 407].flatMap((status) =>
  challenges.map((challenge) => ({
    name: `status ${status} asking ${challenge.slice(0, 40)}`,
    works: true,
    prepare: (surroundings: Surroundings, random: Random) => {
      const headers = { [status === 407 ? 'proxy-authenticate' : 'www-authenticate']: challenge, location: evil };
      const alsoOAuth = random.chance(0.5);
      surroundings.respond = ({ target }) =>
        target.startsWith('/oauth2/') && !alsoOAuth
          ? undefined
          : { status, headers, body: `{"code":-12006,"message":"see ${evil}","error":"invalid_token","error_uri":"${evil}"}` };
    },
  })),
);

const members: readonly Readonly<Record<string, unknown>>[] = [
  { registration_client_uri: `${evil}/oauth2/register/x` },
  { token_endpoint: `${evil}/oauth2/token` },
  { authorization_endpoint: `${evil}/authorize` },
  { issuer: evil },
  { iss: evil },
  { jwks_uri: `${evil}/jwks` },
  { registration_endpoint: `${evil}/register` },
  { introspection_endpoint: evil, revocation_endpoint: evil, userinfo_endpoint: evil },
  { redirect_uris: [`${evil}/callback`] },
  { redirect_uris: ['vscode://market-desk.market-desk/oauth/callback', `${evil}/callback`] },
  { resource: evil, aud: evil },
  { mtls_endpoint_aliases: { token_endpoint: evil } },
  { jump_url: `${evil}/go`, s: 'error', errcode: -2101, need_order_confirm: false },
  { jump_url: evil, s: 'error', errcode: -2100, need_order_confirm: true, confirm_id: evil },
  { next_key: `${evil}/next`, pagination: { has_more: true, next_key: `${evil}/next` } },
  { detail_url: evil, url: evil, href: evil, base_url: evil },
  { error: 'invalid_token', error_uri: evil },
  { '@context': evil, $ref: evil, $schema: evil },
  { server_time_ms: evil },
  {
    client_uri: evil,
    logo_uri: evil,
    policy_uri: evil,
    sector_identifier_uri: evil,
    initiate_login_uri: evil,
    software_statement: 'eyJhbGciOiJub25lIn0.e30.',
  },
];
const memberCases: readonly OriginCase[] = members.map((added) => ({
  name: `members ${JSON.stringify(added).slice(0, 70)}`,
  works: true,
  prepare: (surroundings) => void (surroundings.addMembers = added),
}));

const callbackCases: readonly OriginCase[] = (
  [
    ['another issuer', (query) => `${query.toString()}&iss=${encodeURIComponent(evil)}`],
    ['an error page elsewhere', (query) => `state=${query.get('state') ?? ''}&error=access_denied&error_uri=${encodeURIComponent(evil)}`],
    [
      'a token endpoint',
      (query) => `${query.toString()}&token_endpoint=${encodeURIComponent(evil)}&redirect_uri=${encodeURIComponent(evil)}`,
    ],
    ['a code that is an address', (query) => `code=${encodeURIComponent(evil)}&state=${query.get('state') ?? ''}`],
    ['a code with line breaks', (query) => `code=x%0d%0aHost:%20evil.example&state=${query.get('state') ?? ''}`],
  ] satisfies readonly (readonly [string, (query: URLSearchParams) => string])[]
).map(([name, bend]) => ({
  name: `callback with ${name}`,
  works: true,
  prepare: (surroundings) => void (surroundings.bendCallback = bend),
}));

const proxyAddress = 'http://agent:proxy-password-canary@proxy.example:3128';
const exclusions: readonly string[] = [
  '',
  '*',
  'desk.example',
  '.example',
  '*.example',
  'desk.example:8443',
  'evil.example',
  'example',
  'desk',
  ',,desk.example',
  '10.0.0.0/8',
  'DESK.EXAMPLE.',
];
const proxyKinds: readonly Surroundings['proxy'][] = ['tunnel', 'impersonate', 'refuse', 'redirect', 'challenge', 'plain', 'close'];
const variables: readonly string[] = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

const proxyCases: readonly OriginCase[] = proxyKinds.flatMap((kind) => [
  ...exclusions.map((exclusion) => ({
    name: `proxy that does ${kind}, not for ${JSON.stringify(exclusion)}`,
    works: kind === 'tunnel',
    prepare: (surroundings: Surroundings) => {
      surroundings.proxy = kind;
      surroundings.user['http.proxy'] = proxyAddress;
      surroundings.user['http.noProxy'] = exclusion === '' ? [] : exclusion.split(',');
    },
  })),
  ...variables.map((variable) => ({
    name: `${variable} naming a proxy that does ${kind}`,
    works: kind === 'tunnel',
    prepare: (surroundings: Surroundings, random: Random) => {
      surroundings.proxy = kind;
      surroundings.environment[variable] = random.chance(0.5) ? proxyAddress : proxyAddress.replace('http://', '');
      if (random.chance(0.3))
        surroundings.environment['NO_PROXY'] = random.pick(exclusions.filter((entry) => !entry.includes('*') && !entry.includes('desk')));
    },
  })),
]);

const localCases: readonly OriginCase[] = [...variables, 'http.proxy'].map((name) => ({
  name: `a service on this machine and a proxy by ${name}`,
  works: true,
  prepare: (surroundings: Surroundings) => {
    surroundings.isLocal = true;
    if (name === 'http.proxy') surroundings.user[name] = proxyAddress;
    else surroundings.environment[name] = proxyAddress;
  },
}));

const workspaceNetworkCases: readonly OriginCase[] = (
  [
    { 'http.proxy': 'http://evil.example:3128' },
    { 'http.proxy': 'http://evil.example:3128', 'http.proxySupport': 'override' },
    { 'http.proxyStrictSSL': false },
    { 'http.proxyAuthorization': 'Basic eHg=' },
    { 'http.noProxy': ['*'] },
    { 'http.systemCertificates': false },
    { 'http.proxyKerberosServicePrincipal': 'HTTP/evil.example' },
    { 'marketDesk.service.authentication': 'apiKey' },
    { 'marketDesk.service.vendorClientNnid': '1\r\nHost: evil.example' },
    { 'marketDesk.accounts': [{ id: '../../evil', name: evil, kind: 'live' }] },
  ] satisfies readonly Readonly<Record<string, unknown>>[]
).flatMap((values) =>
  (['workspace', 'folder'] as const).map((layer) => ({
    name: `${layer}'s ${JSON.stringify(values)}`,
    works: true,
    prepare: () => setLayer(layer, values),
  })),
);

const poisons: readonly Readonly<Record<string, string>>[] = [
  {},
  { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  { NODE_EXTRA_CA_CERTS: '/tmp/evil.pem' },
  { SSL_CERT_FILE: '/tmp/evil.pem' },
  { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: '' },
  { NODE_OPTIONS: '--tls-cipher-list=NULL' },
  { SSLKEYLOGFILE: '/tmp/keys' },
  { NO_PROXY: '*' },
];
const poisonCases: readonly OriginCase[] = poisons.flatMap((environment) =>
  [false, true].map((byWorkspace) => ({
    name: `somebody else answers under the approved name, with ${JSON.stringify(environment)}${byWorkspace ? ' and a workspace that wants no certificates checked' : ''}`,
    works: false,
    prepare: (surroundings: Surroundings) => {
      surroundings.isPoisoned = true;
      Object.assign(surroundings.environment, environment);
      if (byWorkspace) setLayer('workspace', { 'http.proxyStrictSSL': false });
    },
  })),
);

const switchCases: readonly OriginCase[] = Array.from({ length: 24 }, (_, index) => ({
  name: `another approved service after ${index} requests`,
  works: index > 0,
  prepare: (surroundings: Surroundings, random: Random) => {
    surroundings.switchAfter = index;
    if (random.chance(0.6))
      surroundings.respond = ({ target }) =>
        target.startsWith('/oauth2/') || random.chance(0.5) ? undefined : { status: 401, body: '{"code":401,"message":"expired"}' };
  },
}));

export const originCases: readonly OriginCase[] = [
  ...settingCases,
  ...redirectCases,
  ...pointerCases,
  ...challengeCases,
  ...memberCases,
  ...callbackCases,
  ...proxyCases,
  ...localCases,
  ...workspaceNetworkCases,
  ...poisonCases,
  ...switchCases,
];
