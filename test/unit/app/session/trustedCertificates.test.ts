import { describe, expect, it } from 'vitest';
import { TrustedCertificates } from '../../../../src/app/session/trustedCertificates';
import { stateKeys } from '../../../../src/app/platform/storedNames';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

const origin = 'https://broker.test';
const [one = '', two = ''] = ['AB', 'CD'].map((pair) => Array.from({ length: 32 }, () => pair).join(':'));

describe('TrustedCertificates', () => {
  it('keeps one certificate for an origin, and returns the same list until something changes in any window', async () => {
    const state = new MemoryState();
    const [here, there] = [new TrustedCertificates(state), new TrustedCertificates(state)];
    const empty = here.fingerprints();
    expect(here.fingerprints()).toBe(empty);
    await there.trust({ origin, fingerprint: one });
    await there.trust({ origin: 'https://other.test', fingerprint: one });
    await there.trust({ origin, fingerprint: two });
    expect([...here.fingerprints()]).toEqual([
      ['https://other.test', one],
      [origin, two],
    ]);
    expect(here.fingerprints()).toBe(here.fingerprints());
    await there.forget(origin);
    expect(here.of(origin)).toBeUndefined();
    expect(here.of('https://other.test')).toBe(one);
  });

  it.each([
    'x',
    null,
    [null, 1, 'x'],
    [{ origin }],
    [{ origin, fingerprint: '' }],
    [{ origin, fingerprint: one.slice(1) }],
    [{ origin, fingerprint: one.toLowerCase() }],
    [{ origin: 'http://broker.test', fingerprint: one }],
    [{ origin: [origin], fingerprint: one }],
  ])('trusts no certificate that is stored in another form: %j', async (stored) => {
    const state = new MemoryState();
    await state.set(stateKeys.trustedCertificates, stored);
    expect(new TrustedCertificates(state).fingerprints().size).toBe(0);
  });
});
