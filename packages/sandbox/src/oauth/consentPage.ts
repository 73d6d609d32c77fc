import { html } from 'hono/html';
import { filled } from '../pageTexts/pageTexts';
import type { PageTexts } from '../pageTexts/pageTexts';
import { sendPage } from '../http/page';
import type { Markup } from '../http/page';
import type { SandboxRequest } from '../types';
import { sandboxUsers } from '../world/accounts';
import type { SandboxAccount, SandboxUser } from '../world/accounts';
import type { AuthorizationRequest } from './authorizationRequest';

/** The boxes that are checked when the page opens, or were checked when it is shown again with an error. */
export interface ConsentChoice {
  readonly user: string;
  readonly scopes: readonly string[];
  /** If undefined, every account is checked. */
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
  const texts = c.get('texts').consent;
  const formTarget = /^https?:/i.test(request.redirectUri) ? new URL(request.redirectUri).origin : undefined;
  return sendPage(c, complaint === undefined ? 200 : 400, {
    title: texts.title,
    formTarget,
    body: html`<h1>${filled(texts.question, request.client.name)}</h1>
      ${returnNote(texts, request.redirectUri)} ${complaint === undefined ? '' : html`<p role="alert" class="error">${complaint}</p>`}
      <form method="post" action="/oauth2/authorize/decision">
        <input type="hidden" name="ticket" value="${ticket}">
        <fieldset>
          <legend>${texts.signInAs}</legend>
          ${sandboxUsers.map((user) => userChoice(user, choice.user === user.id))}
        </fieldset>
        <fieldset>
          <legend>${texts.permissions}</legend>
          ${Object.entries(texts.scopes).map(([scope, text]) => checkbox('scope', scope, text, choice.scopes.includes(scope)))}
        </fieldset>
        ${sandboxUsers.map((user) => accountChoices(texts, user, c.get('accounts').of(user.id), choice.accounts))}
        <p class="actions">
          <button class="primary" name="decision" value="allow">${texts.allow}</button><button name="decision" value="deny">${texts.deny}</button>
        </p>
      </form>`,
  });
}

/** Where the browser goes afterwards: the host is what matters, the whole address can be expanded. */
function returnNote(texts: PageTexts['consent'], redirectUri: string): Markup {
  const short = /^[^:]+:\/\/[^/?#]+/.exec(redirectUri)?.[0] ?? redirectUri;
  if (short.length + 1 >= redirectUri.length) return html`<p class="soft address">${filled(texts.returnTo, redirectUri)}</p>`;
  return html`<p class="soft address">${filled(texts.returnTo, short)}</p>
    <details class="soft">
      <summary>${texts.fullAddress}</summary>
      <code class="address">${redirectUri}</code>
    </details>`;
}

function userChoice(user: SandboxUser, chosen: boolean): Markup {
  const id = `user-${user.id}`;
  return html`<div class="choice">
    <input type="radio" id="${id}" name="user" value="${user.id}" ${chosen ? html` checked` : ''} /><label for="${id}">${user.name}</label>
  </div>`;
}

function accountChoices(
  texts: PageTexts['consent'],
  user: SandboxUser,
  accounts: readonly SandboxAccount[],
  ticked: readonly string[] | undefined,
): Markup {
  return html`<fieldset class="accounts" data-user="${user.id}">
    <legend>${filled(texts.accountsOf, user.name)}</legend>
    ${accounts.map((account) => checkbox('account', account.id, describe(texts, account), ticked?.includes(account.id) ?? true))}
    <p class="soft">${texts.everyAccount}</p>
  </fieldset>`;
}

function describe(texts: PageTexts['consent'], account: SandboxAccount): string {
  return account.kind === 'live' ? filled(texts.liveAccount, account.title) : filled(texts.paperAccount, account.title);
}

/** The label of the box is its scope, as in the token response; the sentence is its description. */
function checkbox(name: 'scope' | 'account', value: string, text: string, ticked: boolean): Markup {
  const label = name === 'account' ? `accid:${value}` : value;
  const id = `${name}-${value}`;
  return html`<div class="choice">
    <input type="checkbox" id="${id}" name="${name}" value="${value}" aria-describedby="${id}-text" ${ticked ? html` checked` : ''} />
    <label for="${id}"><code>${label}</code></label><span class="soft" id="${id}-text">${text}</span>
  </div>`;
}
