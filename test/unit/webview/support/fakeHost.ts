import type { Host } from '../../../../src/webview/shared/host';

type Sent<Bodies> = { readonly [K in keyof Bodies]: readonly [K, Bodies[K]] }[keyof Bodies];

/** The extension as a page sees it: keeps the messages that it was sent, and the page's state. */
export class FakeHost<Bodies extends object> implements Host<Bodies> {
  readonly sent: Sent<Bodies>[] = [];

  constructor(public state?: unknown) {}

  send<K extends keyof Bodies>(type: K, body: Bodies[K]): void {
    this.sent.push([type, body]);
  }

  readState(): unknown {
    return this.state;
  }

  writeState(state: unknown): void {
    this.state = state;
  }

  /** Messages of one type, in order. */
  bodies<K extends keyof Bodies>(type: K): readonly Bodies[K][] {
    return this.sent.flatMap(([name, body]) => (name === type ? [body as Bodies[K]] : []));
  }

  get last(): Sent<Bodies> | undefined {
    return this.sent.at(-1);
  }
}
