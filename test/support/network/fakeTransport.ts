import type { Transport, WireRequest, WireResponse } from '../../../src/service/transport/types';
import { anAnswer } from './wireBuilders';

/** The result of one attempt: an answer, or an error to throw. */
export type Ending = WireResponse | Error;

/** An in-memory transport: plays its endings in order, repeats the last one, and keeps every request. */
export class FakeTransport implements Transport {
  readonly sent: WireRequest[] = [];
  #endings: readonly Ending[];

  constructor(...endings: readonly Ending[]) {
    this.#endings = endings;
  }

  async send(request: WireRequest, { signal }: { readonly signal: AbortSignal }): Promise<WireResponse> {
    signal.throwIfAborted();
    this.sent.push(request);
    const [ending = anAnswer({}), ...rest] = this.#endings;
    if (rest.length > 0) this.#endings = rest;
    if (ending instanceof Error) throw ending;
    return ending;
  }

  async close(): Promise<void> {
    this.#endings = [];
  }
}
