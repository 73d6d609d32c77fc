import { html } from 'hono/html';
import { sendPage, type Markup } from '../http/page';
import type { SandboxRequest } from '../types';
import { accountsOf, SANDBOX_USERS, type SandboxAccount, type SandboxUser } from '../world/accounts';
import type { AuthorizationRequest } from './authorizationRequest';
import { scopeDescriptions } from './scopes';

/** What is ticked when the page opens, or was ticked when it comes back with a complaint. */
export interface ConsentChoice {
  readonly user: string;
  readonly scopes: readonly string[];
  /** Undefined ticks every account. */
  readonly accounts: readonly string[] | undefined;
}

/** The page on which the user decides; a plain form that works without script. */
export async function sendConsentPage(
  c: SandboxRequest,
  request: AuthorizationRequest,
  ticket: string,
  choice: ConsentChoice,
  complaint?: string,
): Promise<Response> {
  const formTarget = /^https?:/i.test(request.redirectUri) ? new URL(request.redirectUri).origin : undefined;
  return sendPage(c, complaint === undefined ? 200 : 400, {
    title: 'Authorize access',
    formTarget,
    body: html`<h1>Allow “${request.client.name}” to use your accounts?</h1>
      <p class="soft">Afterwards you return to <span class="address">${request.redirectUri}</span></p>
      ${complaint === undefined ? '' : html`<p role="alert" class="error">${complaint}</p>`}
      <form method="post" action="/oauth2/authorize/decision">
        <input type="hidden" name="ticket" value="${ticket}" />
        <fieldset>
          <legend>Sign in as</legend>
          ${SANDBOX_USERS.map((user) => userChoice(user, choice.user === user.id))}
        </fieldset>
        <fieldset>
          <legend>Permissions</legend>
          ${Object.entries(scopeDescriptions).map(([scope, text]) => checkbox('scope', scope, text, choice.scopes.includes(scope)))}
        </fieldset>
        ${SANDBOX_USERS.map((user) => accountChoices(user, choice.accounts))}
        <p class="actions">
          <button class="primary" name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button>
        </p>
      </form>`,
  });
}

function userChoice(user: SandboxUser, chosen: boolean): Markup {
  const id = `user-${user.id}`;
  return html`<div class="choice">
    <input type="radio" id="${id}" name="user" value="${user.id}" ${chosen ? html` checked` : ''} /><label for="${id}">${user.name}</label>
  </div>`;
}

function accountChoices(user: SandboxUser, ticked: readonly string[] | undefined): Markup {
  return html`<fieldset class="accounts" data-user="${user.id}">
    <legend>Accounts of ${user.name}</legend>
    ${accountsOf(user.id).map((account) => checkbox('account', account.id, describe(account), ticked?.includes(account.id) ?? true))}
    <p class="soft">If all are selected, access covers every account of this user (accid:*).</p>
  </fieldset>`;
}

function describe(account: SandboxAccount): string {
  return `${account.kind === 'live' ? 'Live' : 'Simulated'} account, ${account.title}`;
}

/** The box is named by its scope, as the token response will name it; the sentence is its description. */
function checkbox(name: 'scope' | 'account', value: string, text: string, ticked: boolean): Markup {
  const label = name === 'account' ? `accid:${value}` : value;
  const id = `${name}-${value}`;
  return html`<div class="choice">
    <input type="checkbox" id="${id}" name="${name}" value="${value}" aria-describedby="${id}-text" ${ticked ? html` checked` : ''} />
    <label for="${id}"><code>${label}</code></label
    ><span class="soft" id="${id}-text">${text}</span>
  </div>`;
}
