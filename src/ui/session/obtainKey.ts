import * as vscode from 'vscode';
import { generateSigningKey, importPrivateKey } from '../../service/auth/privateKey';
import type { ImportedKey } from '../../service/auth/privateKey';
import type { SignatureAlgorithm } from '../../service/auth/signature';
import { keyProblemText } from './keyProblemText';
import { askText, chooseOne } from '../platform/say/ask';
import { sayError } from '../platform/say/messages';

/** Larger files are not keys. */
const largestKeyFile = 64 * 1024;

interface SourceItem extends vscode.QuickPickItem {
  readonly generate?: SignatureAlgorithm;
}

/** Lets the user generate a key pair on this machine or import a private key; undefined when dismissed. */
export async function obtainKey(): Promise<ImportedKey | undefined> {
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
