import * as vscode from 'vscode';
import { sentences } from '../../../domain/text/sentences';
import { serverText, withStop } from '../../../domain/text/visibleText';
import { ApiError, AuthError, DecodeError, HttpError, InvalidInputError, ServiceError, TransportError } from '../../../service/errors';
import type { AuthErrorCode, ConnectReason, TransportErrorCode } from '../../../service/errors';
import { serverCodes } from '../../../service/serverCodes';
import { JournalBusy, JournalDamage, JournalError } from '../../../app/orders/journal/journalErrors';
import { SandboxError } from '../../../app/sandbox/sandboxControl';
import { SessionStoreError } from '../../../app/session/sessionStore';
import type { CommandId } from '../ids';
import { diskText } from './diskText';
import type { InputRule } from '../../../service/inputRule';

/** The rule that an input breaks, in the editor's language; the text follows the name of the field. */
export function ruleText(rule: InputRule): string {
  return typeof rule === 'string' ? plainRules[rule]() : ruleWithFigures(rule);
}

type PlainRule = Extract<InputRule, string>;

const { l10n } = vscode;
const plainRules: Readonly<Record<PlainRule, () => string>> = {
  filled: () => l10n.t('must not be empty'),
  format: () => l10n.t('isn’t in the expected format'),
  range: () => l10n.t('is out of range'),
  sendable: () => l10n.t('contains characters that can’t be sent'),
  digits: () => l10n.t('must be digits'),
  name: () => l10n.t('must consist of letters and digits'),
  'market-code': () => l10n.t('must have the form market.code'),
  'bare-code': () => l10n.t('must be the code without its market'),
  'not-applicable': () => l10n.t('doesn’t apply to this order'),
  'no-a-share': () => l10n.t('A-share orders can’t be modified'),
  'not-before-start': () => l10n.t('must not be before the start'),
  'time-zone': () => l10n.t('must be a time zone name such as Asia/Hong_Kong'),
  url: () => l10n.t('must be a URL'),
  'http-url': () => l10n.t('must begin with https:// or http://'),
  'url-without-user': () => l10n.t('must not contain a user name'),
  'url-without-query': () => l10n.t('must not contain a query or a fragment'),
};

function ruleWithFigures(rule: Exclude<InputRule, string>): string {
  switch (rule.kind) {
    case 'months-after-start':
      return l10n.t('must be at most {0} months after the start', rule.most);
    case 'decimal':
      return l10n.t('must be a number with at most {0} digits before the decimal point and {1} after it', rule.wholeDigits, rule.decimals);
    case 'bytes':
      return l10n.t('must be at most {0} bytes long', rule.most);
    case 'count':
      return l10n.t('must be {0} to {1}', rule.least, rule.most);
    case 'whole-number':
      return rule.most === undefined
        ? l10n.t('must be a whole number from {0}', rule.least)
        : l10n.t('must be a whole number from {0} to {1}', rule.least, rule.most);
    case 'date':
      return l10n.t('must be a date in the form {0}', rule.form);
    case 'tool-input':
      return l10n.t('must be {0}', rule.expected);
  }
}

export interface PresentedAction {
  readonly id:
    | 'retry'
    | 'signIn'
    | 'connect'
    | 'setUpApiKey'
    | 'synchronize'
    | 'showLog'
    | 'showJournal'
    | 'startSandbox'
    | 'showCertificate';
  readonly title: string;
  /** The command to run; undefined for `retry`, which only the caller can do. */
  readonly command?: CommandId;
}

/** An error in words for users. */
export interface Presentation {
  readonly message: string;
  /** `none`: the user cancelled, so nothing is shown. */
  readonly severity: 'error' | 'warning' | 'none';
  /** In display order. */
  readonly actions: readonly PresentedAction[];
}

