import { TransportError } from '../service/errors';
import type { SendOptions, Transport, WireRequest, WireResponse } from '../service/transport/types';

/** A transport that is loaded with the first request: the HTTP client is the largest single part of the program. */
export class LazyTransport implements Transport {
  #opened: Promise<Transport> | undefined;
  #isClosed = false;

  constructor(private readonly open: () => Promise<Transport>) {}

  async send(request: WireRequest, options: SendOptions): Promise<WireResponse> {
    const transport = this.#isClosed ? undefined : await this.#open();
    if (transport === undefined || this.#isClosed)
      throw new TransportError('aborted', { request: request.label, sent: 'no', detail: 'closed' });
    return transport.send(request, options);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#opened)?.close();
  }

  async #open(): Promise<Transport> {
    this.#opened ??= this.open();
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }
}
