import { connect } from 'node:net';

/** What arrived on one connection until it ended. */
export interface RawAnswer {
  /** Everything received, as Latin-1. */
  readonly text: string;
  readonly status: number | undefined;
  /** Everything after the blank line that ends the head. */
  readonly body: string;
  /** `end` after an orderly FIN, `reset` after an RST, `timeout` if neither came. */
  readonly ending: 'end' | 'reset' | 'timeout';
}

/** Sends bytes and collects the response, so that broken framing can be seen as it is. */
export async function exchangeRaw(port: number, request: string, timeoutMs = 2000): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ host: '127.0.0.1', port });
    const finish = (ending: RawAnswer['ending']): void => {
      clearTimeout(timer);
      socket.destroy();
      const [head = '', ...rest] = text.split('\r\n\r\n');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      resolve({ text, status: status === undefined ? undefined : Number(status), body: rest.join('\r\n\r\n'), ending });
    };
    const timer = setTimeout(() => finish('timeout'), timeoutMs);
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.once('end', () => finish('end'));
    socket.once('error', () => finish('reset'));
    socket.write(request);
  });
}

/** An HTTP/1.1 GET in its simplest form. */
export function plainGet(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** A form sent with exactly these headers; `fetch` might add or replace some. */
export function plainPost(path: string, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = {
    Host: '127.0.0.1',
    Connection: 'close',
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}
