import { readForm, valueOf } from '../http/form';
import { sendErrorPage, sendPage } from '../http/page';
import type { PageTexts } from '../pageTexts/pageTexts';
import { randomId } from '../state/credentials';
import type { Consent, CredentialStore } from '../state/store';
import type { SandboxApp, SandboxRequest } from '../types';
import { sandboxUsers } from '../world/accounts';
import type { AccountDirectory } from '../world/accounts';
import { checkAuthorizationRequest } from './authorizationRequest';
import type { AuthorizationRequest } from './authorizationRequest';
import type { AuthorizationCodes } from './codes';
import { sendConsentPage } from './consentPage';
import type { ConsentChoice } from './consentPage';
import type { OneTimeValues } from './oneTime';
import { scopes } from '../auth/scopes';
import { html } from 'hono/html';

export interface AuthorizeDependencies {
  readonly store: CredentialStore;
  readonly codes: AuthorizationCodes;
  /** Open pages that wait for the user's decision. */
  readonly tickets: OneTimeValues<AuthorizationRequest>;
}

/** The authorization page (Spec, GET /oauth2/authorize/confirm) and the form that it sends. */
export function registerAuthorizeRoutes(app: SandboxApp, dependencies: AuthorizeDependencies): void {
  app.get('/oauth2/authorize/confirm', async (c) => openPage(c, dependencies));
  app.post('/oauth2/authorize/decision', async (c) => decide(c, dependencies));
}

/**
 * A control for the editor that runs this sandbox, and not a part of the specification: allows what an authorization page suggests, without the
 * page. The query is that of the page; `location` is where a browser would be sent. To be registered behind the secret of the controls.
 */
export function registerConsentControl(app: SandboxApp, { store, codes }: Pick<AuthorizeDependencies, 'store' | 'codes'>): void {
  app.post('/sandbox/consent', (c) => {
    const check = checkAuthorizationRequest(new URLSearchParams(c.get('rawQuery')), store, c.get('texts').consent);
    if (check.kind !== 'ok') return c.json({ error: check.kind === 'page' ? check.explanation : check.failure.error }, 400);
    const { suggested, redirectUri, state, codeChallenge } = check.request;
    const directory = c.get('accounts');
    const user = userWithAccounts(directory, suggested.accounts);
    const accounts = directory.of(user).flatMap(({ id }) => (suggested.accounts?.includes(id) === false ? [] : [id]));
    const code = codes.issue(consentOf(directory, check.request, { user, scopes: suggested.scopes, accounts }), redirectUri, codeChallenge);
    return c.json({ location: appendParameters(redirectUri, { code, state }) });
  });
}

async function openPage(c: SandboxRequest, { store, tickets }: AuthorizeDependencies): Promise<Response> {
  const texts = c.get('texts').consent;
  const check = checkAuthorizationRequest(new URLSearchParams(c.get('rawQuery')), store, texts);
  if (check.kind === 'page') return sendErrorPage(c, 400, texts.cannotContinue, check.explanation);
  if (check.kind === 'redirect') {
    const { error, description } = check.failure;
    return sendBack(c, appendParameters(check.redirectUri, { error, error_description: description, state: check.state }), 'refused');
  }
  const { suggested } = check.request;
  return sendConsentPage(c, check.request, tickets.put(check.request), {
    user: userWithAccounts(c.get('accounts'), suggested.accounts),
    ...suggested,
  });
}

/** Fields that a browser sends once; `allow` together with `deny` must not count as either. */
const answeredOnce = ['ticket', 'user', 'decision'] as const;

