import { beforeEach, describe, expect, it } from 'vitest';
import { TransportError } from '../../../../../src/service/errors';
import { TrustedCertificates } from '../../../../../src/app/session/trustedCertificates';
import type { SeenCertificate } from '../../../../../src/service/transport/handshake';
import { showCertificate } from '../../../../../src/ui/platform/network/showCertificate';
import { editor } from '../../../../support/editor/editor';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';

const origin = 'https://broker.test';
const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
const other = Array.from({ length: 32 }, () => 'CD').join(':');
const expired = Object.assign(new Error('expired'), { code: 'CERT_HAS_EXPIRED' });

const seen = (verdict: SeenCertificate['verdict']): SeenCertificate => ({
  protocol: 'TLSv1.3',
  subject: 'CN=broker.test\nO=[here](command:evil)\u202e',
  issuer: 'CN=somebody',
  issuerName: undefined,
  validFrom: 'Jan  1 00:00:00 2026 GMT',
  validTo: 'Jan  1 00:00:00 2027 GMT',
  fingerprint,
  verdict,
});

describe('the review of a certificate', () => {
  let certificates: TrustedCertificates;
  let changes: number;

  beforeEach(() => {
    certificates = new TrustedCertificates(new MemoryState());
    changes = 0;
  });

  const review = async (found: SeenCertificate['verdict'] | Error, isKnown = false): Promise<boolean> =>
    showCertificate(
      {
        certificates,
        see: async () => (found instanceof Error ? Promise.reject(found) : Promise.resolve(seen(found))),
        isKnown: () => isKnown,
        changed: () => void (changes += 1),
      },
      origin,
    );
  const unverified = { kind: 'unverified', error: Object.assign(new Error('unknown'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }) } as const;

  it.each([undefined, 'Cancel', 'Don’t Trust'])('trusts nothing when the answer is %s', async (press) => {
    editor.usually(press);
    expect(await review(unverified)).toBe(false);
    expect(certificates.of(origin)).toBeUndefined();
    expect(changes).toBe(0);
  });

  it('trusts this certificate for this origin when the user says so', async () => {
    editor.usually('Trust This Certificate');
    expect(await review(unverified)).toBe(true);
    expect(certificates.of(origin)).toBe(fingerprint);
    expect(certificates.of('https://broker.test:8443')).toBeUndefined();
    expect(changes).toBe(1);
  });

  it('shows the certificate’s own fields so that none can pretend to be another', async () => {
    await review(unverified);
    expect(editor.told[0]).toContain('Subject: CN=broker.test, O=(here)(command:evil)⟨U+202E⟩\nIssuer: CN=somebody\nValid: Jan  1');
    expect(editor.told[0]).toContain(`SHA-256: ${fingerprint}`);
    expect(editor.told[0]).not.toContain('intercepting');
  });

  it('warns more strongly when the user signed in before, or trusted another certificate', async () => {
    await review(unverified, true);
    expect(editor.told[0]).toContain('You have signed in to this service before.');
    await certificates.trust({ origin, fingerprint: other });
    await review(unverified, true);
    expect(editor.told[1]).toContain('This isn’t the certificate that you trusted before.');
    expect(certificates.of(origin)).toBe(other);
  });

  it('never offers trust for a certificate with another fault', async () => {
    editor.usually('Trust This Certificate');
    expect(await review({ kind: 'refused', error: expired })).toBe(false);
    expect(editor.told[0]).toMatch(/^This certificate can’t be trusted.*expired/);
    expect(certificates.of(origin)).toBeUndefined();
  });

  it('lets the user withdraw trust, even when the service cannot be reached', async () => {
    await certificates.trust({ origin, fingerprint });
    expect(await review({ kind: 'trusted' })).toBe(true);
    expect(certificates.of(origin)).toBe(fingerprint);
    editor.usually('Stop Trusting');
    expect(await review(new TransportError('connect-failed', { sent: 'no' }))).toBe(false);
    expect(certificates.of(origin)).toBeUndefined();
    expect(changes).toBe(1);
  });

  it('withdraws trust by itself once the certificate is verified', async () => {
    await certificates.trust({ origin, fingerprint: other });
    expect(await review({ kind: 'verified' })).toBe(true);
    expect(certificates.of(origin)).toBeUndefined();
  });

  it('reports why no certificate can be seen', async () => {
    await expect(review(new TransportError('connect-failed', { sent: 'no' }))).rejects.toMatchObject({ code: 'connect-failed' });
  });
});
