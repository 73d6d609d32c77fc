import * as v from 'valibot';
import { importPrivateKey } from '../../service/auth/privateKey';
import type { ImportedKey } from '../../service/auth/privateKey';
import type { SignatureAlgorithm, SigningKey } from '../../service/auth/signature';
import { AuthError } from '../../service/errors';
import { Emitter } from '../platform/emitter';
import type { Disposable, SecretStore } from '../platform/ports';
import { readStored } from '../platform/storedJson';

/** The displayable part of a key: never the private part. */
export interface ApiKeyDescription {
  readonly appKeyId: string;
  readonly algorithm: SignatureAlgorithm;
  readonly publicKeyPem: string;
}

const storedKey = v.object({ appKeyId: v.string(), privateKeyPem: v.string() });
const keyPrefix = 'apiKey:';

/**
 * Keeps one signing key per origin in SecretStorage and nowhere else (Spec, Method 2: API key with request signature).
 * Parsed keys are kept in memory, because parsing costs more than signing.
 */
export class ApiKeyStore implements Disposable {
  readonly #parsed = new Map<string, SigningKey>();
  readonly #changed = new Emitter<string>();
  readonly #subscription: Disposable;
  /** Fires with the origin whose key was added, replaced, or removed, by any window. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly secrets: SecretStore) {
    this.#subscription = secrets.onDidChange((key) => {
      if (!key.startsWith(keyPrefix)) return;
      const origin = key.slice(keyPrefix.length);
      this.#parsed.delete(origin);
      this.#changed.fire(origin);
    });
  }

  /** An origin's key, ready to sign; undefined if there is none. */
  async load(origin: string): Promise<SigningKey | undefined> {
    const known = this.#parsed.get(origin);
    if (known !== undefined) return known;
    const stored = readStored(storedKey, await this.secrets.get(keyPrefix + origin));
    if (stored === undefined) return undefined;
    const imported = importPrivateKey(stored.privateKeyPem);
    if (imported.kind === 'problem') throw new AuthError('credential-invalid');
    const key: SigningKey = { appKeyId: stored.appKeyId, algorithm: imported.algorithm, privateKey: imported.privateKey };
    this.#parsed.set(origin, key);
    return key;
  }

  async describe(origin: string): Promise<ApiKeyDescription | undefined> {
    const stored = readStored(storedKey, await this.secrets.get(keyPrefix + origin));
    if (stored === undefined) return undefined;
    const imported = importPrivateKey(stored.privateKeyPem);
    if (imported.kind === 'problem') return undefined;
    return { appKeyId: stored.appKeyId, algorithm: imported.algorithm, publicKeyPem: imported.publicKeyPem };
  }

  /** @throws {@link AuthError} `credential-invalid` when the storage does not return what was written. */
  async save(origin: string, appKeyId: string, key: ImportedKey): Promise<void> {
    const privateKeyPem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const text = JSON.stringify({ appKeyId, privateKeyPem });
    await this.secrets.set(keyPrefix + origin, text);
    this.#parsed.delete(origin);
    if ((await this.secrets.get(keyPrefix + origin)) !== text) throw new AuthError('credential-invalid');
    this.#changed.fire(origin);
  }

  async remove(origin: string): Promise<void> {
    await this.secrets.delete(keyPrefix + origin);
    this.#parsed.delete(origin);
    this.#changed.fire(origin);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#parsed.clear();
  }
}
