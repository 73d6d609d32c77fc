import * as vscode from 'vscode';
import type { AddressProblem } from '../../domain/session/serviceAddress';

/** What is wrong with the address of a service. */
export function addressProblemText(problem: AddressProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Enter the address of the service.');
    case 'not-an-address':
      return vscode.l10n.t('This is not an address. It looks like https://api.example.com.');
    case 'not-https':
      return vscode.l10n.t('The address must begin with https://. Plain http is accepted on this machine only.');
    case 'hidden-characters':
      return vscode.l10n.t('The address contains spaces, backslashes or hidden characters.');
    case 'user-info':
      return vscode.l10n.t('The address must not contain a user name or a password.');
    case 'host':
      return vscode.l10n.t('The host name must be plain ASCII. Write an international name in its xn-- form.');
    case 'query':
      return vscode.l10n.t('The address must not contain ? or #.');
  }
}
