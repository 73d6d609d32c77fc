import * as vscode from 'vscode';
import type { KeyProblem } from '../../service/auth/privateKey';

/** One sentence that says what is wrong with a key and what to do about it. */
export function keyProblemText(problem: KeyProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('The file is empty.');
    case 'not-pem':
      return vscode.l10n.t('This is not a PEM file: it should begin with “-----BEGIN PRIVATE KEY-----”.');
    case 'truncated':
      return vscode.l10n.t('The PEM text is cut off: its “-----END …-----” line is missing.');
    case 'public-key':
      return vscode.l10n.t('This is a public key. Choose the private key that belongs to it.');
    case 'certificate':
      return vscode.l10n.t('This is a certificate. Choose the private key that belongs to it.');
    case 'openssh':
      return vscode.l10n.t('This key is in OpenSSH format. Convert it to PKCS#8 first: ssh-keygen -p -m PKCS8 -f FILE.');
    case 'encrypted':
      return vscode.l10n.t('This key is encrypted: its passphrase is needed.');
    case 'wrong-passphrase':
      return vscode.l10n.t('The passphrase does not open this key.');
    case 'unsupported-kind':
      return vscode.l10n.t('This kind of key cannot be used. The service takes Ed25519 and RSA keys.');
    case 'rsa-too-short':
      return vscode.l10n.t('This RSA key is shorter than 2048 bits, which is not safe.');
    case 'several-keys':
      return vscode.l10n.t('The file holds more than one private key. Choose a file with exactly one.');
    case 'unreadable':
      return vscode.l10n.t('The key is damaged: its content cannot be read.');
  }
}
