import { describe, expect, it } from 'vitest';
import { chooseProxy, NetworkSettingsSource } from '../../../../../src/ui/platform/network/proxy';
import { editor } from '../../../../support/editor/editor';

/** What the user set, by its key without `http.`. */
type Settings = Record<string, { readonly globalValue?: unknown; readonly globalLocalValue?: unknown }>;

const nothing = { support: 'override', url: '', noProxy: [] };

describe('chooseProxy', () => {
  it.each([
    ['nothing set', nothing, {}, undefined],
    ['the setting', { ...nothing, url: 'http://proxy:1' }, {}, { url: 'http://proxy:1', noProxy: '' }],
    [
      'the setting before the environment',
      { ...nothing, url: 'http://proxy:1' },
      { HTTPS_PROXY: 'http://other:2' },
      { url: 'http://proxy:1', noProxy: '' },
    ],
    ['the environment', nothing, { HTTPS_PROXY: 'http://other:2', NO_PROXY: 'a,b' }, { url: 'http://other:2', noProxy: 'a,b' }],
    [
      'small letters first',
      nothing,
      { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://large:2', no_proxy: 's', NO_PROXY: 'l' },
      { url: 'http://small:1', noProxy: 's' },
    ],
    ['the proxy for everything', nothing, { ALL_PROXY: 'http://all:3' }, { url: 'http://all:3', noProxy: '' }],
    ['an address without scheme', { ...nothing, url: 'proxy:8080' }, {}, { url: 'http://proxy:8080', noProxy: '' }],
    [
      'exceptions of the setting',
      { ...nothing, url: 'http://p:1', noProxy: ['x', '.y'] },
      { NO_PROXY: 'a' },
      { url: 'http://p:1', noProxy: 'x,.y' },
    ],
    ['support off', { ...nothing, support: 'off', url: 'http://p:1' }, { HTTPS_PROXY: 'http://other:2' }, undefined],
    ['nonsense', { ...nothing, url: 'http://[' }, {}, undefined],
    ['a wrong type', { support: 1, url: 7, noProxy: 'x' }, {}, undefined],
    ['an empty variable', nothing, { HTTPS_PROXY: '', HTTP_PROXY: 'http://p:1' }, { url: 'http://p:1', noProxy: '' }],
  ])('chooses the right proxy for %s', (_name, settings, environment, expected) => {
    expect(chooseProxy(settings, environment)).toEqual(expected);
  });
});

describe('NetworkSettingsSource', () => {
  let trusted: ReadonlyMap<string, string> = new Map();
  const source = (settings: Settings, remoteName?: string, isLocal = true) => {
    for (const [key, { globalValue, globalLocalValue }] of Object.entries(settings)) {
      editor.place.settings.set(`http.${key}`, globalValue);
      editor.place.settings.ofOwnMachine.set(`http.${key}`, globalLocalValue);
    }
    editor.environment.remoteName = remoteName;
    const secrets: string[] = [];
    const network = new NetworkSettingsSource({
      environment: {},
      systemCertificates: () => ['of the system'],
      isLocal,
      trusted: () => trusted,
      protect: (secret) => void secrets.push(secret),
    });
    return { network, secrets };
  };
  /** Settings of the user's own machine merged with those of a container, as the editor reports them. */
  const ofContainer: Settings = {
    proxy: { globalValue: 'http://container:1', globalLocalValue: 'http://mine:2' },
    proxyStrictSSL: { globalValue: false },
    systemCertificates: { globalValue: false },
  };

  it('uses only the values of the local machine when it runs there and a container is open', () => {
    const { network } = source(ofContainer, 'dev-container');
    expect(network.read()).toMatchObject({ proxy: { url: 'http://mine:2' }, ca: ['of the system'] });
  });

  it('uses the values of the remote machine when it runs there', () => {
    expect(source(ofContainer, 'ssh-remote', false).network.read()).toMatchObject({ proxy: { url: 'http://container:1' } });
  });

  it('uses the user’s values when no remote machine is open', () => {
    expect(source({ proxy: { globalValue: 'http://mine:2' } }).network.read()).toMatchObject({ proxy: { url: 'http://mine:2' } });
  });

  it('passes the credentials for the proxy on and keeps them out of logs', () => {
    const { network, secrets } = source({ proxy: { globalValue: 'http://mine:2' }, proxyAuthorization: { globalValue: 'Basic eA==' } });
    expect(network.read().proxy).toEqual({ url: 'http://mine:2', noProxy: '', authorization: 'Basic eA==' });
    expect(secrets).toEqual(['Basic eA==']);
  });

  it('returns the same object until a setting changes', () => {
    const { network } = source({});
    const before = network.read();
    expect(network.read()).toBe(before);
    editor.place.settings.set('http.proxy', 'http://mine:2');
    expect(network.read()).not.toBe(before);
  });

  it('returns another object as soon as the trusted certificates change', () => {
    const { network } = source({});
    const before = network.read();
    expect(network.read()).toBe(before);
    trusted = new Map([['https://broker.test', 'AB']]);
    expect(network.read()).not.toBe(before);
    expect(network.read().trusted).toBe(trusted);
  });
});
