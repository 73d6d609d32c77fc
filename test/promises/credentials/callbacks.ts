import { CallbackInbox } from '../../../src/app/session/signIn/callbackInbox';
import { ClientRegistrations } from '../../../src/app/session/signIn/clientRegistrations';
import { Redactor } from '../../../src/app/platform/redactor';
import { SignIn } from '../../../src/app/session/signIn/signIn';
import type { SignedIn } from '../../../src/app/session/signIn/signIn';
import { OAuthService } from '../../../src/service/auth/oauth';
import type { Transport, WireRequest, WireResponse } from '../../../src/service/transport/types';
import { FakeMachine, MemoryLog, settle } from '../../support/machine/fakeMachine';
import { SharedSecrets } from '../../support/secrets/sharedSecrets';
import type { Breach, ProofContext } from '../proof';
import { Random } from '../random';

const origin = 'https://api.example.com';
const redirectUri = 'vscode://market-desk.market-desk/oauth/callback';
const callbacksPerSignIn = 40;

export interface CallbackReport {
  readonly callbacks: number;
  readonly signIns: number;
  readonly kinds: number;
  readonly breaches: readonly Breach[];
}

/** The values that callbacks are forged from. The pending state is among them, so that a callback can be correct except for one fault. */
interface Known {
  readonly state: string;
  readonly past: readonly string[];
  readonly foreign: string;
  readonly code: string;
}

/**
 * A callback that must not lead to an exchange. `ends`: it carries the state of the attempt and may therefore end it; all others must leave
 * the attempt waiting.
 */
interface Mischief {
  readonly name: string;
  readonly ends?: true;
  readonly query: (known: Known, random: Random) => string;
}

const enc = encodeURIComponent;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const randomState = (random: Random): string => Array.from({ length: 43 }, () => letters[random.integer(0, 63)]).join('');
const withState =
  (make: (known: Known, random: Random) => string) =>
  (known: Known, random: Random): string => {
    const parts = [`code=${known.code}`, make(known, random)];
    return (random.chance(0.5) ? parts : parts.reverse()).join('&');
  };
const flip = (text: string, at: number): string => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
const otherCase = (text: string): string =>
  text.replace(/[a-zA-Z]/, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()));

const wrongStates: readonly Mischief[] = (
  [
    ['a state of somebody', (_known, random) => `state=${randomState(random)}`],
    ['one character other', ({ state }, random) => `state=${flip(state, random.integer(0, 42))}`],
    ['another case', ({ state }) => `state=${otherCase(state)}`],
    ['cut short', ({ state }, random) => `state=${state.slice(0, random.integer(1, 42))}`],
    ['cut at the front', ({ state }, random) => `state=${state.slice(random.integer(1, 42))}`],
    [
      'padded',
      ({ state }, random) =>
        `state=${state}${random.pick(['=', '%3D', '==', '%00', '%20', '+', '%0A', '%0D%0A', '.', '%E2%80%8B', '%EF%BB%BF'])}`,
    ],
    ['preceded', ({ state }, random) => `state=${random.pick(['%20', '+', '%00', '%09', '%0A', '%EF%BB%BF', '.', '"', "'"])}${state}`],
    ['encoded twice', ({ state }) => `state=${enc(enc(`${state.slice(0, -1)}%${state.slice(-1).charCodeAt(0).toString(16)}`))}`],
    ['as Base64 with other letters', ({ state }) => `state=${enc(`${state.replaceAll('-', '+').replaceAll('_', '/')}=`)}`],
    ['as hex', ({ state }) => `state=${Buffer.from(state, 'base64url').toString('hex')}`],
    ['as its hash', ({ state }) => `state=${Buffer.from(state).toString('hex')}`],
    [
      'in full-width letters',
      ({ state }) => `state=${enc(state.replace(/[A-Za-z0-9]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0)))}`,
    ],
    ['with overlong UTF-8', ({ state }) => `state=%C1%81${state.slice(1)}`],
    ['none', () => ''],
    ['empty', () => 'state='],
    ['a list', ({ state }) => `state[]=${state}`],
    ['a member', ({ state }) => `state[0]=${state}&state%5B%5D=${state}`],
    [
      'another spelling',
      ({ state }, random) =>
        `${random.pick(['State', 'STATE', 'state%00', 'state%20', '+state', 'st%61te%00', 'xstate', 'state.', 'ｓｔａｔｅ'])}=${state}`,
    ],
    ['twice, the right one first', ({ state }, random) => `state=${state}&state=${randomState(random)}`],
    ['twice, the right one last', ({ state }, random) => `state=${randomState(random)}&state=${state}`],
    ['twice the same', ({ state }) => `state=${state}&state=${state}`],
    ['twice, once encoded', ({ state }) => `state=${state}&st%61te=${state}`],
    ['joined', ({ state, foreign }) => `state=${state},${foreign}`],
    ['behind a semicolon', ({ state }) => `x=1;state=${state}`],
    ['in a fragment', ({ state }) => `x=1#state=${state}`],
    ['in another parameter', ({ state }) => `redirect=${enc(`?code=1&state=${state}`)}`],
    ['of a sign-in that is over', ({ past }, random) => `state=${past.length === 0 ? randomState(random) : random.pick(past)}`],
    ['very long', (_known, random) => `state=${randomState(random).repeat(400)}`],
    [
      'of the prototype',
      (_known, random) =>
        `state=${random.pick(['__proto__', 'constructor', 'toString', 'undefined', 'null', 'true', '0', '[object Object]'])}`,
    ],
    ['damaged escapes', ({ state }) => `state=%${state}%`],
  ] satisfies readonly (readonly [string, (known: Known, random: Random) => string])[]
).map(([name, make]) => ({ name: `state: ${name}`, query: withState(make) }));

