import * as vscode from 'vscode';
import type { ApiKeyStore } from '../../app/session/apiKeyStore';
import type { ChosenConnection } from '../../app/session/connection';
import type { ImportedKey, KeyProblem } from '../../service/auth/privateKey';
import type { SignatureAlgorithm, SigningKey } from '../../service/auth/signature';
import { AuthError } from '../../service/errors';
import { writeSetting } from '../platform/settings';
import { askText, chooseOne } from '../platform/say/ask';
import { askModal, sayError, sayInfo } from '../platform/say/messages';
import { flash } from '../platform/say/statusItem';
import { plainProgress } from '../platform/say/progress';
import { runCommand } from '../platform/runCommand';
import { generateSigningKey, importPrivateKey } from '../../service/auth/privateKey';
import type { UiPorts } from '../platform/ports';

/** Larger files are not keys. */
const largestKeyFile = 64 * 1024;

interface SourceItem extends vscode.QuickPickItem {
  readonly generate?: SignatureAlgorithm;
}

/** Lets the user generate a key pair on this machine or import a private key; undefined when dismissed. */
async function obtainKey(): Promise<ImportedKey | undefined> {
  const sources: SourceItem[] = [
    {
      label: vscode.l10n.t('Generate an Ed25519 Key Pair'),
      description: vscode.l10n.t('recommended'),
      detail: vscode.l10n.t('The private key never leaves this machine’s secret storage.'),
      generate: 'ed25519',
    },
    { label: vscode.l10n.t('Generate an RSA Key Pair'), description: vscode.l10n.t('RSA-SHA256, 3072-bit'), generate: 'rsa-sha256' },
    {
      label: vscode.l10n.t('Import a PEM File…'),
      detail: vscode.l10n.t('Ed25519 or RSA (at least 2048 bits), with or without a passphrase.'),
    },
  ];
  const chosen = await chooseOne(sources, {
    title: vscode.l10n.t('Set Up API Key'),
    placeHolder: vscode.l10n.t('Generate a key pair or import a private key'),
  });
  if (chosen === undefined) return undefined;
  return chosen.generate === undefined ? importFile() : generateSigningKey(chosen.generate);
}

async function importFile(): Promise<ImportedKey | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Select a Private Key'),
      openLabel: vscode.l10n.t('Import'),
      canSelectMany: false,
    })) ?? [];
  if (file === undefined) return undefined;
  const { size } = await vscode.workspace.fs.stat(file);
  const text = size > largestKeyFile ? '-' : new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  let result = importPrivateKey(text);
  while (result.kind === 'problem' && (result.problem === 'encrypted' || result.problem === 'wrong-passphrase')) {
    const passphrase = await askPassphrase(result.problem === 'wrong-passphrase' ? keyProblemText(result.problem) : undefined);
    if (passphrase === undefined) return undefined;
    result = importPrivateKey(text, passphrase);
  }
  if (result.kind === 'key') return result;
  const again = vscode.l10n.t('Select Another File');
  const answer = await sayError(keyProblemText(result.problem), again);
  return answer === again ? importFile() : undefined;
}

async function askPassphrase(complaint: string | undefined): Promise<string | undefined> {
  return askText({
    title: vscode.l10n.t('Set Up API Key'),
    prompt: complaint ?? vscode.l10n.t('Passphrase for the private key'),
    password: true,
    validateInput: (text) => (text === '' ? keyProblemText('encrypted') : undefined),
  });
}

