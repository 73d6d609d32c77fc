import { createServer } from 'node:tls';
import type { Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransportSettings } from '../../../../../src/service/transport/settings';
import { createNetworkProbe } from '../../../../../src/ui/platform/network/networkProbe';
import { makeCertificate } from '../../../../support/certificate';

const certificate = makeCertificate('localhost');
const { signal } = new AbortController();
let server: Server;
let port = 0;

beforeAll(async () => {
  server = createServer(certificate);
  await new Promise<void>((resolve) => void server.listen(0, resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(() => void server.close());

const handshake = async (trust: Pick<TransportSettings, 'ca' | 'rejectUnauthorized'>): Promise<string> =>
  createNetworkProbe(
    () => undefined,
    () => trust,
  ).handshake('localhost', port, signal);

describe('the TLS step of the diagnosis', () => {
  it('trusts what requests trust, and nothing else', async () => {
    await expect(handshake({ rejectUnauthorized: true })).rejects.toThrow('self-signed certificate');
    expect(await handshake({ rejectUnauthorized: true, ca: [certificate.cert] })).toMatch(
      /^TLSv1\.\d, certificate by an unknown issuer, valid for 1 more days$/,
    );
    expect(await handshake({ rejectUnauthorized: false })).toMatch(/^TLSv1/);
  });

  it('is not begun once it was cancelled', async () => {
    await expect(
      createNetworkProbe(
        () => undefined,
        () => ({ rejectUnauthorized: true }),
      ).handshake('localhost', port, AbortSignal.abort()),
    ).rejects.toThrow('cancelled');
  });
});
