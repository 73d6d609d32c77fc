import * as vscode from 'vscode';
import type { WelcomeStrings } from '../../panel/welcome/welcomeProtocol';

/** Texts of the page in the display language. */
export function welcomeStrings(): WelcomeStrings {
  return {
    title: vscode.l10n.t('Welcome'),
    product: 'Market Desk',
    picture: vscode.l10n.t('Watchlist with prices and intraday charts'),
    pictureCaption: vscode.l10n.t('Simulated prices'),
    about: vscode.l10n.t('Positions, orders, plates, and the economic calendar, beside your code.'),
    startSandbox: vscode.l10n.t('Try the Sandbox'),
    aboutSandbox: vscode.l10n.t('A simulated broker on this machine. No account needed.'),
    starting: vscode.l10n.t('Starting the sandbox…'),
    connect: vscode.l10n.t('Connect to a Service'),
    tour: vscode.l10n.t('Take the Tour'),
    signedOut: vscode.l10n.t('You are not signed in.'),
    signIn: vscode.l10n.t('Sign In'),
    setUpApiKey: vscode.l10n.t('Set Up API Key'),
    lapsed: vscode.l10n.t('The service ended your sign-in. Nothing was deleted.'),
    signInAgain: vscode.l10n.t('Sign In Again'),
    waiting: vscode.l10n.t('Waiting for you to sign in in the browser.'),
    waitingHint: vscode.l10n.t('If the page shows an error or didn’t open, continue here.'),
    copyLink: vscode.l10n.t('Copy Link'),
    tryAnotherWay: vscode.l10n.t('Try Another Way'),
    cancel: vscode.l10n.t({ message: 'Cancel', comment: ['Ends waiting for a sign-in.'] }),
  };
}
