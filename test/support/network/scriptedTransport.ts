import type { Transport, WireRequest, WireResponse } from '../../../src/service/transport/types';

export type ScriptedAnswer =
  | { readonly status?: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | Error;

/** A transport that answers from a script, in order, and keeps its requests. It fails when the script is used up. */
export class ScriptedTransport implements Transport {
  readonly requests: WireRequest[] = [];

  constructor(private readonly script: ScriptedAnswer[]) {}

  async send(request: WireRequest): Promise<WireResponse> {
    this.requests.push(request);
    const answer = this.script.shift();
    if (answer === undefined) throw new Error(`unexpected request ${request.method} ${request.path}`);
    if (answer instanceof Error) throw answer;
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    return { status: answer.status ?? 200, headers: answer.headers ?? {}, body: new TextEncoder().encode(text), sentAt: 0, receivedAt: 1 };
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  /** The form in a request. */
  form(index: number): URLSearchParams {
    return new URLSearchParams(new TextDecoder().decode(this.requests[index]?.body));
  }
}