const brokenAnswers: readonly Mischief[] = (
  [
    ['no code', ({ state }) => `state=${state}`],
    ['an empty code', ({ state }) => `state=${state}&code=`],
    ['two codes', ({ state, code }) => `code=${code}&state=${state}&code=other`],
    ['two equal codes', ({ state, code }) => `code=${code}&state=${state}&code=${code}`],
    ['two codes, one encoded', ({ state, code }) => `code=${code}&state=${state}&c%6Fde=${code}`],
    ['a code and an error', ({ state, code }) => `code=${code}&state=${state}&error=access_denied`],
    [
      'an error alone',
      ({ state }, random) => `state=${state}&error=${random.pick(['access_denied', 'server_error', 'none', '0', 'invalid_request'])}`,
    ],
    ['two errors', ({ state }) => `state=${state}&error=a&error=b`],
    [
      'the name of another issuer',
      ({ state, code }, random) =>
        `code=${code}&state=${state}&iss=${enc(random.pick(['https://evil.example', `${origin}/other`, `${origin}.evil.example`, 'http://api.example.com', 'HTTPS://API.EXAMPLE.COM', `${origin}%00`]))}`,
    ],
    ['two issuers', ({ state, code }) => `code=${code}&state=${state}&iss=${enc(origin)}&iss=${enc(origin)}`],
    ['a token from the front channel', ({ state, code }) => `code=${code}&state=${state}&response=eyJhbGciOiJub25lIn0.e30.`],
  ] satisfies readonly (readonly [string, (known: Known, random: Random) => string])[]
).map(([name, query]) => ({ name: `answer: ${name}`, ends: true, query }));

/** An in-memory service that counts its requests, to show what was accepted. */
class CountingService implements Transport {
  readonly exchanges: URLSearchParams[] = [];
  #clients = 0;

  async send(request: WireRequest): Promise<WireResponse> {
    await Promise.resolve();
    if (request.path === '/oauth2/register') return answer(201, { client_id: `c${(this.#clients += 1)}`, redirect_uris: [redirectUri] });
    this.exchanges.push(new URLSearchParams(new TextDecoder().decode(request.body)));
    return answer(200, { access_token: 'access-token', token_type: 'Bearer', expires_in: 60, refresh_token: 'refresh-token' });
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}

function answer(status: number, body: object): WireResponse {
  return { status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)), sentAt: 0, receivedAt: 0 };
}

/** One window with the real sign-in; callers of {@link Desk.receive} play the browser. */
class Desk {
  readonly service = new CountingService();
  readonly machine = new FakeMachine();
  readonly inbox: CallbackInbox;
  readonly signIn: SignIn;
  opened = '';

