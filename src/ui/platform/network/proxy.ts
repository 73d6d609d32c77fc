import * as vscode from 'vscode';
import { usesProxy } from '../../../service/transport/proxyRules';
import type { TransportSettings } from '../../../service/transport/settings';

/**
 * Reads `http.proxy`, `http.noProxy`, `http.proxySupport`, `http.proxyStrictSSL`, `http.systemCertificates` and the
 * environment; a workspace has no say in it. The same object as long as nothing changes, so that connections are kept.
 */
export class NetworkSettingsSource implements vscode.Disposable {
  #current: TransportSettings | undefined;
  readonly #subscription: vscode.Disposable;

  constructor(
    private readonly environment: Readonly<Record<string, string | undefined>>,
    private readonly systemCertificates: () => readonly string[] | undefined,
  ) {
    this.#subscription = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('http')) this.#current = undefined;
    });
  }

  read(): TransportSettings {
    this.#current ??= this.#compose();
    return this.#current;
  }

  /** The proxy that requests to `origin` go through; undefined when they go directly. */
  proxyFor(origin: string): string | undefined {
    const { proxy } = this.read();
    return proxy !== undefined && usesProxy(origin, proxy.noProxy) ? proxy.url : undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #compose(): TransportSettings {
    const ca = userValue('systemCertificates') === false ? undefined : this.systemCertificates();
    return {
      proxy: chooseProxy({ support: userValue('proxySupport'), url: userValue('proxy'), noProxy: userValue('noProxy') }, this.environment),
      ca,
      rejectUnauthorized: userValue('proxyStrictSSL') !== false,
    };
  }
}

/** The setting wins over the environment, as in the editor itself; `off` switches both off. */
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

/** The user's own value or the default: a repository must not be able to send requests through a proxy of its choice. */
function userValue(key: string): unknown {
  const found = vscode.workspace.getConfiguration('http').inspect<unknown>(key);
  return found?.globalValue ?? found?.defaultValue;
}
