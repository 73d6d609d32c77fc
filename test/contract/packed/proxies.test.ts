import { createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../support/network/certificate';
import type { Certificate } from '../../support/network/certificate';
import { listening } from '../../support/network/listening';
import { TunnelProxy } from '../../support/network/tunnelProxy';
import type { TunnelProxyOptions } from '../../support/network/tunnelProxy';
import { ensurePacked } from '../../support/packed/ensurePacked';
import { brokerHost, NetworkDesk } from './networkDesk';

const basic = `Basic ${Buffer.from('me:pa$s').toString('base64')}`;

// Packing takes a while, and so does the extension on real connections.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

describe('the packed extension', () => {
  let certificate: Certificate;
  let proxyCertificate: Certificate;
  let desk: NetworkDesk;
  let proxy: TunnelProxy;

  beforeAll(() => {
    certificate = makeCertificate(brokerHost);
    proxyCertificate = makeCertificate('localhost');
  });

  afterEach(async () => {
    await desk.close();
    await proxy.close();
  });

  /** A desk whose broker is reachable only through a proxy; no settings yet. */
  const start = async (options: TunnelProxyOptions = {}, trusted = [certificate.cert]): Promise<void> => {
    desk = await NetworkDesk.start({ certificate, trusted });
    proxy = await TunnelProxy.start(desk.server.port, options);
  };

  /** Every request for credentials got the right ones, and the broker never saw them. */
  const expectTunnels = (authorization: string | undefined): void => {
    expect(proxy.asked.length).toBeGreaterThan(0);
    for (const asked of proxy.asked) expect(asked).toEqual({ target: `${brokerHost}:443`, authorization });
    for (const { headers } of desk.server.broker.arrivals) expect(headers.get('proxy-authorization')).toBeUndefined();
  };

  it('signs in and reads positions through a proxy', async () => {
    await start();
    desk.profile.set('http.proxy', `http://127.0.0.1:${proxy.port}`);
    await desk.open();
    expect(await desk.signIn()).toBe('signed in');
    expect(await desk.showPositions()).toBe(true);
    expectTunnels(undefined);
  });

  it('fails this test if a tunnel is missing from the package', async () => {
    await start();
    desk.profile.set('http.proxy', `http://127.0.0.1:${proxy.port}`);
    await desk.open([{ name: 'no tunnel', find: /method:[`"']CONNECT[`"']/g, put: 'method:"GET"' }]);
    expect(await desk.signIn()).toContain('The proxy refused the connection');
  });

  it.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])('uses the proxy of the environment variable %s', async (variable) => {
    await start();
    process.env[variable] = `http://127.0.0.1:${proxy.port}`;
    try {
      await desk.open();
      expect(await desk.signIn()).toBe('signed in');
    } finally {
      Reflect.deleteProperty(process.env, variable);
    }
    expectTunnels(undefined);
  });

  it('follows quotes through a proxy with credentials', async () => {
    await start({ authorization: basic });
    desk.profile.set('http.proxy', `http://me:pa%24s@127.0.0.1:${proxy.port}`);
    desk.profile.set('marketDesk.service.quoteFeedUrl', `wss://${brokerHost}/ws/quote`);
    await desk.open();
    expect(await desk.signIn()).toBe('signed in');
    expect(await desk.showPositions()).toBe(true);
    expect(await desk.until(() => desk.server.frames.some((frame) => frame.includes('subscribe')))).toBe(true);
    expectTunnels(basic);
  });

  it('sends the credentials of http.proxyAuthorization only to the proxy, and keeps them out of the log', async () => {
    await start({ authorization: 'Negotiate c2VjcmV0LXRpY2tldA==' });
    desk.profile.set('http.proxy', `http://me:other@127.0.0.1:${proxy.port}`);
    desk.profile.set('http.proxyAuthorization', 'Negotiate c2VjcmV0LXRpY2tldA==');
    await desk.open();
    expect(await desk.signIn()).toBe('signed in');
    expectTunnels('Negotiate c2VjcmV0LXRpY2tldA==');
    expect(desk.window.log.join('\n')).not.toContain('c2VjcmV0LXRpY2tldA');
  });

  it('reports that a proxy requires credentials', async () => {
    await start({ authorization: basic });
    desk.profile.set('http.proxy', `http://127.0.0.1:${proxy.port}`);
    await desk.open();
    expect(await desk.signIn()).toContain('The proxy requires a user name and password.');
    expect(desk.server.broker.arrivals).toEqual([]);
  });

  it('reaches a proxy over TLS if the system trusts its certificate', async () => {
    await start({ certificate: proxyCertificate }, [certificate.cert, proxyCertificate.cert]);
    desk.profile.set('http.proxy', `https://localhost:${proxy.port}`);
    await desk.open();
    expect(await desk.signIn()).toBe('signed in');
    expectTunnels(undefined);
  });

  it('reports that the certificate of a proxy was rejected, and requests nothing from it', async () => {
    await start({ certificate: proxyCertificate });
    desk.profile.set('http.proxy', `https://localhost:${proxy.port}`);
    await desk.open();
    expect(await desk.signIn()).toContain('The proxy’s certificate isn’t trusted.');
    expect(proxy.asked).toEqual([]);
  });

  it('reports that SOCKS proxies are not supported, and sends nothing to one', async () => {
    await start();
    const received: Buffer[] = [];
    const socks = createServer((socket) => socket.on('data', (bytes) => received.push(bytes)));
    const { port, close } = await listening(socks);
    try {
      desk.profile.set('http.proxy', `socks5://127.0.0.1:${port}`);
      await desk.open();
      expect(await desk.signIn()).toContain('Only HTTP proxies are supported, not SOCKS.');
      expect(received).toEqual([]);
    } finally {
      await close();
    }
  });

  it('uses no proxy for a service on this machine', async () => {
    await start({}, [proxyCertificate.cert]);
    await desk.close();
    desk = await NetworkDesk.start({ certificate: proxyCertificate, trusted: [proxyCertificate.cert] });
    desk.connectTo(`https://localhost:${desk.server.port}`);
    desk.profile.set('http.proxy', `http://127.0.0.1:${proxy.port}`);
    await desk.open();
    expect(await desk.signIn()).toBe('signed in');
    expect(proxy.asked).toEqual([]);
  });
});