/** The only conversion of an error to text for users. About a credential, it never says more than that something is wrong with it. */
export function presentError(error: unknown): Presentation {
  if (isCancellation(error)) return { message: vscode.l10n.t('Canceled.'), severity: 'none', actions: [] };
  if (error instanceof TransportError) return presentTransport(error);
  if (error instanceof HttpError) return presentHttp(error);
  if (error instanceof ApiError) return presentApi(error);
  if (error instanceof AuthError) return presentAuth(error);
  if (ServiceError.is(error, 'incomplete'))
    return present(vscode.l10n.t('Not found in the part of the list that could be loaded.'), 'warning', [retry(), showLog()]);
  if (error instanceof InvalidInputError) return present(vscode.l10n.t('{0}: {1}', error.field, ruleText(error.rule)), 'warning', []);
  if (error instanceof SessionStoreError) return present(storeText(error), 'warning', [showLog()]);
  if (error instanceof JournalDamage)
    return present(
      vscode.l10n.t('The order journal was modified outside Market Desk. Order changes are blocked until you acknowledge this.'),
      'error',
      [showJournal(), showLog()],
    );
  if (error instanceof JournalBusy)
    return present(vscode.l10n.t('Another window is using the order journal. Try again.'), 'warning', [retry(), showLog()]);
  if (error instanceof JournalError) {
    const why = diskText(error) ?? vscode.l10n.t('Check the disk.');
    return present(sentences(vscode.l10n.t('Market Desk can’t use the order journal.'), why), 'error', [showLog()]);
  }
  if (error instanceof SandboxError) return present(sandboxText(error), 'error', [startSandbox(), showLog()]);
  if (error instanceof DecodeError && error.path === '' && error.got === 'no JSON')
    return present(vscode.l10n.t('The service responded with a web page or other text instead of data. Check the service URL.'), 'error', [
      retry(),
      showLog(),
    ]);
  if (ServiceError.is(error, 'decode'))
    return present(vscode.l10n.t('Market Desk couldn’t read the service’s response.'), 'error', [retry(), showLog()]);
  const disk = diskText(error);
  if (disk !== undefined) return present(sentences(vscode.l10n.t('Saving failed.'), disk), 'error', [showLog()]);
  return present(vscode.l10n.t('Something went wrong in Market Desk. See the log for details.'), 'error', [showLog()]);
}

/** Whether the error is a requested abort, which is never shown. */
export function isCancellation(error: unknown): boolean {
  if (ServiceError.is(error, 'aborted') || error instanceof vscode.CancellationError) return true;
  return error instanceof Error && error.name === 'AbortError';
}

function present(message: string, severity: Presentation['severity'], actions: readonly PresentedAction[]): Presentation {
  return { message, severity, actions };
}

const retry = (): PresentedAction => ({ id: 'retry', title: vscode.l10n.t('Try Again') });
const showLog = (): PresentedAction => ({ id: 'showLog', title: vscode.l10n.t('Show Log'), command: 'marketDesk.showLog' });
const showJournal = (): PresentedAction => ({
  id: 'showJournal',
  title: vscode.l10n.t('Show Order Journal'),
  command: 'marketDesk.orders.showJournal',
});
const signIn = (): PresentedAction => ({ id: 'signIn', title: vscode.l10n.t('Sign In'), command: 'marketDesk.signIn' });
const setUpApiKey = (): PresentedAction => ({
  id: 'setUpApiKey',
  title: vscode.l10n.t('Set Up API Key…'),
  command: 'marketDesk.setUpApiKey',
});
const synchronize = (): PresentedAction => ({
  id: 'synchronize',
  title: vscode.l10n.t('Synchronize Clock'),
  command: 'marketDesk.clock.sync',
});
const startSandbox = (): PresentedAction => ({
  id: 'startSandbox',
  title: vscode.l10n.t('Start Sandbox'),
  command: 'marketDesk.sandbox.start',
});

const showCertificate = (): PresentedAction => ({
  id: 'showCertificate',
  title: vscode.l10n.t('Show Certificate…'),
  command: 'marketDesk.showCertificate',
});

function presentTransport(error: TransportError): Presentation {
  const again = [retry(), showLog()];
  const isForUser = error.reason === 'unknown-issuer' || error.reason === 'other-certificate';
  return present(transportText(error), 'error', isForUser ? [showCertificate(), ...again] : again);
}

function connectText(reason: ConnectReason): string {
  const texts: Readonly<Record<ConnectReason, string>> = {
    'unknown-host': vscode.l10n.t('The service’s host name can’t be resolved. Check the service URL and your network.'),
    refused: vscode.l10n.t('The host refused the connection. Check the host and port in the service URL.'),
    unreachable: vscode.l10n.t('There is no network route to the service. Check your network.'),
    'not-permitted': vscode.l10n.t('This machine blocked the connection. Check its firewall.'),
    'not-tls': vscode.l10n.t('Couldn’t connect securely: the server doesn’t use TLS as expected. Check the service URL.'),
    'unknown-issuer': vscode.l10n.t(
      'Couldn’t connect securely: the service’s certificate isn’t trusted, because this system doesn’t know who issued it.',
    ),
    'other-certificate': vscode.l10n.t('Couldn’t connect securely: the service’s certificate isn’t the one you trusted.'),
    'certificate-date': vscode.l10n.t('Couldn’t connect securely: the service’s certificate has expired or isn’t valid yet.'),
    'certificate-host': vscode.l10n.t('Couldn’t connect securely: the service’s certificate is for another host. Check the service URL.'),
    'proxy-kind': vscode.l10n.t('Only HTTP proxies are supported, not SOCKS. Set an HTTP proxy in the setting “http.proxy”.'),
    'proxy-certificate': vscode.l10n.t('The proxy’s certificate isn’t trusted. Add its authority to the certificates of this system.'),
    'proxy-credentials': vscode.l10n.t(
      'The proxy requires a user name and password. Add them to the setting “http.proxy” or “http.proxyAuthorization”.',
    ),
  };
  return texts[reason];
}

