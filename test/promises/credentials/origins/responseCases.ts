import type { Random } from '../../random';
import { evil } from './surroundings';
import type { OriginCase, Surroundings } from './surroundings';

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

/** Answers of the approved service, or of the browser on its behalf, that lead elsewhere. */
export const responseCases: readonly OriginCase[] = [...pointerCases, ...challengeCases, ...memberCases, ...callbackCases];
