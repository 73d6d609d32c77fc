import { createServer } from 'node:https';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTransport } from '../../../../src/service/transport/transport';
import type { TransportSettings } from '../../../../src/service/transport/settings';
import type { WireRequest, WireResponse } from '../../../../src/service/transport/types';
import { makeCertificate } from '../../../support/network/certificate';
import type { Certificate } from '../../../support/network/certificate';
import { listening } from '../../../support/network/listening';
import type { Listening } from '../../../support/network/listening';
import { TunnelProxy } from '../../../support/network/tunnelProxy';
import { aRequest, aWrite } from '../../../support/network/wireBuilders';
import { WireServer } from '../../../support/network/wireServer';

const host = 'service.test';
const deadlines = { connectMs: 1500, headersMs: 1500, bodyMs: 1500, totalMs: 3000 };

async function send(settings: TransportSettings, request: WireRequest): Promise<WireResponse> {
  const transport = createTransport({ settings: () => settings, deadlines: { read: deadlines, write: deadlines } });
  try {
    return await transport.send(request, { signal: new AbortController().signal });
  } finally {
    await transport.close();
  }
}

describe('a request through a proxy', () => {
  let server: WireServer;
  let proxy: TunnelProxy;
  let settings: TransportSettings;

  beforeEach(async () => {
    server = await WireServer.start();
    proxy = await TunnelProxy.start(server.port);
    settings = { proxy: { url: `http://me:pa%24s@127.0.0.1:${proxy.port}`, noProxy: '' } };
  });

  afterEach(async () => {
    await proxy.close();
    await server.close();
  });

  it.each(['read', 'write'] as const)(
    'reaches the service through a tunnel as a %s, and sends the proxy’s credentials only to the proxy',
    async (kind) => {
      const request = kind === 'read' ? aRequest(`http://${host}`) : aWrite(`http://${host}`);
      expect((await send(settings, request)).status).toBe(200);
      expect(proxy.asked).toEqual([{ target: `${host}:80`, authorization: `Basic ${Buffer.from('me:pa$s').toString('base64')}` }]);
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0]?.head.toLowerCase()).not.toContain('proxy-authorization');
    },
  );

  it('bypasses the proxy for loopback and for hosts in noProxy', async () => {
    await send(settings, aRequest(server.origin));
    await expect(
      send({ ...settings, proxy: { url: `http://127.0.0.1:${proxy.port}`, noProxy: '.invalid' } }, aRequest('http://host.invalid')),
    ).rejects.toMatchObject({ code: 'connect-failed' });
    expect(proxy.asked).toEqual([]);
  });

  it.each(['refuse', 'silent', 'hang-up'] as const)('is proved not sent when the proxy does not open the tunnel (%s)', async (mode) => {
    proxy.mode = mode;
    await expect(send(settings, aWrite(`http://${host}`))).rejects.toMatchObject({
      code: mode === 'silent' ? 'timed-out' : 'proxy',
      sent: 'no',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('is not repeated when the proxy hangs up, and the next request tries the proxy again', async () => {
    proxy.mode = 'hang-up';
    const transport = createTransport({ settings: () => settings, deadlines: { read: deadlines, write: deadlines } });
    const options = { signal: new AbortController().signal };
    await expect(transport.send(aRequest(`http://${host}`), options)).rejects.toMatchObject({ code: 'proxy', sent: 'no' });
    await expect(transport.send(aWrite(`http://${host}`), options)).rejects.toMatchObject({ code: 'proxy', sent: 'no' });
    expect(proxy.asked).toHaveLength(2);
    proxy.mode = 'open';
    expect((await transport.send(aRequest(`http://${host}`), options)).status).toBe(200);
    await transport.close();
  });

  it('fails with that reason when the proxy asks for credentials', async () => {
    proxy.mode = 'refuse';
    await expect(send(settings, aRequest(`http://${host}`))).rejects.toMatchObject({
      code: 'proxy',
      reason: 'proxy-credentials',
      sent: 'no',
    });
  });

  it.each([
    ['http://me:100%25@', 'me:100%'],
    ['http://me:100%@', 'me:100%'],
    ['http://me@', 'me:'],
  ])('sends the proxy the user and password of %s', async (start, expected) => {
    await send({ ...settings, proxy: { url: `${start}127.0.0.1:${proxy.port}`, noProxy: '' } }, aRequest(`http://${host}`));
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from(expected).toString('base64')}`);
  });

  it('sends the proxy the credentials of the settings instead of those in its address', async () => {
    const url = `http://me:other@127.0.0.1:${proxy.port}`;
    await send({ ...settings, proxy: { url, noProxy: '', authorization: 'Bearer ticket' } }, aRequest(`http://${host}`));
    expect(proxy.asked[0]?.authorization).toBe('Bearer ticket');
  });

  it('sends the proxy an IPv6 address in brackets', async () => {
    await send(settings, aRequest('http://[2001:db8::1]:8080'));
    expect(proxy.asked[0]?.target).toBe('[2001:db8::1]:8080');
  });

  it.each(['socks5://127.0.0.1:1', 'socks://127.0.0.1:1', 'ftp://127.0.0.1:1'])('fails unless the proxy speaks HTTP: %s', async (url) => {
    await expect(send({ ...settings, proxy: { url, noProxy: '' } }, aWrite(`http://${host}`))).rejects.toMatchObject({
      code: 'proxy',
      reason: 'proxy-kind',
      sent: 'no',
    });
  });

  it('fails when the proxy is down', async () => {
    await proxy.close();
    await expect(send(settings, aWrite(`http://${host}`))).rejects.toMatchObject({ code: 'proxy', sent: 'no' });
    proxy = await TunnelProxy.start(server.port);
  });

  it('fails without the address of the proxy in the error when that address is malformed', async () => {
    const error: unknown = await send(
      { ...settings, proxy: { url: 'http://me:hidden@[bad', noProxy: '' } },
      aRequest(`http://${host}`),
    ).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'proxy', sent: 'no' });
    expect(inspect(error)).not.toContain('hidden');
  });
});

describe('a TLS connection', () => {
  let certificate: Certificate;
  let server: Listening;
  let proxy: TunnelProxy;

  beforeAll(async () => {
    certificate = makeCertificate(host);
    server = await listening(createServer(certificate, (_request, response) => response.end('{}')));
    proxy = await TunnelProxy.start(server.port);
  });

  afterAll(async () => {
    await proxy.close();
    await server.close();
  });

  const viaProxy = (): TransportSettings => ({ proxy: { url: `http://127.0.0.1:${proxy.port}`, noProxy: '' } });

  it.each(['read', 'write'] as const)('with an unknown certificate ends a %s before anything is sent', async (kind) => {
    const request = kind === 'read' ? aRequest(`https://${host}`) : aWrite(`https://${host}`);
    await expect(send(viaProxy(), request)).rejects.toMatchObject({ code: 'tls', sent: 'no' });
  });

  it('with a certificate for another host ends before anything is sent', async () => {
    await expect(send({ ...viaProxy(), ca: [certificate.cert] }, aWrite('https://other.test'))).rejects.toMatchObject({
      code: 'tls',
      sent: 'no',
    });
  });

  it('with an authority from the settings is trusted, through a proxy and without', async () => {
    expect((await send({ ...viaProxy(), ca: [certificate.cert] }, aWrite(`https://${host}`))).status).toBe(200);
    const local = `https://127.0.0.1:${server.port}`;
    await expect(send({ ca: [certificate.cert] }, aRequest(local))).rejects.toMatchObject({
      code: 'tls',
      sent: 'no',
    });
  });
});