/** One sentence that says what is wrong with a key and what to do about it. */
function keyProblemText(problem: KeyProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('The file is empty.');
    case 'not-pem':
      return vscode.l10n.t('This isn’t a PEM file. It should start with “-----BEGIN PRIVATE KEY-----”.');
    case 'truncated':
      return vscode.l10n.t('The PEM file is incomplete: its “-----END …-----” line is missing.');
    case 'public-key':
      return vscode.l10n.t('This is a public key. Select its private key.');
    case 'certificate':
      return vscode.l10n.t('This is a certificate. Select its private key.');
    case 'openssh':
      return vscode.l10n.t('This key is in OpenSSH format. Convert it to PKCS#8 first: ssh-keygen -p -m PKCS8 -f FILE.');
    case 'encrypted':
      return vscode.l10n.t('This key is encrypted. Enter its passphrase.');
    case 'wrong-passphrase':
      return vscode.l10n.t('Wrong passphrase for this key.');
    case 'unsupported-kind':
      return vscode.l10n.t('Unsupported key type. The service accepts Ed25519 and RSA keys.');
    case 'rsa-too-short':
      return vscode.l10n.t('This RSA key is shorter than 2048 bits, which isn’t secure.');
    case 'several-keys':
      return vscode.l10n.t('The file contains more than one private key. Select a file with exactly one.');
    case 'unreadable':
      return vscode.l10n.t('The key is damaged and can’t be read.');
  }
}

export interface ApiKeyDependencies extends Pick<UiPorts, 'access' | 'links' | 'describeError'> {
  readonly keys: ApiKeyStore;
  /** Sends one signed request with this key; rejects with the reason if the service does not accept it. */
  readonly prove: (connection: ChosenConnection, key: SigningKey) => Promise<void>;
}

/** *Set Up API Key…*: obtains a key, shows its public half, asks for its ID, verifies it, and stores it in SecretStorage. */
export async function setUpApiKey(dependencies: ApiKeyDependencies): Promise<void> {
  const { connection } = dependencies.access.current;
  if (connection.kind === 'none') {
    await offerConnection();
    return;
  }
  const existing = await dependencies.keys.describe(connection.origin);
  if (existing !== undefined) {
    const next = await manageExisting(dependencies, connection, existing.appKeyId, existing.publicKeyPem);
    if (next !== 'replace') return;
  }
  const key = await obtainKey();
  if (key === undefined || !(await showPublicKey(dependencies, connection, key.publicKeyPem))) return;
  await nameAndProve(dependencies, connection, key);
}

async function offerConnection(): Promise<void> {
  const tryIt = vscode.l10n.t('Try the Sandbox');
  const connect = vscode.l10n.t('Connect to a Service…');
  const answer = await sayInfo(vscode.l10n.t('An API key belongs to one service. Connect to a service first.'), tryIt, connect);
  if (answer === tryIt) await runCommand('marketDesk.sandbox.start');
  if (answer === connect) await runCommand('marketDesk.connect');
}

async function manageExisting(
  dependencies: ApiKeyDependencies,
  connection: ChosenConnection,
  appKeyId: string,
  publicKeyPem: string,
): Promise<'replace' | undefined> {
  const use = {
    label: vscode.l10n.t('Use This Key'),
    iconPath: new vscode.ThemeIcon('check'),
    description: vscode.l10n.t('sign requests instead of using OAuth'),
  };
  const copy = { label: vscode.l10n.t('Copy Public Key'), iconPath: new vscode.ThemeIcon('copy') };
  const replace = { label: vscode.l10n.t('Replace Key…'), iconPath: new vscode.ThemeIcon('key') };
  const remove = {
    label: vscode.l10n.t('Remove Key'),
    iconPath: new vscode.ThemeIcon('trash'),
    description: vscode.l10n.t('deletes it from secret storage'),
  };
  const chosen = await chooseOne([...(connection.authentication === 'apiKey' ? [] : [use]), copy, replace, remove], {
    title: vscode.l10n.t('API Key {0} for {1}', appKeyId, connection.origin),
  });
  if (chosen === use) await writeSetting('service.authentication', 'apiKey');
  if (chosen === copy) await vscode.env.clipboard.writeText(publicKeyPem);
  if (chosen === remove) await removeKey(dependencies, connection, appKeyId);
  return chosen === replace ? 'replace' : undefined;
}

async function removeKey({ keys }: ApiKeyDependencies, connection: ChosenConnection, appKeyId: string): Promise<void> {
  const verb = vscode.l10n.t('Remove Key');
  const answer = await askModal(
    vscode.l10n.t('Remove the API key {0} for {1}?', appKeyId, connection.origin),
    vscode.l10n.t('The private key will be deleted from this machine and can’t be recovered.'),
    verb,
  );
  if (answer !== verb) return;
  await keys.remove(connection.origin);
  if (connection.authentication === 'apiKey') await writeSetting('service.authentication', 'oauth');
}

