import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ApiKeyStore } from '../../../../src/app/session/apiKeyStore';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { SecretStore } from '../../../../src/app/platform/ports';
import { importPrivateKey } from '../../../../src/service/auth/privateKey';
import type { ImportedKey } from '../../../../src/service/auth/privateKey';

function memorySecrets(): SecretStore & { readonly values: Map<string, string>; readonly changed: Emitter<string> } {
  const values = new Map<string, string>();
  const changed = new Emitter<string>();
  return {
    values,
    changed,
    onDidChange: changed.event,
    get: async (key) => Promise.resolve(values.get(key)),
    set: async (key, value) => Promise.resolve(void values.set(key, value)),
    delete: async (key) => Promise.resolve(void values.delete(key)),
  };
}

function newKey(): ImportedKey {
  const imported = importPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  if (imported.kind === 'problem') throw new Error(imported.problem);
  return imported;
}

const origin = 'https://api.example.test';

describe('API keys at rest', () => {
  it('returns the saved key for its own origin only', async () => {
    const store = new ApiKeyStore(memorySecrets());
    const key = newKey();
    await store.save(origin, 'app-1', key);
    expect(await store.load(origin)).toMatchObject({ appKeyId: 'app-1', algorithm: 'ed25519' });
    expect(await store.describe(origin)).toEqual({ appKeyId: 'app-1', algorithm: 'ed25519', publicKeyPem: key.publicKeyPem });
    expect(await store.load('https://api.example.test:8443')).toBeUndefined();
    await store.remove(origin);
    expect(await store.load(origin)).toBeUndefined();
  });

  it('notices a key that another window stored or removed', async () => {
    const secrets = memorySecrets();
    const store = new ApiKeyStore(secrets);
    await store.save(origin, 'app-1', newKey());
    await store.load(origin);
    const told: string[] = [];
    store.onDidChange((changed) => told.push(changed));
    const other = new ApiKeyStore(secrets);
    await other.save(origin, 'app-2', newKey());
    secrets.changed.fire(`apiKey:${origin}`);
    secrets.changed.fire('something else');
    expect((await store.load(origin))?.appKeyId).toBe('app-2');
    expect(told).toEqual([origin]);
  });

  it('reports a storage that loses a key', async () => {
    const secrets = memorySecrets();
    const store = new ApiKeyStore({ ...secrets, set: async () => Promise.resolve() });
    await expect(store.save(origin, 'app-1', newKey())).rejects.toMatchObject({ code: 'credential-invalid' });
  });

  it.each(['', '{', '[]', 'null', '{"appKeyId":1,"privateKeyPem":"x"}'])('reads no key from the damaged record %j', async (text) => {
    const secrets = memorySecrets();
    secrets.values.set(`apiKey:${origin}`, text);
    expect(await new ApiKeyStore(secrets).load(origin)).toBeUndefined();
  });
});