function transportText(error: TransportError): string {
  if (error.reason !== undefined) return connectText(error.reason);
  const texts: Readonly<Record<TransportErrorCode, string>> = {
    'connect-failed': vscode.l10n.t('Can’t reach the service. Check your network and the service URL.'),
    'timed-out': vscode.l10n.t('The service didn’t respond in time.'),
    aborted: vscode.l10n.t('Canceled.'),
    tls: vscode.l10n.t('Couldn’t connect securely: the service’s certificate isn’t trusted. Check the service URL and your proxy.'),
    proxy: vscode.l10n.t('The proxy refused the connection or can’t be reached. Check the proxy settings.'),
    'too-large': vscode.l10n.t('The service’s response is too large.'),
    'broken-answer': vscode.l10n.t('The service’s response was incomplete or corrupted.'),
  };
  return isKeyOf(texts, error.code) ? texts[error.code] : texts['broken-answer'];
}

function presentHttp(error: HttpError): Presentation {
  const again = [retry(), showLog()];
  switch (true) {
    case error.status === 401 || isRefusedSignIn(error):
      return present(vscode.l10n.t('The service didn’t accept your sign-in. Sign in again.'), 'error', [signIn(), showLog()]);
    case error.status === 403:
      return present(vscode.l10n.t('You don’t have permission for this. Sign in again and grant it.'), 'error', [signIn(), showLog()]);
    case error.status === 404 && error.request?.route === '/api/v1.0/server-time':
      // Every service of this API has this route: none answers at this URL.
      return present(vscode.l10n.t('The service wasn’t found at this URL (HTTP 404). Check the service URL.'), 'error', again);
    case error.status === 404:
      return present(vscode.l10n.t('This service doesn’t provide this.'), 'warning', [showLog()]);
    case error.status === 429:
      return present(rateLimitText(error.retryAfterMs), 'warning', again);
    case error.status >= 500:
      return present(vscode.l10n.t('The service is unavailable (HTTP {0}).', error.status), 'error', again);
    case error.status >= 300 && error.status < 400:
      return present(
        vscode.l10n.t('The service redirected the request (HTTP {0}). Redirects aren’t followed. Check the service URL.', error.status),
        'error',
        again,
      );
    case error.status >= 200 && error.status < 300:
      return present(vscode.l10n.t('The service didn’t return data. Check the service URL.'), 'error', again);
    default:
      return present(vscode.l10n.t('The service rejected the request (HTTP {0}).', error.status), 'error', again);
  }
}

/** The errors of the OAuth endpoints are not shown in detail: a plain refusal there may mean that the sign-in has ended. */
function isRefusedSignIn({ request, status }: HttpError): boolean {
  return request?.route === '/oauth2/token' && status >= 400 && status < 500 && ![404, 408, 429].includes(status);
}

function presentApi(error: ApiError): Presentation {
  const said = serverText(error.serverMessage);
  if (error.serverCode === serverCodes.timestampRejected)
    return present(vscode.l10n.t('This machine’s clock is too far from the service’s clock.'), 'error', [
      synchronize(),
      retry(),
      showLog(),
    ]);
  if (error.envelope === 'quote') {
    switch (error.serverCode) {
      case serverCodes.invalidParameter:
        return present(withServerText(vscode.l10n.t('The service rejected a request parameter.'), said), 'warning', [showLog()]);
      case serverCodes.unknownSymbol:
        return present(withServerText(vscode.l10n.t('The service doesn’t recognize this symbol.'), said), 'warning', [showLog()]);
      case serverCodes.unsupported:
        return present(withServerText(vscode.l10n.t('This service doesn’t support this.'), said), 'warning', [showLog()]);
      case serverCodes.permissionDenied:
        return present(withServerText(vscode.l10n.t('You don’t have permission to view this data.'), said), 'warning', [
          signIn(),
          showLog(),
        ]);
      case serverCodes.rateLimited:
        return present(rateLimitText(error.retryAfterMs), 'warning', [retry(), showLog()]);
      case serverCodes.internalError:
      case serverCodes.backendError:
      case serverCodes.remoteCallFailed:
      case serverCodes.mappingFailed:
        return present(withServerText(vscode.l10n.t('The service reported an internal error.'), said), 'error', [retry(), showLog()]);
      default:
        break;
    }
  }
  if (error.status === 401)
    return present(withServerText(vscode.l10n.t('The service didn’t accept your sign-in. Sign in again.'), said), 'error', [
      signIn(),
      showLog(),
    ]);
  if (error.status === 403)
    return present(withServerText(vscode.l10n.t('You don’t have permission for this. Sign in again and grant it.'), said), 'error', [
      signIn(),
      showLog(),
    ]);
  if (error.status === 429) return present(rateLimitText(error.retryAfterMs), 'warning', [retry(), showLog()]);
  if (error.status >= 500)
    return present(vscode.l10n.t('The service is unavailable (HTTP {0}).', error.status), 'error', [retry(), showLog()]);
  return present(withServerText(vscode.l10n.t('The service rejected the request (code {0}).', error.serverCode), said), 'error', [
    retry(),
    showLog(),
  ]);
}

