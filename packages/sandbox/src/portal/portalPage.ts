import { html } from 'hono/html';
import { sendPage } from '../http/page';
import type { Markup } from '../http/page';
import { filled } from '../pageTexts/pageTexts';
import type { PageTexts } from '../pageTexts/pageTexts';
import type { AppKeyRecord } from '../state/records';
import type { SandboxRequest } from '../types';
import { sandboxUsers } from '../world/accounts';

/** The values of the sent form, shown again beside an error. */
export interface PortalForm {
  readonly user: string;
  readonly algorithm: string;
  readonly publicKey: string;
}

export const emptyPortalForm: PortalForm = { user: sandboxUsers[0]?.id ?? '', algorithm: 'detect', publicKey: '' };

/** The developer portal: a form, and above it the result of the last one. */
export async function sendPortalPage(
  c: SandboxRequest,
  form: PortalForm,
  outcome: { readonly created?: AppKeyRecord; readonly complaint?: string } = {},
): Promise<Response> {
  const { developerPortal, portal: texts } = c.get('texts');
  return sendPage(c, outcome.complaint !== undefined ? 400 : outcome.created !== undefined ? 201 : 200, {
    title: developerPortal,
    body: html`<h1>${developerPortal}</h1>
      <p class="soft">${texts.intro}</p>
      ${outcome.created === undefined ? '' : createdNote(texts, outcome.created)}
      ${outcome.complaint === undefined ? '' : html`<p role="alert" class="error" id="complaint">${outcome.complaint}</p>`}
      <form method="post" action="/portal">
        <div class="field">
          <label for="user">${texts.user}</label><select id="user" name="user">
            ${sandboxUsers.map((user) => option(user.id, user.name, form.user))}
          </select>
        </div>
        <div class="field">
          <label for="algorithm">${texts.algorithm}</label><select id="algorithm" name="algorithm">
            ${option('detect', texts.detect, form.algorithm)}${option('Ed25519', 'Ed25519', form.algorithm)}${option('RSA-SHA256', 'RSA-SHA256', form.algorithm)}
          </select>
        </div>
        <div class="field">
          <label for="public_key">${texts.publicKey}</label>
          <textarea id="public_key" name="public_key" spellcheck="false" autocomplete="off" aria-describedby="public_key-hint"
            ${outcome.complaint === undefined ? '' : html` aria-invalid="true"`}>
${form.publicKey}</textarea><span class="soft" id="public_key-hint">${texts.publicKeyHint}</span>
        </div>
        <p class="actions"><button class="primary">${texts.create}</button></p>
      </form>`,
  });
}

function createdNote(texts: PageTexts['portal'], key: AppKeyRecord): Markup {
  return html`<div class="done">
    <label for="app_key_id">${texts.appKeyId}</label><output id="app_key_id" aria-label="${texts.appKeyId}">${key.id}</output>
    <p class="soft">${filled(texts.created, key.algorithm, key.user)}</p>
  </div>`;
}

function option(value: string, text: string, chosen: string): Markup {
  return html`<option value="${value}" ${value === chosen ? html` selected` : ''}>${text}</option>`;
}
