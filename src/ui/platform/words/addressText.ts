import * as vscode from 'vscode';
import type { AddressProblem } from '../../../domain/session/serviceAddress';

/** What is wrong with a service URL. */
export function addressProblemText(problem: AddressProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Enter the service URL.');
    case 'not-an-address':
      return vscode.l10n.t('Enter a URL such as https://api.example.com.');
    case 'not-https':
      return vscode.l10n.t('The URL must start with https://. Plain http is allowed only on this machine.');
    case 'hidden-characters':
      return vscode.l10n.t('The URL contains spaces, backslashes, or hidden characters.');
    case 'user-info':
      return vscode.l10n.t('The URL must not contain a user name or password.');
    case 'host':
      return vscode.l10n.t('The host name must be ASCII. Use the xn-- form for international names.');
    case 'query':
      return vscode.l10n.t('The URL must not contain ? or #.');
  }
}
