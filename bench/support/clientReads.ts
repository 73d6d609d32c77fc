import { randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Pool } from 'undici';
import { SignedKeyAuthenticator } from '../../src/service/auth/signedKey';
import { createServiceClient } from '../../src/service/client';
import { createTransport } from '../../src/service/transport/transport';

/** Reads over a fixed number of connections, each signed with Ed25519. */
export interface Reading {
  readonly read: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const route = '/api/v1.0/sim-trade/SIM-1001/positions';

/** Nothing but undici, node:crypto, and JSON.parse. */
export function bareReader(origin: string, privateKey: KeyObject, connections: number): Reading {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  return {
    close: async () => pool.close(),
    read: async () => {
      const timestamp = String(Date.now());
      const signature = sign(null, Buffer.from(`${timestamp}\nGET\n${route}\n\n`), privateKey).toString('base64');
      const headers = {
        'x-api-key': 'bench',
        authorization: signature,
        'x-timestamp': timestamp,
        'x-nonce': randomBytes(16).toString('hex'),
      };
      const { body } = await pool.request({ method: 'GET', path: route, headers });
      return JSON.parse(await body.text()) as unknown;
    },
  };
}

/** The client as the program uses it. */
export function clientReader(origin: string, privateKey: KeyObject): Reading {
  const settings = {};
  const transport = createTransport({ settings: () => settings });
  const clock = { nowMs: () => Date.now(), ensureFresh: async () => undefined, resynchronize: async () => false };
  const key = { appKeyId: 'bench', algorithm: 'ed25519', privateKey } as const;
  const client = createServiceClient({
    baseUrl: origin,
    transport,
    authenticator: new SignedKeyAuthenticator(origin, async () => key, clock),
  });
  const call = { signal: new AbortController().signal };
  return { close: async () => transport.close(), read: async () => client.simulatedPositions({ accountId: 'SIM-1001' }, call) };
}
