import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTransport } from '../../../../src/service/transport/transport';
import type { TransportSettings } from '../../../../src/service/transport/settings';
import type { WireRequest, WireResponse } from '../../../../src/service/transport/types';
import { makeCertificate } from '../../../support/network/certificate';
import type { Certificate } from '../../../support/network/certificate';
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

describe('through a proxy', () => {
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
    'a %s reaches the service by a tunnel, with the credentials of the proxy for the proxy only',
    async (kind) => {
      const request = kind === 'read' ? aRequest(`http://${host}`) : aWrite(`http://${host}`);
      expect((await send(settings, request)).status).toBe(200);
      expect(proxy.asked).toEqual([{ target: `${host}:80`, authorization: `Basic ${Buffer.from('me:pa$s').toString('base64')}` }]);
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0]?.head.toLowerCase()).not.toContain('proxy-authorization');
    },
  );

  it('is not used for loopback nor for what noProxy names', async () => {
    await send(settings, aRequest(server.origin));
    await expect(
      send({ ...settings, proxy: { url: `http://127.0.0.1:${proxy.port}`, noProxy: '.invalid' } }, aRequest('http://host.invalid')),
    ).rejects.toMatchObject({ code: 'connect-failed' });
    expect(proxy.asked).toEqual([]);
  });

  it.each(['refuse', 'silent', 'hang-up'] as const)('that does not open the tunnel (%s), a write is proved not sent', async (mode) => {
    proxy.mode = mode;
    await expect(send(settings, aWrite(`http://${host}`))).rejects.toMatchObject({
      code: mode === 'silent' ? 'timed-out' : 'proxy',
      sent: 'no',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('that hangs up is not asked again and again, and is tried anew by the next request', async () => {
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

  it('that asks for credentials says so', async () => {
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
  ])('gets the user and password of %s', async (start, expected) => {
    await send({ ...settings, proxy: { url: `${start}127.0.0.1:${proxy.port}`, noProxy: '' } }, aRequest(`http://${host}`));
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from(expected).toString('base64')}`);
  });

  it('gets the credentials that the settings give in place of those of its address', async () => {
    const url = `http://me:other@127.0.0.1:${proxy.port}`;
    await send({ ...settings, proxy: { url, noProxy: '', authorization: 'Bearer ticket' } }, aRequest(`http://${host}`));
    expect(proxy.asked[0]?.authorization).toBe('Bearer ticket');
  });

  it('is asked for an IPv6 address in brackets', async () => {
    await send(settings, aRequest('http://[2001:db8::1]:8080'));
    expect(proxy.asked[0]?.target).toBe('[2001:db8::1]:8080');
  });

  it.each(['socks5://127.0.0.1:1', 'socks://127.0.0.1:1', 'ftp://127.0.0.1:1'])('is not reached unless it speaks HTTP: %s', async (url) => {
    await expect(send({ ...settings, proxy: { url, noProxy: '' } }, aWrite(`http://${host}`))).rejects.toMatchObject({
      code: 'proxy',
      reason: 'proxy-kind',
      sent: 'no',
    });
  });

  it('that is not there', async () => {
    await proxy.close();
    await expect(send(settings, aWrite(`http://${host}`))).rejects.toMatchObject({ code: 'proxy', sent: 'no' });
    proxy = await TunnelProxy.start(server.port);
  });

  it('with an address that makes no sense, the address stays out of the error', async () => {
    const error: unknown = await send(
      { ...settings, proxy: { url: 'http://me:hidden@[bad', noProxy: '' } },
      aRequest(`http://${host}`),
    ).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'proxy', sent: 'no' });
    expect(inspect(error)).not.toContain('hidden');
  });
});

describe('TLS', () => {
  let certificate: Certificate;
  let server: Server;
  let proxy: TunnelProxy;

  beforeAll(async () => {
    certificate = makeCertificate(host);
    server = createServer(certificate, (_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    proxy = await TunnelProxy.start((server.address() as AddressInfo).port);
  });

  afterAll(async () => {
    await proxy.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const viaProxy = (): TransportSettings => ({ proxy: { url: `http://127.0.0.1:${proxy.port}`, noProxy: '' } });

  it.each(['read', 'write'] as const)('an unknown certificate ends a %s before anything is sent', async (kind) => {
    const request = kind === 'read' ? aRequest(`https://${host}`) : aWrite(`https://${host}`);
    await expect(send(viaProxy(), request)).rejects.toMatchObject({ code: 'tls', sent: 'no' });
  });

  it('a certificate for another host ends it as well', async () => {
    await expect(send({ ...viaProxy(), ca: [certificate.cert] }, aWrite('https://other.test'))).rejects.toMatchObject({
      code: 'tls',
      sent: 'no',
    });
  });

  it('an authority from the settings is trusted, through a proxy and without', async () => {
    expect((await send({ ...viaProxy(), ca: [certificate.cert] }, aWrite(`https://${host}`))).status).toBe(200);
    const local = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(send({ ca: [certificate.cert] }, aRequest(local))).rejects.toMatchObject({
      code: 'tls',
      sent: 'no',
    });
  });
});
