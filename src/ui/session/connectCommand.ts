import { underSignals } from '../../service/abortable';
import * as vscode from 'vscode';
import type { ConnectionStore } from '../../app/session/connectionStore';
import { parseServiceAddress } from '../../domain/session/serviceAddress';
import type { ServiceAddress } from '../../domain/session/serviceAddress';
import { ApiError, HttpError } from '../../service/errors';
import { wantsCredentials } from '../../service/requests/wantsCredentials';
import { presentError } from '../platform/errors/presentError';
import { readSetting, writeSetting } from '../platform/settings';
import { addressProblemText } from '../platform/words/addressText';
import { askText, chooseOne } from '../platform/say/ask';
import { askForApproval } from '../platform/say/askForApproval';
import { cancellableProgress } from '../platform/say/progress';
import { runCommand } from '../platform/runCommand';
import type { UiPorts } from '../platform/ports';

export interface ConnectDependencies extends Pick<UiPorts, 'log' | 'markUsed'> {
  readonly connections: ConnectionStore;
  /** Requests the server time from this base URL, without credentials. */
  readonly probe: (baseUrl: string, options: { readonly signal: AbortSignal }) => Promise<unknown>;
  /** Shows a certificate that cannot be verified, which the user may trust; true if connecting is possible afterwards. */
  readonly showCertificate: (origin: string) => Promise<boolean>;
}

const probePatienceMs = 15_000;

/**
 * *Connect to a Service…*: asks for the URL, checks that a service responds, gets the user's approval, then picks how to sign in.
 *
 * @param proposed - The URL to begin with, instead of the one in the settings.
 */
export async function connect(dependencies: ConnectDependencies, proposed?: string): Promise<void> {
  const address = await chooseAddress(dependencies, proposed);
  if (address === undefined) return;
  const method = await askForMethod();
  if (method === undefined) return;
  await dependencies.connections.approve(address.origin);
  // In the other order, the previous service would be called with the new method.
  await writeSetting('service.url', address.baseUrl);
  await writeSetting('service.authentication', method);
  await dependencies.markUsed();
  await runCommand(method === 'oauth' ? 'marketDesk.signIn' : 'marketDesk.setUpApiKey');
}

/** A URL that the user accepts, whether or not a service responds there. */
async function chooseAddress(dependencies: ConnectDependencies, proposed: string | undefined): Promise<ServiceAddress | undefined> {
  let typed = proposed;
  for (;;) {
    const address = await askForAddress(typed);
    if (address === undefined) return undefined;
    typed = address.baseUrl;
    const found = await probeSecurely(dependencies, address);
    if (found.kind === 'canceled') return undefined;
    if (found.kind === 'answers' && dependencies.connections.isApproved(address.origin)) return address;
    const answer = await askForApproval(address, found.kind === 'answers' ? undefined : found.text);
    if (answer === 'connect') return address;
    if (answer === undefined) return undefined;
  }
}

async function askForAddress(typed: string | undefined): Promise<ServiceAddress | undefined> {
  const text = await askText({
    title: vscode.l10n.t('Connect to a Service'),
    prompt: vscode.l10n.t('Service URL, for example https://api.example.com'),
    value: typed ?? readSetting('service.url'),
    validateInput: (value) => {
      const verdict = parseServiceAddress(value);
      return verdict.ok ? undefined : addressProblemText(verdict.problem);
    },
  });
  const verdict = text === undefined ? undefined : parseServiceAddress(text);
  return verdict?.ok === true ? verdict.address : undefined;
}

type ProbeResult =
  | { readonly kind: 'answers' }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'trouble'; readonly text: string; readonly isUnverified: boolean };

/** If only the certificate is the problem, the user may look at it. */
async function probeSecurely(dependencies: ConnectDependencies, address: ServiceAddress): Promise<ProbeResult> {
  const found = await probe(dependencies, address);
  const isUnverified = found.kind === 'trouble' && found.isUnverified;
  return isUnverified && (await dependencies.showCertificate(address.origin)) ? probe(dependencies, address) : found;
}

async function probe(dependencies: ConnectDependencies, address: ServiceAddress): Promise<ProbeResult> {
  const title = vscode.l10n.t('Looking for a service at {0}', address.host);
  return cancellableProgress(title, async (canceled): Promise<ProbeResult> => {
    const late = AbortSignal.timeout(probePatienceMs);
    try {
      await underSignals([canceled, late], async (signal) => dependencies.probe(address.baseUrl, { signal }));
      return { kind: 'answers' };
    } catch (error) {
      if (canceled.aborted) return { kind: 'canceled' };
      if (isThere(error)) return { kind: 'answers' };
      dependencies.log.error('No service was found', error);
      const said = late.aborted ? vscode.l10n.t('The service didn’t respond in time.') : presentError(error).message;
      const isUnverified = presentError(error).actions.some(({ id }) => id === 'showCertificate');
      // A gateway in front of it, or the service itself, says that it is away: it is there.
      const text = isAway(error)
        ? vscode.l10n.t('The service at this URL isn’t available now. {0}', said)
        : vscode.l10n.t('No service found at this URL. {0}', said);
      return { kind: 'trouble', text, isUnverified };
    }
  });
}

/** A service may require credentials even for its time: then it rejects the request, but it is one. A plain status 403 may be a web page’s. */
function isThere(error: unknown): boolean {
  return wantsCredentials(error) && (error instanceof ApiError || (error instanceof HttpError && error.status === 401));
}

function isAway(error: unknown): boolean {
  return error instanceof HttpError && error.status >= 502 && error.status <= 504;
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
  const picked = await chooseOne([oauth, apiKey], {
    title: vscode.l10n.t('How do you want to sign in?'),
  });
  if (picked === undefined) return undefined;
  return picked === oauth ? 'oauth' : 'apiKey';
}
