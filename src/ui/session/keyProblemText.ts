import * as vscode from 'vscode';
import type { KeyProblem } from '../../service/auth/privateKey';

/** One sentence that says what is wrong with a key and what to do about it. */
export function keyProblemText(problem: KeyProblem): string {
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
