import type { FeedSocket, FeedSocketListener, OpenFeedSocket } from '../../../src/service/feed/feedSocket';

interface SentFrame {
  readonly id: string;
  readonly action: string;
  /** Credentials; subscribed symbols are next to the action. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly quote?: readonly string[];
  readonly order_book?: readonly string[];
  readonly ticker?: readonly string[];
}

/** A service behind a socket, controlled by the test. */
export class FakeFeedServer {
  readonly sockets: FakeFeedSocket[] = [];
  answersPings = true;

  readonly open: OpenFeedSocket = (url, listener) => {
    const socket = new FakeFeedSocket(url, listener, () => this.answersPings);
    this.sockets.push(socket);
    return socket;
  };

  /** The current connection. */
  get current(): FakeFeedSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('nothing has connected');
    return socket;
  }
}

export class FakeFeedSocket implements FeedSocket {
  readonly frames: SentFrame[] = [];
  isClosed = false;

  constructor(
    readonly url: string,
    readonly listener: FeedSocketListener,
    private readonly answersPings: () => boolean,
  ) {}

  send(frame: string): void {
    this.frames.push(JSON.parse(frame) as SentFrame);
  }

  ping(): void {
    if (this.answersPings()) this.listener.pong();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.listener.closed(1000, '');
  }

  /** Frames with the given action, in order. */
  sent(action: string): readonly SentFrame[] {
    return this.frames.filter((frame) => frame.action === action);
  }

  /** @param frame - A string is sent as it is. */
  say(frame: unknown): void {
    this.listener.message(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Opens the connection and accepts the credentials. */
  accept(): void {
    this.listener.opened();
    this.say({ id: this.sent('auth')[0]?.id, session_id: 's', server_time: 1 });
  }

  /** Accepts every requested subscription. */
  acknowledge(): void {
    for (const { id } of this.sent('subscribe')) this.say({ id, code: 0 });
  }

  quote(symbol: string, price: string, at: number): void {
    this.say({ timestamp: at, type: 'QUOTE', symbol, data: { last_price: price, data_time_ms: at } });
  }

  breakOff(code = 1006, reason = ''): void {
    this.isClosed = true;
    this.listener.closed(code, reason);
  }
}
