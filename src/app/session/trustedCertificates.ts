import type { TrustedFingerprints } from '../../service/transport/certificates';
import type { StateStore } from '../platform/ports';
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

  constructor(private readonly state: StateStore) {}

  of(origin: string): string | undefined {
    return this.fingerprints().get(origin);
  }

  /** The same object until something changes, in this window or another. */
  fingerprints(): TrustedFingerprints {
    const stored = this.#stored();
    const text = JSON.stringify(stored);
    if (text !== this.#read) {
      this.#read = text;
      this.#fingerprints = new Map(stored.map(({ origin, fingerprint }) => [origin, fingerprint]));
    }
    return this.#fingerprints;
  }

  async trust({ origin, fingerprint }: TrustedCertificate): Promise<void> {
    await this.state.set(stateKeys.trustedCertificates, [...this.#others(origin), { origin, fingerprint }]);
  }

  async forget(origin: string): Promise<void> {
    await this.state.set(stateKeys.trustedCertificates, this.#others(origin));
  }

  #others(origin: string): readonly TrustedCertificate[] {
    return this.#stored().filter((entry) => entry.origin !== origin);
  }

  /** Entries of another form are ignored. */
  #stored(): readonly TrustedCertificate[] {
    const stored = this.state.get(stateKeys.trustedCertificates);
    return Array.isArray(stored) ? stored.filter(isTrustedCertificate) : [];
  }
}

function isTrustedCertificate(value: unknown): value is TrustedCertificate {
  if (typeof value !== 'object' || value === null || !('origin' in value) || !('fingerprint' in value)) return false;
  const { origin, fingerprint } = value;
  return (
    typeof origin === 'string' && origin.startsWith('https://') && typeof fingerprint === 'string' && fingerprintForm.test(fingerprint)
  );
}
