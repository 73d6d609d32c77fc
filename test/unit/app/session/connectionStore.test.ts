import { describe, expect, it } from 'vitest';
import type { AuthenticationMethod } from '../../../../src/app/session/connection';
import { ConnectionStore } from '../../../../src/app/session/connectionStore';
import { TrustedCertificates } from '../../../../src/app/session/trustedCertificates';
import { Emitter } from '../../../../src/app/platform/emitter';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

class Inputs {
  url = '';
  authentication: AuthenticationMethod = 'oauth';
  sandboxUrl: string | undefined;
  readonly changed = new Emitter<undefined>();
  readonly state = new MemoryState();

  store(): ConnectionStore {
    const onDidChange = (listener: () => void) => this.changed.event(listener);
    const settings = { url: () => this.url, authentication: () => this.authentication, onDidChange };
    const sandboxUrl = (): string | undefined => this.sandboxUrl;
    const sandbox = {
      get url() {
        return sandboxUrl();
      },
      onDidChange,
    };
    return new ConnectionStore(settings, sandbox, this.state, new TrustedCertificates(this.state));
  }

  set(change: Partial<Pick<Inputs, 'url' | 'authentication' | 'sandboxUrl'>>): void {
    Object.assign(this, change);
    this.changed.fire(undefined);
  }
}

describe('ConnectionStore', () => {
  it('has no connection while nothing is chosen and no sandbox runs', () => {
    expect(new Inputs().store().current).toEqual({ kind: 'none' });
  });

  it('uses the sandbox while it runs and no service is set', () => {
    const inputs = new Inputs();
    const store = inputs.store();
    inputs.set({ sandboxUrl: 'http://127.0.0.1:4000' });
    expect(store.current).toMatchObject({
      kind: 'sandbox',
      baseUrl: 'http://127.0.0.1:4000',
      origin: 'http://127.0.0.1:4000',
      authentication: 'oauth',
    });
    inputs.set({ sandboxUrl: undefined });
    expect(store.current).toEqual({ kind: 'none' });
  });

  it('does not use a service before the user has agreed to its origin', async () => {
    const inputs = new Inputs();
    const store = inputs.store();
    inputs.set({ url: 'https://api.example.com/v/', sandboxUrl: 'http://127.0.0.1:4000' });
    expect(store.current).toEqual({ kind: 'none' });
    expect(store.issue).toMatchObject({ kind: 'needs-approval', address: { host: 'api.example.com' } });
    await store.approve('https://api.example.com');
    expect(store.current).toMatchObject({ kind: 'service', baseUrl: 'https://api.example.com/v', origin: 'https://api.example.com' });
    expect(store.issue).toBeUndefined();
    // The next window knows it.
    expect(inputs.store().current.kind).toBe('service');
  });

  it.each([
    'http://api.example.com',
    'https://api.example.com:8443',
    'https://api.example.com.evil.example',
    'https://evil.example/https://api.example.com',
  ])('asks for consent again at another origin: %s', async (url) => {
    const inputs = new Inputs();
    const store = inputs.store();
    await store.approve('https://api.example.com');
    inputs.set({ url });
    expect(store.current).toEqual({ kind: 'none' });
  });

  it('says what is wrong with an address', () => {
    const inputs = new Inputs();
    const store = inputs.store();
    inputs.set({ url: 'http://api.example.com' });
    expect(store.issue).toEqual({ kind: 'invalid-address', problem: 'not-https' });
  });

  it('changes the ID with the address or method, and fires once', async () => {
    const inputs = new Inputs();
    const store = inputs.store();
    await store.approve('https://api.example.com');
    const ids: string[] = [];
    store.onDidChange((connection) => ids.push(connection.kind === 'none' ? '' : connection.id));
    inputs.set({ url: 'https://api.example.com' });
    inputs.set({});
    inputs.set({ authentication: 'apiKey' });
    inputs.set({ url: 'https://api.example.com/other' });
    expect(new Set(ids).size).toBe(3);
    expect(ids).toHaveLength(3);
  });

  it('approves nothing from a damaged store', () => {
    const inputs = new Inputs();
    inputs.state.values.set('approvedOrigins', { 'https://api.example.com': true });
    inputs.url = 'https://api.example.com';
    expect(inputs.store().current).toEqual({ kind: 'none' });
  });

  it('is another connection once a certificate becomes trusted or untrusted, at that origin only', async () => {
    const inputs = new Inputs();
    inputs.url = 'https://broker.test/api';
    const store = inputs.store();
    await store.approve('https://broker.test');
    const before = store.current;
    const certificates = new TrustedCertificates(inputs.state);
    const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
    await certificates.trust({ origin: 'https://broker.test:8443', fingerprint });
    store.update();
    expect(store.current).toEqual(before);
    await certificates.trust({ origin: 'https://broker.test', fingerprint });
    store.update();
    expect(store.current).toMatchObject({ kind: 'service', isUnverified: true });
    expect(store.current).not.toMatchObject({ id: before.kind === 'none' ? '' : before.id });
    await certificates.forget('https://broker.test');
    store.update();
    expect(store.current).toEqual(before);
  });
});
