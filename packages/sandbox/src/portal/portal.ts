import { readForm } from '../http/form';
import { filled } from '../pageTexts/pageTexts';
import type { PageTexts } from '../pageTexts/pageTexts';
import { randomId } from '../state/credentials';
import type { AppKeyRecord } from '../state/records';
import type { CredentialStore } from '../state/store';
import type { SandboxApp, SandboxRequest } from '../types';
import { sandboxUsers } from '../world/accounts';
import { emptyPortalForm, sendPortalPage } from './portalPage';
import type { PortalForm } from './portalPage';
import { parsePublicKey } from './publicKey';

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
