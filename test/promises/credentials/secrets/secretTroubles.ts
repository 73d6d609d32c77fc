import type { Random } from '../../random';
import type { Arrived, Reply } from '../network';
import type { Surroundings } from '../origins/surroundings';
import type { Service } from '../origins/originWorld';

export const confirmCanary = 'confirm-id~canary+/="&<\'0123';
export const proxyCanary = 'proxy-password-canary';

/** A way in which a run goes wrong, and possibly a credential that the service repeats meanwhile. */
export interface Trouble {
  readonly name: string;
  readonly prepare: (surroundings: Surroundings) => void;
}

/** How a server may write received values into its answer. */
const writings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  percent: encodeURIComponent,
  'double percent': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 of more': (secret) => Buffer.from(`Bearer: ${secret} end`).toString('base64'),
  'base64 of a pair': (secret) => Buffer.from(`me:${secret}`).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'upper-case hex': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  json: (secret) => JSON.stringify({ token: secret }),
  'json in json': (secret) => JSON.stringify(JSON.stringify({ token: secret })),
  html: (secret) => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  header: (secret) => `Authorization: Bearer ${secret}`,
};

/** Where in an answer the text appears. */
const places: Readonly<Record<string, (text: string) => Reply>> = {
  'ret_msg, not retried': (text) => ok({ ret_code: -3, ret_msg: text, error: { code: text, message: text } }),
  'ret_msg with 401': (text) => ({ ...ok({ ret_code: -9, ret_msg: text }), status: 401 }),
  'ret_msg of an unknown code': (text) => ok({ ret_code: 77, ret_msg: text, error: { code: text } }),
  'gateway message': (text) => ({ ...ok({ code: -12007, message: text, msg: text }), status: 403 }),
  errmsg: (text) => ok({ s: 'error', errcode: -1200, errmsg: text }),
  'errmsg of a confirmation': (text) =>
    ok({ s: 'error', errcode: -2100, errmsg: `${text} ${confirmCanary}`, need_order_confirm: true, confirm_id: confirmCanary }),
  'errmsg of a link': (text) =>
    ok({
      s: 'error',
      errcode: -2101,
      errmsg: text,
      need_order_confirm: false,
      jump_url: `https://broker.example/?t=${encodeURIComponent(text)}`,
    }),
  'OAuth description': (text) => ({ ...ok({ error: 'invalid_request', error_description: text, error_uri: text }), status: 400 }),
  'OAuth error': (text) => ({ ...ok({ error: text, error_description: text }), status: 400 }),
  'OAuth refusal': (text) => ({ ...ok({ error: 'invalid_grant', error_description: text }), status: 400 }),
  page: (text) => ({ status: 500, headers: { 'content-type': 'text/html' }, body: `<h1>${text}</h1>` }),
  'page with 200': (text) => ({ status: 200, headers: { 'content-type': 'text/html' }, body: `<h1>${text}</h1>` }),
  'damaged JSON': (text) => ({ status: 200, body: `{"access_token":${JSON.stringify(text)},` }),
  'wrong shape': (text) => ok({ access_token: { deep: text }, token_type: text, client_id: [text], ret_code: text, s: text, data: text }),
  'wrong token type': (text) => ok({ access_token: text, refresh_token: text, token_type: 'mac', client_id: 7 }),
  redirect: (text) => ({ status: 302, headers: { location: `https://evil.example/?t=${encodeURIComponent(text)}` }, body: '' }),
  'Retry-After': (text) => ({
    status: 429,
    headers: { 'retry-after': encodeURIComponent(text), 'x-trace': encodeURIComponent(text) },
    body: '',
  }),
};

function ok(body: object): Reply {
  return { status: 200, body: JSON.stringify(body) };
}

/** The credentials of the request itself: a server can repeat these without knowing anything else. */
function carried({ headers, body }: Arrived): readonly string[] {
  const form = new URLSearchParams(body);
  const fromForm = ['code', 'code_verifier', 'refresh_token', 'client_secret'].map((name) => form.get(name));
  const bearer = headers['authorization']?.replace(/^Bearer /, '');
  return [...fromForm, bearer].filter((value): value is string => value !== undefined && value !== null && value !== '');
}

export function drawTrouble(service: Service, random: Random): Trouble {
  if (random.chance(0.15)) return drawProxy(random);
  const [place, reply] = random.pick(Object.entries(places));
  const [writing, write] = random.pick(Object.entries(writings));
  const scope = random.pick(['/oauth2/register', '/oauth2/token', '/api/', 'PUT', '/order_confirm', '/server-time', '/']);
  const own = random.chance(0.5);
  return {
    name: `${own ? 'a credential of the request' : 'a credential of the session'} as ${writing} in ${place} at ${scope}`,
    prepare: (surroundings) => {
      const first = random.integer(0, 2);
      let count = 0;
      surroundings.respond = (request) => {
        const matches = scope === 'PUT' ? request.method === 'PUT' : request.target.includes(scope);
        if (!matches || (count += 1) <= first) return undefined;
        const mine = carried(request);
        const given = [...service.given].map((name) => service.secret(name));
        const known = own && mine.length > 0 ? mine : [...given, ...mine];
        return known.length === 0 ? undefined : reply(write(random.pick(known)));
      };
    },
  };
}

function drawProxy(random: Random): Trouble {
  const kind = random.pick(['tunnel', 'refuse', 'redirect', 'challenge', 'plain', 'close', 'impersonate'] as const);
  const address = random.pick([
    `http://agent:${proxyCanary}@proxy.example:3128`,
    `http://agent:${proxyCanary}@proxy.example:99999`,
    `htp://agent:${proxyCanary}@proxy.example`,
    `http://agent:${proxyCanary}@`,
    `agent:${proxyCanary}@proxy.example:3128`,
    `socks5://agent:${proxyCanary}@proxy.example:3128`,
  ]);
  const byVariable = random.chance(0.4);
  return {
    name: `a proxy that does ${kind}, named ${byVariable ? 'by the environment' : 'in the settings'} as ${address.replace(proxyCanary, '…')}`,
    prepare: (surroundings) => {
      surroundings.isLocal = false;
      surroundings.proxy = kind;
      if (byVariable) surroundings.environment['https_proxy'] = address;
      else surroundings.user['http.proxy'] = address;
    },
  };
}
