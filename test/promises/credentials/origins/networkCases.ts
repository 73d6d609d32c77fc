import { setLayer } from '../fakeEditor';
import type { Random } from '../../random';
import { evil } from './surroundings';
import type { OriginCase, Surroundings } from './surroundings';

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
  (['workspace', 'folder', 'userRemote'] as const)
    // The editor takes settings of this extension only from the user's own machine: their scope is `application`.
    .filter((layer) => layer !== 'userRemote' || Object.keys(values).every((key) => key.startsWith('http.')))
    .map((layer) => ({
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
  ([undefined, 'user', 'workspace', 'userRemote'] as const).map((layer) => ({
    name: `somebody else answers under the approved name, with ${JSON.stringify(environment)}${layer === undefined ? '' : ` and a ${layer} that wants no certificates checked`}`,
    works: false,
    prepare: (surroundings: Surroundings, random: Random) => {
      surroundings.isPoisoned = true;
      surroundings.isAlike = random.chance(0.5);
      Object.assign(surroundings.environment, environment);
      if (layer === 'user') Object.assign(surroundings.user, { 'http.proxyStrictSSL': false });
      else if (layer !== undefined) setLayer(layer, { 'http.proxyStrictSSL': false });
    },
  })),
);

const trustCases: readonly OriginCase[] = ([undefined, 'tunnel', 'impersonate'] as const).flatMap((proxy) =>
  [false, true].map((isPoisoned) => ({
    name: `a certificate that nobody but the user trusts${isPoisoned ? ', while somebody else answers' : ''}${proxy === undefined ? '' : `, and a proxy that does ${proxy}`}`,
    works: !isPoisoned && proxy !== 'impersonate',
    prepare: (surroundings: Surroundings, random: Random) => {
      Object.assign(surroundings, { isTrusted: true, isPoisoned, isAlike: random.chance(0.7), proxy: proxy ?? 'tunnel' });
      if (proxy !== undefined) surroundings.user['http.proxy'] = proxyAddress;
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

/** What lies between the program and the approved service. */
export const networkCases: readonly OriginCase[] = [
  ...proxyCases,
  ...localCases,
  ...workspaceNetworkCases,
  ...poisonCases,
  ...trustCases,
  ...switchCases,
];