function presentAuth(error: AuthError): Presentation {
  if (error.code === 'renewal-failed') return presentRenewal(error);
  const said = error.oauthDescription ?? error.oauthError ?? '';
  const texts: Readonly<Record<Exclude<AuthErrorCode, 'renewal-failed'>, string>> = {
    'sign-in-required': vscode.l10n.t('Sign in to continue.'),
    'token-rejected': vscode.l10n.t('The service didn’t accept your sign-in. Sign in again.'),
    'signature-rejected': vscode.l10n.t(
      'The service rejected the signature, although this machine’s clock agrees with the service’s. Check the API key and its algorithm.',
    ),
    'scope-missing': vscode.l10n.t('The permissions you granted don’t cover this. Sign in again and grant them.'),
    'state-mismatch': vscode.l10n.t('The browser’s response doesn’t belong to this sign-in. Nothing was accepted. Try again.'),
    'authorization-denied': vscode.l10n.t('Access was denied in the browser.'),
    'authorization-expired': vscode.l10n.t('The sign-in expired or was already used. Sign in again.'),
    'authorization-failed': vscode.l10n.t('Sign-in failed.'),
    'callback-malformed': vscode.l10n.t('The browser’s response is incomplete or contradictory. Nothing was accepted. Sign in again.'),
    'credential-invalid': vscode.l10n.t('The saved credential can’t be used with this service.'),
  };
  const text = isKeyOf(texts, error.code) ? texts[error.code] : texts['authorization-failed'];
  const shown = error.code === 'authorization-failed' ? withServerText(text, serverText(said)) : text;
  const aboutKey = error.code === 'credential-invalid' || error.code === 'signature-rejected';
  const actions = aboutKey ? [signIn(), setUpApiKey(), showLog()] : [signIn(), showLog()];
  return present(shown, error.code === 'authorization-denied' || error.code === 'sign-in-required' ? 'warning' : 'error', actions);
}

/** Only a refusal by the service requires a new sign-in; any other failure is temporary. */
function presentRenewal({ status, cause }: AuthError): Presentation {
  if (status !== undefined)
    return present(vscode.l10n.t('The service didn’t renew your sign-in. Sign in again.'), 'error', [signIn(), retry(), showLog()]);
  const text = vscode.l10n.t('Couldn’t renew the sign-in now. Market Desk tries again. {0}', presentError(cause).message);
  return present(text, 'warning', [retry(), showLog()]);
}

function storeText(error: SessionStoreError): string {
  if (error.reason === 'unreadable')
    return vscode.l10n.t(
      'The editor’s secret storage can’t be read now, so you may be signed out here. Market Desk tries again for some minutes.',
    );
  if (error.reason === 'damaged')
    return vscode.l10n.t('A sign-in that was saved on this machine is damaged and can’t be used. If you are signed out, sign in again.');
  return error.reason === 'read-back'
    ? vscode.l10n.t('The editor’s secret storage didn’t save your sign-in. You stay signed in until this window closes.')
    : vscode.l10n.t('The editor’s secret storage isn’t working. You stay signed in until this window closes.');
}

function sandboxText(error: SandboxError): string {
  return error.reason === 'no-port'
    ? vscode.l10n.t('The sandbox couldn’t start: no free port on this machine.')
    : vscode.l10n.t('The sandbox couldn’t start.');
}

function rateLimitText(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined
    ? vscode.l10n.t('Too many requests. Try again later.')
    : vscode.l10n.t('Too many requests. Try again in {0} s.', Math.ceil(retryAfterMs / 1000));
}

function withServerText(text: string, said: string): string {
  return said === ''
    ? text
    : vscode.l10n.t({
        message: '{0} The service says: {1}',
        args: [text, withStop(said)],
        comment: ['{0} is a sentence, {1} is what the service said about it, in its own language.'],
      });
}

function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
