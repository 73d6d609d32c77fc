import { readForm } from '../http/form';
import { filled } from '../pageTexts/pageTexts';
import type { PageTexts } from '../pageTexts/pageTexts';
import { randomId } from '../state/credentials';
import type { AppKeyRecord } from '../state/records';
import type { CredentialStore } from '../state/store';
import type { SandboxApp, SandboxRequest } from '../types';
import { sandboxUsers } from '../world/accounts';
import { html } from 'hono/html';
import { sendPage } from '../http/page';
import type { Markup } from '../http/page';
import { createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A public key that the service can verify signatures with, or a sentence that says what is wrong. */
type ParsedPublicKey =
  | { readonly kind: 'key'; readonly algorithm: AppKeyRecord['algorithm']; /** SubjectPublicKeyInfo PEM. */ readonly pem: string }
  | { readonly kind: 'wrong'; readonly explanation: string };

const leastRsaBits = 2048;
const mostRsaBits = 8192;

/** Parses a pasted PEM; private keys are refused without looking into them. */
function parsePublicKey(pasted: string, texts: PageTexts['key']): ParsedPublicKey {
  const text = pasted.trim().replace(/\r\n?/g, '\n');
  if (text === '') return wrong(texts.empty);
  if (text.includes('PRIVATE KEY')) return wrong(texts.isPrivate);
  const labels = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g)].map((match) => match[1] ?? '');
  if (labels.length === 0) return wrong(texts.notPem);
  if (labels.length > 1) return wrong(texts.several);
  const label = labels[0] ?? '';
  if (label !== 'PUBLIC KEY' && label !== 'RSA PUBLIC KEY') return wrong(filled(texts.notPublic, label.toLowerCase()));
  if (!text.endsWith(`-----END ${label}-----`)) return wrong(texts.incomplete);
  try {
    return accept(createPublicKey(text), texts);
  } catch {
    return wrong(texts.unreadable);
  }
}

function accept(key: KeyObject, texts: PageTexts['key']): ParsedPublicKey {
  const pem = key.export({ type: 'spki', format: 'pem' }).toString();
  if (key.asymmetricKeyType === 'ed25519') return { kind: 'key', algorithm: 'Ed25519', pem };
  if (key.asymmetricKeyType !== 'rsa') return wrong(filled(texts.unsupported, key.asymmetricKeyType ?? 'unknown'));
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < leastRsaBits || bits > mostRsaBits) return wrong(filled(texts.size, leastRsaBits, mostRsaBits, bits));
  return { kind: 'key', algorithm: 'RSA-SHA256', pem };
}

function wrong(explanation: string): ParsedPublicKey {
  return { kind: 'wrong', explanation };
}

/** The values of the sent form, shown again beside an error. */
interface PortalForm {
  readonly user: string;
  readonly algorithm: string;
  readonly publicKey: string;
}

const emptyPortalForm: PortalForm = { user: sandboxUsers[0]?.id ?? '', algorithm: 'detect', publicKey: '' };

/** The developer portal: a form, and above it the result of the last one. */
async function sendPortalPage(
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

export interface PortalDependencies {
  readonly store: CredentialStore;
  readonly now: () => number;
}

/** The developer portal (Spec, Method 2): takes a public key and returns an AppKey ID. Responds with JSON if requested. */
export function registerPortalRoutes(app: SandboxApp, dependencies: PortalDependencies): void {
  app.get('/portal', async (c) => sendPortalPage(c, emptyPortalForm));
  app.post('/portal', async (c) => {
    const fields = readForm(c);
    const form: PortalForm = {
      user: fields?.get('user') ?? '',
      algorithm: fields?.get('algorithm') ?? 'detect',
      publicKey: fields?.get('public_key') ?? '',
    };
    const created = createKey(form, dependencies, c.get('texts'));
    return typeof created === 'string' ? complain(c, form, created) : announce(c, created);
  });
}

function createKey(form: PortalForm, { store, now }: PortalDependencies, texts: PageTexts): AppKeyRecord | string {
  if (!sandboxUsers.some((user) => user.id === form.user)) return texts.portal.selectUser;
  const parsed = parsePublicKey(form.publicKey, texts.key);
  if (parsed.kind === 'wrong') return parsed.explanation;
  if (form.algorithm !== 'detect' && form.algorithm !== parsed.algorithm)
    return filled(texts.key.otherAlgorithm, parsed.algorithm, form.algorithm);
  const key: AppKeyRecord = {
    id: randomId('ak_'),
    user: form.user,
    algorithm: parsed.algorithm,
    publicKey: parsed.pem,
    createdAtMs: now(),
  };
  store.addAppKey(key);
  return key;
}

async function announce(c: SandboxRequest, key: AppKeyRecord): Promise<Response> {
  if (wantsJson(c)) return c.json({ app_key_id: key.id, algorithm: key.algorithm, user: key.user }, 201);
  return sendPortalPage(c, { ...emptyPortalForm, user: key.user }, { created: key });
}

/** A pasted private key is not sent back, because it should be in as few places as possible. */
async function complain(c: SandboxRequest, form: PortalForm, complaint: string): Promise<Response> {
  if (wantsJson(c)) return c.json({ message: complaint }, 400);
  return sendPortalPage(c, form.publicKey.includes('PRIVATE KEY') ? { ...form, publicKey: '' } : form, { complaint });
}

function wantsJson(c: SandboxRequest): boolean {
  return (c.req.header('Accept') ?? '').split(',').some((type) => type.trim().startsWith('application/json'));
}
