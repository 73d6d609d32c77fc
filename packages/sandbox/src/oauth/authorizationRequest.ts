import { repeatedName, valueOf } from '../http/form';
import type { ClientRecord } from '../state/records';
import type { CredentialStore } from '../state/store';
import { filled } from '../pageTexts/pageTexts';
import type { PageTexts } from '../pageTexts/pageTexts';
import { failure } from './errors';
import type { OAuthFailure } from './errors';
import { scopes } from '../auth/scopes';

/** A validated request of the authorization page (Spec, GET /oauth2/authorize/confirm). */
export interface AuthorizationRequest {
  readonly client: ClientRecord;
  readonly redirectUri: string;
  readonly state: string;
  readonly codeChallenge: string;
  /** Boxes that are initially checked. `accounts: undefined` checks every account. */
  readonly suggested: { readonly scopes: readonly string[]; readonly accounts: readonly string[] | undefined };
}

export type AuthorizationCheck =
  | { readonly kind: 'ok'; readonly request: AuthorizationRequest }
  /** The redirect cannot be trusted: tell the user, but do not redirect. */
  | { readonly kind: 'page'; readonly explanation: string }
  | { readonly kind: 'redirect'; readonly redirectUri: string; readonly state: string | undefined; readonly failure: OAuthFailure };

export function checkAuthorizationRequest(query: URLSearchParams, store: CredentialStore, texts: PageTexts['consent']): AuthorizationCheck {
  const target = trustedTarget(query, store, texts);
  if (typeof target === 'string') return { kind: 'page', explanation: target };
  const { client, redirectUri } = target;
  const wrong = firstFault(query);
  const state = query.getAll('state').length === 1 ? valueOf(query, 'state') : undefined;
  if (wrong !== undefined) return { kind: 'redirect', redirectUri, state, failure: wrong };
  const request = {
    client,
    redirectUri,
    state: query.get('state') ?? '',
    codeChallenge: query.get('code_challenge') ?? '',
    suggested: suggestion(valueOf(query, 'scope')),
  };
  return { kind: 'ok', request };
}

function trustedTarget(
  query: URLSearchParams,
  store: CredentialStore,
  texts: PageTexts['consent'],
): { readonly client: ClientRecord; readonly redirectUri: string } | string {
  for (const name of ['client_id', 'redirect_uri']) {
    if (query.getAll(name).length > 1) return filled(texts.repeated, name);
    if (valueOf(query, name) === undefined) return filled(texts.missing, name);
  }
  const client = store.client(query.get('client_id') ?? '');
  if (client === undefined) return texts.unknownClient;
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!client.redirectUris.includes(redirectUri)) return texts.unknownRedirect;
  return { client, redirectUri };
}

function firstFault(query: URLSearchParams): OAuthFailure | undefined {
  const repeated = repeatedName(query);
  if (repeated !== undefined) return failure('invalid_request', `the parameter ${repeated} is given more than once`);
  for (const name of ['response_type', 'state', 'code_challenge', 'code_challenge_method']) {
    if (valueOf(query, name) === undefined) return failure('invalid_request', `the parameter ${name} is missing`);
  }
  if (query.get('response_type') !== 'code') return failure('unsupported_response_type', 'response_type must be code');
  if (query.get('code_challenge_method') !== 'S256') return failure('invalid_request', 'code_challenge_method must be S256');
  if (!/^[A-Za-z0-9_-]{43}$/.test(query.get('code_challenge') ?? ''))
    return failure('invalid_request', 'code_challenge must be 43 base64url characters');
  return undefined;
}

/** Without a `scope` parameter everything is checked; with one, only what it names. Accounts stay checked unless it names some. */
function suggestion(scope: string | undefined): AuthorizationRequest['suggested'] {
  if (scope === undefined) return { scopes, accounts: undefined };
  const asked = scope.split(' ').filter((part) => part !== '');
  const accounts = asked.filter((part) => part.startsWith('accid:')).map((part) => part.slice('accid:'.length));
  const everyAccount = accounts.length === 0 || accounts.includes('*');
  return { scopes: scopes.filter((known) => asked.includes(known)), accounts: everyAccount ? undefined : accounts };
}
