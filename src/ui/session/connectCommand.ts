import * as vscode from 'vscode';
import type { ConnectionStore } from '../../app/session/connectionStore';
import type { Log } from '../../app/platform/ports';
import { parseServiceAddress } from '../../domain/session/serviceAddress';
import type { ServiceAddress } from '../../domain/session/serviceAddress';
import { presentError } from '../platform/errors/presentError';
import { readSetting, writeSetting } from '../platform/settings';
import { addressProblemText } from './addressText';

export interface ConnectDependencies {
  readonly connections: ConnectionStore;
  readonly log: Log;
  /** Asks the service at this base URL for its time, without any credential. */
  readonly probe: (baseUrl: string, options: { readonly signal: AbortSignal }) => Promise<unknown>;
  readonly markUsed: () => Thenable<void>;
}

const probePatienceMs = 15_000;

/** *Connect to a Service…*: address, a look whether a service answers there, the user's yes, then the way to sign in. */
export async function connect(dependencies: ConnectDependencies): Promise<void> {
  const address = await askForAddress();
  if (address === undefined) return;
  const trouble = await probe(dependencies, address);
  if (trouble === 'cancelled') return;
  if (!dependencies.connections.isApproved(address.origin) || trouble !== undefined) {
    if (!(await askForApproval(address, trouble))) return;
  }
  const method = await askForMethod();
  if (method === undefined) return;
  await dependencies.connections.approve(address.origin);
  await writeSetting('service.authentication', method);
  await writeSetting('service.url', address.baseUrl);
  await dependencies.markUsed();
  await vscode.commands.executeCommand(method === 'oauth' ? 'marketDesk.signIn' : 'marketDesk.setUpApiKey');
}

/** The modal question before any credential goes to a new origin; shows the ASCII host alone, where nothing can imitate it. */
export async function askForApproval(address: ServiceAddress, trouble: string | undefined): Promise<boolean> {
  const yes = trouble === undefined ? vscode.l10n.t('Connect') : vscode.l10n.t('Connect Anyway');
  const promise = vscode.l10n.t('Your sign-in and orders will be sent to this URL: {0}', address.baseUrl);
  const detail = trouble === undefined ? promise : `${trouble}\n\n${promise}`;
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t('Connect Market Desk to {0}?', address.host),
    { modal: true, detail },
    yes,
  );
  return chosen === yes;
}

async function askForAddress(): Promise<ServiceAddress | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Connect to a Service'),
    prompt: vscode.l10n.t('Service URL, for example https://api.example.com'),
    value: readSetting('service.url'),
    ignoreFocusOut: true,
    validateInput: (value) => {
      const verdict = parseServiceAddress(value);
      return verdict.ok ? undefined : addressProblemText(verdict.problem);
    },
  });
  const verdict = text === undefined ? undefined : parseServiceAddress(text);
  return verdict?.ok === true ? verdict.address : undefined;
}

/** @returns undefined when a service answers, else what is wrong in words. */
async function probe(dependencies: ConnectDependencies, address: ServiceAddress): Promise<string | undefined> {
  const title = vscode.l10n.t('Looking for a service at {0}', address.host);
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_progress, token) => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), probePatienceMs);
      token.onCancellationRequested(() => controller.abort());
      try {
        await dependencies.probe(address.baseUrl, { signal: controller.signal });
        return undefined;
      } catch (error) {
        if (token.isCancellationRequested) return 'cancelled';
        dependencies.log.error('No service was found', error);
        const said = controller.signal.aborted ? vscode.l10n.t('The service didn’t respond in time.') : presentError(error).message;
        return vscode.l10n.t('No service found at this URL. {0}', said);
      } finally {
        clearTimeout(timer);
      }
    },
  );
}

async function askForMethod(): Promise<'oauth' | 'apiKey' | undefined> {
  const oauth = {
    label: vscode.l10n.t('Sign in with your browser'),
    description: 'OAuth 2.1',
    detail: vscode.l10n.t('Recommended. You choose in the browser what Market Desk can do.'),
  };
  const apiKey = {
    label: vscode.l10n.t('Use an API key'),
    description: 'Ed25519, RSA-SHA256',
    detail: vscode.l10n.t('Every request is signed with a private key that stays on this machine.'),
  };
  const picked = await vscode.window.showQuickPick([oauth, apiKey], {
    title: vscode.l10n.t('How do you want to sign in?'),
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  return picked === oauth ? 'oauth' : 'apiKey';
}