async function decide(c: SandboxRequest, dependencies: AuthorizeDependencies): Promise<Response> {
  const texts = c.get('texts').consent;
  const form = readForm(c);
  if (form !== undefined && answeredOnce.some((name) => form.getAll(name).length > 1)) {
    return sendErrorPage(c, 400, texts.conflicting, texts.conflictingWhy);
  }
  const request = form === undefined ? undefined : dependencies.tickets.take(valueOf(form, 'ticket') ?? '');
  if (form === undefined || request === undefined) {
    return sendErrorPage(c, 400, texts.expired, texts.expiredWhy);
  }
  const { redirectUri, state } = request;
  if (form.get('decision') !== 'allow') {
    return sendBack(
      c,
      appendParameters(redirectUri, { error: 'access_denied', error_description: 'the user denied access', state }),
      'refused',
    );
  }
  const choice = choiceOf(c.get('accounts'), form);
  const complaint = complaintAbout(choice, texts);
  if (complaint !== undefined) return sendConsentPage(c, request, dependencies.tickets.put(request), choice, complaint);
  const code = dependencies.codes.issue(consentOf(c.get('accounts'), request, choice), redirectUri, request.codeChallenge);
  return sendBack(c, appendParameters(redirectUri, { code, state }), 'allowed');
}

/** The boxes checked in the form, limited to existing ones: accounts of other users are left out. */
function choiceOf(directory: AccountDirectory, form: URLSearchParams): ConsentChoice & { readonly accounts: readonly string[] } {
  const user = valueOf(form, 'user') ?? '';
  const owned = directory.of(user).map((account) => account.id);
  return {
    user,
    scopes: scopes.filter((scope) => form.getAll('scope').includes(scope)),
    accounts: owned.filter((account) => form.getAll('account').includes(account)),
  };
}

function complaintAbout(choice: ConsentChoice, texts: PageTexts['consent']): string | undefined {
  if (!sandboxUsers.some((user) => user.id === choice.user)) return texts.selectUser;
  if (choice.scopes.length === 0) return texts.selectPermission;
  return undefined;
}

/** If all of the user's accounts are checked, every account is granted (`accid:*`); otherwise single ones. */
function consentOf(
  directory: AccountDirectory,
  request: AuthorizationRequest,
  choice: ConsentChoice & { readonly accounts: readonly string[] },
): Consent {
  const everyAccount = choice.accounts.length === directory.of(choice.user).length;
  return {
    id: randomId('consent_'),
    clientId: request.client.id,
    user: choice.user,
    scopes: choice.scopes,
    accounts: everyAccount ? ['*'] : choice.accounts,
  };
}

function userWithAccounts(directory: AccountDirectory, accounts: readonly string[] | undefined): string {
  const owner = sandboxUsers.find((user) => directory.of(user.id).some((account) => accounts?.includes(account.id)));
  return (owner ?? sandboxUsers[0])?.id ?? '';
}

/** Adds parameters to a redirect URI without touching a byte of what was registered. */
function appendParameters(redirectUri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.append(name, value);
  const separator = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
  return `${redirectUri}${separator}${added.toString()}`;
}

/**
 * Sends the browser back to the client.
 *
 * An http address gets a redirect. For any other scheme, browsers stay on the current page, so that page must
 * say what happened and offer a link back.
 */
async function sendBack(c: SandboxRequest, location: string, outcome: 'allowed' | 'refused'): Promise<Response> {
  if (/^https?:/i.test(location))
    return c.body(null, 303, { Location: inHeader(location), 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  const texts = c.get('texts').back;
  const title = outcome === 'allowed' ? texts.signedIn : texts.notSignedIn;
  return sendPage(c, 200, {
    title,
    refreshTo: location,
    body: html`<h1>${title}</h1>
      <p role="status">${outcome === 'allowed' ? texts.signedInNext : texts.notSignedInNext}</p>
      <p class="actions"><a class="button primary" href="${location}">${texts.returnToEditor}</a></p>
      <details>
        <summary>${texts.nothingHappening}</summary>
        <p class="soft">${texts.pasteThis}</p>
        <code class="address">${location}</code>
      </details>`,
  });
}

/** A header holds ASCII alone: other letters are encoded as a browser would. */
function inHeader(location: string): string {
  return /^[!-~]*$/.test(location) ? location : new URL(location).href;
}
