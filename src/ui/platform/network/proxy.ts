import * as vscode from 'vscode';
import { usesProxy } from '../../../service/transport/proxyRules';
import type { TrustedFingerprints } from '../../../service/transport/certificates';
import type { TransportSettings } from '../../../service/transport/settings';

export interface NetworkSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly systemCertificates: () => readonly string[] | undefined;
  /** Whether the extension runs on the same machine as the editor's window; a remote machine or container may be open in it. */
  readonly isLocal: boolean;
  /** Certificates that the user trusts; the same object while nothing changes. */
  readonly trusted: () => TrustedFingerprints;
  /** Keeps the value out of logs from now on. */
  readonly protect: (secret: string) => void;
}

/**
 * Reads `http.proxy`, `http.proxyAuthorization`, `http.noProxy`, `http.proxySupport`, `http.systemCertificates` and the
 * environment, but not `http.proxyStrictSSL`: each certificate that cannot be verified is trusted separately, by the user's own answer.
 * Only the user's own settings count: those of a workspace, or of a container that is open in the window, are ignored. Returns the same
 * object while nothing changes, so that connections are kept.
 */
export class NetworkSettingsSource implements vscode.Disposable {
  #current: TransportSettings | undefined;
  readonly #subscription: vscode.Disposable;

  constructor(private readonly surroundings: NetworkSurroundings) {
    this.#subscription = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('http')) this.#current = undefined;
    });
  }

  read(): TransportSettings {
    const trusted = this.surroundings.trusted();
    if (this.#current?.trusted !== trusted) this.#current = undefined;
    this.#current ??= { ...this.#compose(), trusted };
    return this.#current;
  }

  /** The proxy that requests to `origin` go through; undefined if they go directly. */
  proxyFor(origin: string): string | undefined {
    const { proxy } = this.read();
    return proxy !== undefined && usesProxy(origin, proxy.noProxy) ? proxy.url : undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #compose(): Omit<TransportSettings, 'trusted'> {
    const { environment, systemCertificates, protect } = this.surroundings;
    const ca = this.#value('systemCertificates') === false ? undefined : systemCertificates();
    const chosen = chooseProxy(
      { support: this.#value('proxySupport'), url: this.#value('proxy'), noProxy: this.#value('noProxy') },
      environment,
    );
    const authorization = this.#value('proxyAuthorization');
    const hasOwn = typeof authorization === 'string' && authorization !== '';
    if (hasOwn) protect(authorization);
    return {
      proxy: chosen === undefined || !hasOwn ? chosen : { ...chosen, authorization },
      ca,
    };
  }

  /** The user's own value, or the default. */
  #value(key: string): unknown {
    const found: InspectedSetting | undefined = vscode.workspace.getConfiguration('http').inspect<unknown>(key);
    // With a remote window open, the global value is merged with the settings of the remote machine, which a container controls.
    const isMerged = this.surroundings.isLocal && vscode.env.remoteName !== undefined;
    return (isMerged ? found?.globalLocalValue : found?.globalValue) ?? found?.defaultValue;
  }
}

/** The editor's information about a setting; its types lack the value of the user's own machine. */
interface InspectedSetting {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly globalLocalValue?: unknown;
}

/** The setting takes precedence over the environment, as in the editor itself; `off` turns both off. */
export function chooseProxy(
  settings: { readonly support: unknown; readonly url: unknown; readonly noProxy: unknown },
  environment: Readonly<Record<string, string | undefined>>,
): TransportSettings['proxy'] {
  if (settings.support === 'off') return undefined;
  const fromEnvironment = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']
    .map((name) => environment[name])
    .find((value) => value !== undefined && value !== '');
  const configured = typeof settings.url === 'string' && settings.url.trim() !== '' ? settings.url.trim() : fromEnvironment;
  if (configured === undefined) return undefined;
  const url = configured.includes('://') ? configured : `http://${configured}`;
  if (!URL.canParse(url)) return undefined;
  const listed = Array.isArray(settings.noProxy) ? settings.noProxy.filter((entry): entry is string => typeof entry === 'string') : [];
  const noProxy = listed.length > 0 ? listed.join(',') : (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '');
  return { url, noProxy };
}
