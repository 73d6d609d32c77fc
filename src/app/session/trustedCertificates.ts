import * as v from 'valibot';
import type { TrustedFingerprints } from '../../service/transport/certificates';
import type { StateStore } from '../platform/ports';
import { StoredList } from '../platform/storedList';
import { stateKeys } from '../platform/storedNames';

/** A certificate that the user trusts for one origin although it cannot be verified. */
export interface TrustedCertificate {
  readonly origin: string;
  /** SHA-256, as Node.js writes it: pairs of capital hexadecimal digits with colons. */
  readonly fingerprint: string;
}

const fingerprintForm = /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/;

/**
 * The user's own exceptions, at most one per origin. They stay on this machine and last until they are revoked, the service shows another
 * certificate, or this one expires.
 */
export class TrustedCertificates {
  #read = '[]';
  #fingerprints: TrustedFingerprints = new Map();

  readonly #list: StoredList<TrustedCertificate>;

  constructor(state: StateStore) {
    this.#list = new StoredList(state, stateKeys.trustedCertificates, v.custom<TrustedCertificate>(isTrustedCertificate));
  }

  of(origin: string): string | undefined {
    return this.fingerprints().get(origin);
  }

  /** The same object until something changes, in this window or another. */
  fingerprints(): TrustedFingerprints {
    const stored = this.#list.all;
    const text = JSON.stringify(stored);
    if (text !== this.#read) {
      this.#read = text;
      this.#fingerprints = new Map(stored.map(({ origin, fingerprint }) => [origin, fingerprint]));
    }
    return this.#fingerprints;
  }

  /** @grants */
  async trust({ origin, fingerprint }: TrustedCertificate): Promise<void> {
    await this.#list.write((all) => [...all.filter((entry) => entry.origin !== origin), { origin, fingerprint }]);
  }

  async forget(origin: string): Promise<void> {
    await this.#list.write((all) => all.filter((entry) => entry.origin !== origin));
  }
}

function isTrustedCertificate(value: unknown): value is TrustedCertificate {
  if (typeof value !== 'object' || value === null || !('origin' in value) || !('fingerprint' in value)) return false;
  const { origin, fingerprint } = value;
  return (
    typeof origin === 'string' && origin.startsWith('https://') && typeof fingerprint === 'string' && fingerprintForm.test(fingerprint)
  );
}
