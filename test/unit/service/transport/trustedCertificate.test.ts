import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFeedSockets } from '../../../../src/service/feed/feedSocket';
import { createTransport } from '../../../../src/service/transport/transport';
import { seeCertificate } from '../../../../src/service/transport/handshake';
import type { TransportSettings } from '../../../../src/service/transport/settings';
import { makeCertificate } from '../../../support/network/certificate';
import type { Certificate } from '../../../support/network/certificate';
import { TlsListener } from '../../../support/network/tlsListener';
import { TunnelProxy } from '../../../support/network/tunnelProxy';
import { aRequest, aWrite } from '../../../support/network/wireBuilders';

const deadlines = { connectMs: 1500, headersMs: 1500, bodyMs: 1500, totalMs: 3000 };
const authority = makeCertificate('authority.test');
const forms: Readonly<Record<string, Certificate>> = {
  'signed by itself': makeCertificate('localhost'),
  'of an authority that nobody knows': makeCertificate('localhost', { issuer: authority }),
};
const [selfSigned = authority] = Object.values(forms);
const { signal } = new AbortController();

const fingerprintOf = ({ cert }: Certificate): string => new X509Certificate(cert).fingerprint256;

describe('a certificate that cannot be verified', () => {
  let listener: TlsListener;
  let proxy: TunnelProxy;
  let origin: string;

  beforeEach(async () => {
    listener = await TlsListener.start(selfSigned);
    proxy = await TunnelProxy.start(listener.port);
    origin = `https://localhost:${listener.port}`;
  });
  afterEach(async () => {
    await proxy.close();
    await listener.close();
  });

  const trusting = (certificate: Certificate, at = origin): TransportSettings => ({ trusted: new Map([[at, fingerprintOf(certificate)]]) });
  const send = async (kind: 'read' | 'write', settings: TransportSettings, at = origin): Promise<unknown> => {
    const transport = createTransport({ settings: () => settings, deadlines: { read: deadlines, write: deadlines } });
    try {
      return await transport.send(kind === 'read' ? aRequest(at) : aWrite(at), { signal });
    } finally {
      await transport.close();
    }
  };
  const refusal = (reason: string): object => ({ code: 'tls', sent: 'no', reason });

  describe.each(['read', 'write'] as const)('for a %s', (kind) => {
    it.each(Object.keys(forms))('is refused unless the user trusts it: %s', async (form) => {
      const certificate = forms[form] ?? authority;
      listener.show(certificate);
      await expect(send(kind, {})).rejects.toMatchObject(refusal('unknown-issuer'));
      expect(listener.received).toBe('');
      expect(await send(kind, trusting(certificate))).toMatchObject({ status: 200 });
    });

    it('is trusted at its own origin only', async () => {
      await expect(send(kind, trusting(selfSigned, 'https://localhost'))).rejects.toMatchObject(refusal('unknown-issuer'));
      expect(listener.received).toBe('');
    });

    it.each([
      ['another with the same name', () => makeCertificate('localhost')],
      ['one that the trusted one signed', () => makeCertificate('localhost', { issuer: selfSigned })],
    ])('is refused if it is not the trusted one: %s', async (_what, make) => {
      listener.show(make());
      await expect(send(kind, trusting(selfSigned))).rejects.toMatchObject(refusal('other-certificate'));
      expect(listener.received).toBe('');
    });

    it.each([
      ['for another host', 'certificate-host', makeCertificate('other.test')],
      ['of an unknown authority, for another host', 'certificate-host', makeCertificate('other.test', { issuer: authority })],
      ['expired', 'certificate-date', makeCertificate('localhost', { until: '20210101' })],
      ['expired, of an unknown authority', 'certificate-date', makeCertificate('localhost', { issuer: authority, until: '20210101' })],
    ])('is refused, although trusted, if it is %s', async (_what, reason, certificate) => {
      listener.show(certificate);
      await expect(send(kind, trusting(certificate))).rejects.toMatchObject(refusal(reason));
      expect(listener.received).toBe('');
    });

    it('needs no trust if it can be verified after all', async () => {
      const certificate = makeCertificate('localhost', { issuer: authority });
      listener.show(certificate);
      expect(await send(kind, { ...trusting(selfSigned), ca: [authority.cert] })).toMatchObject({ status: 200 });
    });
  });

  it('is refused by the next connection once it is replaced, and by every one once trust is withdrawn', async () => {
    let settings = trusting(selfSigned);
    const transport = createTransport({ settings: () => settings, deadlines: { read: deadlines, write: deadlines } });
    expect(await transport.send(aRequest(origin), { signal })).toMatchObject({ status: 200 });
    expect(await transport.send(aWrite(origin), { signal })).toMatchObject({ status: 200 });
    settings = {};
    await expect(transport.send(aRequest(origin), { signal })).rejects.toMatchObject(refusal('unknown-issuer'));
    settings = trusting(selfSigned);
    listener.show(makeCertificate('localhost'));
    listener.received = '';
    await expect(transport.send(aWrite(origin), { signal })).rejects.toMatchObject(refusal('other-certificate'));
    expect(listener.received).toBe('');
    await transport.close();
  });

  describe('through a proxy', () => {
    const host = 'https://broker.test';
    const certificate = makeCertificate('broker.test');
    const through = (settings: TransportSettings): TransportSettings => ({
      ...settings,
      proxy: { url: `http://127.0.0.1:${proxy.port}`, noProxy: '' },
    });

    it('is trusted or refused as without a proxy', async () => {
      listener.show(certificate);
      expect(await send('write', through(trusting(certificate, host)), host)).toMatchObject({ status: 200 });
      listener.received = '';
      listener.show(makeCertificate('broker.test'));
      await expect(send('write', through(trusting(certificate, host)), host)).rejects.toMatchObject(refusal('other-certificate'));
      expect(listener.received).toBe('');
    });

    it('is refused as the certificate of the proxy itself', async () => {
      const secured = await TunnelProxy.start(listener.port, { certificate: selfSigned });
      const url = `https://localhost:${secured.port}`;
      const settings = { ...trusting(selfSigned, url), proxy: { url, noProxy: '' } };
      await expect(send('read', settings, host)).rejects.toMatchObject({ code: 'proxy', reason: 'proxy-certificate' });
      expect(secured.asked).toEqual([]);
      await secured.close();
    });

    it('is shown to the user without a request being sent', async () => {
      listener.show(certificate);
      const seen = await seeCertificate(host, through({}), { signal, patienceMs: 1500 });
      expect(seen).toMatchObject({ subject: 'CN=broker.test', fingerprint: fingerprintOf(certificate), verdict: { kind: 'unverified' } });
      expect((await seeCertificate(host, through(trusting(certificate, host)), { signal, patienceMs: 1500 })).verdict.kind).toBe('trusted');
      expect(listener.received).toBe('');
    });
  });

  it('ends a feed before its handshake, unless it is the trusted one', async () => {
    const feed = async (settings: TransportSettings): Promise<string> => {
      listener.received = '';
      return new Promise((resolve) => {
        const done = (what: string): void => void setTimeout(() => resolve(what), 50);
        const nothing = (): void => undefined;
        const closed = (): void => done(/^GET \/ws\/quote/.test(listener.received) ? 'asked' : 'refused');
        createFeedSockets(() => settings)(`wss://localhost:${listener.port}/ws/quote`, {
          opened: nothing,
          message: nothing,
          pong: nothing,
          closed,
        });
      });
    };
    expect(await feed({})).toBe('refused');
    expect(await feed(trusting(selfSigned))).toBe('asked');
    expect(await feed(trusting(authority))).toBe('refused');
    expect(listener.received).toBe('');
  });
});
