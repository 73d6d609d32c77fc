/** Requests that place, change, cancel, or confirm an order. */
const orderLine = /^(PUT|DELETE|POST) \/api\/v1\.0\/(?:accounts|sim-trade)\/[^/ ]+\/(?:orders(?:\/[^/ ]+)?|order_confirm) HTTP/;
const readLine = /^POST \S+\/orders\/detail HTTP/;
/** Matches the body of an order, in case it leaves separately from its header. */
const orderBody = /^\{.*"(?:qty|confirm_id)":/;

export interface LeftBytes {
  readonly atMs: number;
  readonly method: string;
  readonly head: string;
}

/** Everything about orders that left any window, in the order in which it left. */
export class OrderBytes {
  readonly left: LeftBytes[] = [];

  constructor(private readonly nowMs: () => number) {}

  /** Called with every piece that leaves. */
  hear(bytes: Buffer): void {
    const text = bytes.toString('latin1');
    const method = readLine.test(text) ? undefined : (orderLine.exec(text)?.[1] ?? (orderBody.test(text) ? 'body' : undefined));
    if (method !== undefined) this.left.push({ atMs: this.nowMs(), method, head: text.slice(0, 160).split('\r\n')[0] ?? '' });
  }
}
