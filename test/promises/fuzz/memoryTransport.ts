import type { Transport, WireRequest } from '../../../src/service/transport/types';

const utf8 = new TextEncoder();

/** A transport without a network: records what would be sent and answers at once. */
export class MemoryTransport implements Transport {
  readonly sent: WireRequest[] = [];
  #status = 200;
  #body: Uint8Array = utf8.encode('{}');

  answerWith(status: number, body: string | Uint8Array): void {
    this.#status = status;
    this.#body = typeof body === 'string' ? utf8.encode(body) : body;
    this.sent.length = 0;
  }

  async send(request: WireRequest): ReturnType<Transport['send']> {
    this.sent.push(request);
    return Promise.resolve({ status: this.#status, headers: {}, body: this.#body, sentAt: 0, receivedAt: 0 });
  }

  async close(): Promise<void> {
    return Promise.resolve();
  }
}
