import type { Socket } from 'node:net';
import type { buildConnector as Library } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import { judgeCertificate } from './certificates';

export type Connector = Library.connector;

export interface TlsSettings {
  /** Milliseconds for a connection, its handshake included. */
  readonly timeout: number;
  readonly rejectUnauthorized: boolean;
  readonly ca?: string[];
}

/** Connects, over TLS if the origin requires it, and verifies the certificate. */
export function verifyingConnector(tls: TlsSettings): Connector {
  return buildConnector({ ...tls, allowH2: false });
}

/** Also accepts the one certificate that the user trusts for this origin. */
export function trustingConnector(tls: TlsSettings, fingerprint: string): Connector {
  return judgingConnector(tls, (socket, host) => {
    const verdict = judgeCertificate(socket, host, fingerprint);
    return verdict.kind === 'verified' || verdict.kind === 'trusted' ? undefined : verdict.error;
  });
}

/**
 * Returns a connection only if `objection` has none; until then nothing is sent over it.
 *
 * @param objection - Checks the connection after its handshake, whatever certificate it has.
 */
export function judgingConnector(tls: TlsSettings, objection: (socket: Socket, host: string) => Error | undefined): Connector {
  // A resumed session would have the certificate of another handshake.
  const connect = buildConnector({ ...tls, rejectUnauthorized: false, maxCachedSessions: 0, allowH2: false });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      const found = options.protocol === 'https:' ? objectionOf(objection, socket, options.hostname) : undefined;
      if (found === undefined) callback(null, socket);
      else {
        socket.destroy();
        callback(found, null);
      }
    });
}

/** A connection that cannot be checked is rejected. */
function objectionOf(judge: (socket: Socket, host: string) => Error | undefined, socket: Socket, host: string): Error | undefined {
  try {
    return judge(socket, host);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