/** @returns false if the user canceled. */
async function showPublicKey({ links }: ApiKeyDependencies, connection: ChosenConnection, publicKeyPem: string): Promise<boolean> {
  const proceed = {
    label: vscode.l10n.t('Enter the AppKey ID'),
    iconPath: new vscode.ThemeIcon('arrow-right'),
    detail: vscode.l10n.t('after the developer portal has issued one for this public key'),
  };
  const copy = {
    label: vscode.l10n.t('Copy Public Key'),
    iconPath: new vscode.ThemeIcon('copy'),
    detail: publicKeyPem.split('\n')[1] ?? '',
  };
  // Only the sandbox's portal has a known address; a service's portal is found on its site (Spec, {developer_portal_url}).
  const isSandbox = connection.kind === 'sandbox';
  const place = isSandbox ? `${connection.baseUrl}/portal` : connection.origin;
  const portal = isSandbox
    ? { label: vscode.l10n.t('Open the Developer Portal'), iconPath: new vscode.ThemeIcon('link-external'), detail: place }
    : {
        label: vscode.l10n.t('Open {0}', new URL(place).host),
        iconPath: new vscode.ThemeIcon('link-external'),
        detail: vscode.l10n.t('Look for the developer portal on the service’s site'),
      };
  const choices = [copy, portal, proceed];
  for (;;) {
    const chosen = await chooseOne(choices, {
      title: vscode.l10n.t('Set Up API Key: upload the public key to the developer portal'),
      placeHolder: vscode.l10n.t('Only the public key is uploaded. The private key stays on this machine.'),
    });
    if (chosen === undefined) return false;
    if (chosen === proceed) return true;
    if (chosen === copy) {
      await vscode.env.clipboard.writeText(publicKeyPem);
      flash(vscode.l10n.t('Public key copied'), 3000);
    }
    if (chosen === portal) await links.open(place, connection.baseUrl);
  }
}

/** A rejected key is not a rejected sign-in: signing in again would not help. */
function complaintAbout(error: unknown, { describeError }: Pick<ApiKeyDependencies, 'describeError'>): string {
  if (AuthError.is(error, 'token-rejected'))
    return vscode.l10n.t(
      'The service didn’t accept the key. Check the AppKey ID, and make sure you uploaded this key pair’s public key for it.',
    );
  return vscode.l10n.t('Couldn’t verify the key. {0}', describeError(error));
}

async function nameAndProve(dependencies: ApiKeyDependencies, connection: ChosenConnection, key: ImportedKey): Promise<void> {
  let complaint: string | undefined;
  let value = '';
  for (;;) {
    const appKeyId = await askAppKeyId(complaint, value);
    if (appKeyId === undefined) return;
    value = appKeyId;
    const candidate: SigningKey = { appKeyId, algorithm: key.algorithm, privateKey: key.privateKey };
    try {
      const title = vscode.l10n.t('Verifying the key with one signed request…');
      await plainProgress(title, 'notification', async () => dependencies.prove(connection, candidate));
    } catch (error) {
      complaint = complaintAbout(error, dependencies);
      continue;
    }
    await dependencies.keys.save(connection.origin, appKeyId, key);
    if (connection.authentication !== 'apiKey') await writeSetting('service.authentication', 'apiKey');
    void sayInfo(vscode.l10n.t('API key {0} works. Requests to {1} are now signed with it.', appKeyId, connection.origin));
    return;
  }
}

async function askAppKeyId(complaint: string | undefined, value: string): Promise<string | undefined> {
  const text = await askText({
    title: vscode.l10n.t('Set Up API Key'),
    prompt: complaint ?? vscode.l10n.t('AppKey ID from the developer portal'),
    placeHolder: vscode.l10n.t('AppKey ID'),
    value,
    validateInput: (entered) =>
      /^[\x21-\x7e]{1,256}$/.test(entered.trim())
        ? undefined
        : vscode.l10n.t('An AppKey ID must be 1 to 256 printable characters without spaces.'),
  });
  return text?.trim();
}
