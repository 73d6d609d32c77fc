import { createHash, randomBytes } from 'node:crypto';
import type { RunningSandbox } from 'market-desk-sandbox';

export const allScopes = ['quote:read', 'quote:write', 'trade:read', 'trade:write'] as const;

/** A machine clock that stands still until a test moves it. */
export function movableClock(startMs = 1_800_000_000_000): { readonly now: () => number; advance(ms: number): void } {
  let current = startMs;
  return { now: () => current, advance: (ms) => void (current += ms) };
}

export interface RegisteredClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly registration_access_token: string;
  readonly registration_client_uri: string;
  readonly [field: string]: unknown;
}

export const defaultRedirectUri = 'http://127.0.0.1:9/oauth/callback';

export function registrationBody(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    redirect_uris: [defaultRedirectUri],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    client_name: 'Contract Test',
    ...changes,
  };
}

export async function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function postForm(url: string, fields: Readonly<Record<string, string>> | URLSearchParams): Promise<Response> {
  return fetch(url, { method: 'POST', body: fields instanceof URLSearchParams ? fields : new URLSearchParams(fields), redirect: 'manual' });
}

export async function registerClient(
  sandbox: Pick<RunningSandbox, 'url'>,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<RegisteredClient> {
  const response = await postJson(`${sandbox.url}/oauth2/register`, registrationBody(changes));
  if (response.status !== 201) throw new Error(`registration answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as RegisteredClient;
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function makePkce(verifier = randomBytes(32).toString('base64url')): Pkce {
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export function authorizeUrl(
  sandbox: Pick<RunningSandbox, 'url'>,
  clientId: string,
  challenge: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters: Record<string, string | undefined> = {
    client_id: clientId,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    redirect_uri: defaultRedirectUri,
    response_type: 'code',
    state: 'state-of-the-test',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value);
  return `${sandbox.url}/oauth2/authorize/confirm?${query.toString()}`;
}

export interface ConsentForm {
  readonly ticket: string;
  readonly user: string;
  /** Selected when the page opened. */
  readonly scopes: readonly string[];
  readonly accounts: readonly string[];
  readonly html: string;
}

/** Reads the consent page as a browser would: its hidden ticket and what is selected. */
export function parseConsentPage(html: string): ConsentForm {
  const ticket = /name="ticket" value="([^"]+)"/.exec(html)?.[1];
  if (ticket === undefined) throw new Error('the page has no consent form');
  const checked = (name: string): string[] =>
    [...html.matchAll(/<input type="(?:checkbox|radio)"[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes(`name="${name}"`) && / checked/.test(tag))
      .map((tag) => /value="([^"]*)"/.exec(tag)?.[1] ?? '');
  return { ticket, user: checked('user')[0] ?? '', scopes: checked('scope'), accounts: checked('account'), html };
}

export interface Decision {
  readonly decision?: 'allow' | 'deny';
  readonly user?: string;
  readonly scopes?: readonly string[];
  readonly accounts?: readonly string[];
}

/** Submits the consent form with everything that was selected, with the given changes. */
export async function decide(sandbox: Pick<RunningSandbox, 'url'>, form: ConsentForm, decision: Decision = {}): Promise<Response> {
  const fields = new URLSearchParams({ ticket: form.ticket, decision: decision.decision ?? 'allow', user: decision.user ?? form.user });
  for (const scope of decision.scopes ?? form.scopes) fields.append('scope', scope);
  for (const account of decision.accounts ?? form.accounts) fields.append('account', account);
  return postForm(`${sandbox.url}/oauth2/authorize/decision`, fields);
}

/** Where the browser is sent: the redirect's address, or the link of the page that replaces a redirect. */
export async function locationOf(response: Response): Promise<URL> {
  const location = response.headers.get('location') ?? /<a [^>]*href="([^"]+)"/.exec(await response.text())?.[1]?.replaceAll('&amp;', '&');
  if (location === undefined) throw new Error(`no way back in an answer of status ${response.status}`);
  return new URL(location);
}

/** Opens the consent page and decides. @returns the callback's query. */
export async function authorize(
  sandbox: Pick<RunningSandbox, 'url'>,
  clientId: string,
  challenge: string,
  decision: Decision = {},
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<URLSearchParams> {
  const page = await fetch(authorizeUrl(sandbox, clientId, challenge, changes));
  const form = parseConsentPage(await page.text());
  return (await locationOf(await decide(sandbox, form, decision))).searchParams;
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
}

export interface SignedIn {
  readonly client: RegisteredClient;
  readonly tokens: TokenAnswer;
  readonly bearer: { readonly Authorization: string };
}

/** Register, consent, exchange: everything that a user and a client do, over plain HTTP. */
export async function signIn(
  sandbox: Pick<RunningSandbox, 'url'>,
  decision: Decision = {},
  registration: Readonly<Record<string, unknown>> = {},
): Promise<SignedIn> {
  const client = await registerClient(sandbox, registration);
  const pkce = makePkce();
  const callback = await authorize(sandbox, client.client_id, pkce.challenge, decision);
  const response = await postForm(
    `${sandbox.url}/oauth2/token`,
    exchangeFields(client.client_id, callback.get('code') ?? '', pkce.verifier),
  );
  if (response.status !== 200) throw new Error(`the exchange answered ${response.status}: ${await response.text()}`);
  const tokens = (await response.json()) as TokenAnswer;
  return { client, tokens, bearer: { Authorization: `Bearer ${tokens.access_token}` } };
}

export function exchangeFields(clientId: string, code: string, verifier: string): Record<string, string> {
  return { grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: defaultRedirectUri, code_verifier: verifier };
}

/** Uploads a public key (PEM) to the portal. @returns the AppKey ID. */
export async function createAppKey(sandbox: Pick<RunningSandbox, 'url'>, publicKey: string, user = 'ada'): Promise<string> {
  const response = await fetch(`${sandbox.url}/portal`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ public_key: publicKey, user }),
  });
  const body = (await response.json()) as { readonly app_key_id?: string; readonly message?: string };
  if (body.app_key_id === undefined) throw new Error(body.message ?? `the portal answered ${response.status}`);
  return body.app_key_id;
}