  constructor(shared: SharedSecrets) {
    const [log, secrets, redactor] = [new MemoryLog(), shared.window(), new Redactor()];
    this.inbox = new CallbackInbox(secrets, this.machine, log);
    this.signIn = new SignIn({
      inbox: this.inbox,
      registrations: new ClientRegistrations(secrets, log, 'Market Desk'),
      links: {
        open: async (url) => {
          this.opened = url;
          return Promise.resolve(true);
        },
      },
      ui: { wait: async () => new Promise(() => undefined) },
      timers: this.machine,
      log,
      redactor,
      flows: () => [{ kind: 'uriHandler', open: async () => Promise.resolve({ redirectUri, isLasting: true, dispose: () => undefined }) }],
      oauthFor: () => new OAuthService(origin, this.service),
    });
  }

  /** Starts a sign-in and returns its state as the browser sees it. */
  async begin(): Promise<{ readonly state: string; readonly running: Promise<SignedIn | 'ended'>; readonly isOver: () => boolean }> {
    this.opened = '';
    let over = false;
    const running = this.signIn
      .run({ kind: 'service', id: '1', baseUrl: origin, origin, authentication: 'oauth' }, { signal: new AbortController().signal })
      .catch(() => 'ended' as const)
      .finally(() => (over = true));
    while (this.opened === '') await settle();
    return { state: new URL(this.opened).searchParams.get('state') ?? '', running, isOver: () => over };
  }
}

/** Sends forged callbacks to waiting sign-ins, and now and then the genuine one. */
export async function tryCallbacks({ seed, progress }: ProofContext, count: number): Promise<CallbackReport> {
  const random = new Random(seed);
  const shared = new SharedSecrets();
  const [desk, neighbour] = [new Desk(shared), new Desk(shared)];
  const foreign = await neighbour.begin();
  const breaches: Breach[] = [];
  const past: string[] = [];
  const met = new Set<string>();
  let callbacks = 0;
  let signIns = 0;
  while (callbacks < count && breaches.length < 5) {
    const attempt = await desk.begin();
    const known: Known = { state: attempt.state, past: past.slice(-20), foreign: foreign.state, code: `code-${signIns}` };
    signIns += 1;
    const asked = desk.service.exchanges.length;
    const sent: { readonly name: string; readonly query: string }[] = [];
    const breach = (summary: string): void => void breaches.push({ summary, replay: { seed, count, sent: sent.slice(-3) } });
    for (let index = 0; index < callbacksPerSignIn && !attempt.isOver(); index += 1) {
      const mischief = random.pick(random.chance(0.02) ? brokenAnswers : wrongStates);
      const query = mischief.query(known, random);
      sent.push({ name: mischief.name, query });
      met.add(mischief.name);
      callbacks += 1;
      await desk.inbox.receive(random.pick(['', '', '', '?', '#']) + query);
      // A callback that ends a sign-in does so within a few turns; that others don't is checked after each one anyway.
      await settle();
      if (mischief.ends === true) await attempt.running;
      if (desk.service.exchanges.length > asked) breach(`accepted: ${mischief.name}`);
      if (attempt.isOver() && mischief.ends !== true) breach(`ended the sign-in: ${mischief.name}`);
      if (breaches.length > 0) break;
    }
    if (!attempt.isOver() && breaches.length === 0) {
      await desk.inbox.receive(`code=${known.code}&state=${known.state}`);
      const result = await attempt.running;
      const [exchange, ...others] = desk.service.exchanges.slice(asked);
      if (result === 'ended' || exchange?.get('code') !== known.code || others.length > 0)
        breach('the genuine callback was not accepted once');
      await desk.inbox.receive(`code=${known.code}&state=${known.state}`);
      await settle();
      if (desk.service.exchanges.length !== asked + 1) breach('the genuine callback was accepted twice');
      callbacks += 1;
    }
    past.push(known.state);
    progress(callbacks);
  }
  if (neighbour.service.exchanges.length > 0 || foreign.isOver())
    breaches.push({ summary: 'a callback of this window reached the sign-in of another', replay: { seed, count } });
  return { callbacks, signIns, kinds: met.size, breaches };
}
