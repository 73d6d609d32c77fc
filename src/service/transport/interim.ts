import type { Socket } from 'node:net';

/** Starts `HTTP/1.1 100` or `HTTP/1.0 100`. */
const start = /^HTTP\/1\.[01] 100(?:[ \r]|$)/;
const longestStart = 'HTTP/1.1 100 '.length;
const longestInterim = 16 * 1024;
/** The position of the status, and the first digit of every 1xx. */
const firstDigit = 'HTTP/1.1 '.length;
const one = 0x31;
const headersEnd = '\r\n\r\n';

/**
 * Drops every `100 Continue` before a response. None is requested, but a proxy may send one, and the HTTP library
 * then drops the connection, so that a good response to a write would be lost (RFC 9110, 15.2: a client must be able to
 * read one or more 1xx responses before a final one). The library handles other 1xx itself, so they are not inspected.
 *
 * A response begins with the first bytes after something was written, because requests are never pipelined.
 */
export function dropContinue<S extends Socket>(socket: S): S {
  const filter = new ContinueFilter();
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    return filter.isAnswering ? chunk : filter.pass(chunk);
  };
  const write = socket.write.bind(socket) as (...written: unknown[]) => boolean;
  // Any write starts a new request. Counting the bytes written instead would cost every read of the socket far more.
  socket.write = (...written: unknown[]): boolean => {
    filter.isAnswering = false;
    return write(...written);
  };
  return socket;
}

class ContinueFilter {
  /** The response has started: the rest is not inspected until the next request is written. */
  isAnswering = false;
  #held: Buffer | undefined;

  /** The part of an incoming chunk to pass to the library. */
  pass(chunk: unknown): unknown {
    if (!(chunk instanceof Buffer)) return chunk;
    // Usually it is the response itself, and one byte is enough to tell.
    if (this.#held === undefined && chunk.length > firstDigit && chunk[firstDigit] !== one) {
      this.isAnswering = true;
      return chunk;
    }
    let rest = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = undefined;
    while (rest.length > 0) {
      const head = rest.toString('latin1', 0, longestStart);
      if (!start.test(head) && !isBeginning(head)) break;
      const end = rest.indexOf(headersEnd);
      if (end === -1 && rest.length < longestInterim) {
        this.#held = rest;
        return null;
      }
      if (end === -1 || !start.test(head)) break;
      rest = rest.subarray(end + headersEnd.length);
    }
    if (rest.length === 0) return null;
    this.isAnswering = true;
    return rest;
  }
}

/** Too short to tell whether it is one. */
function isBeginning(head: string): boolean {
  return head.length < longestStart && ['HTTP/1.1 100 ', 'HTTP/1.0 100 '].some((word) => word.startsWith(head));
}
