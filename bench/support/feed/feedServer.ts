/** A feed in its own process: accepts every subscription and pushes a number of prices per second, each stamped with its time. */
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

const pushesPerSecond = Number(process.argv[2]);
const turnMs = 10;

interface Reader {
  readonly socket: WebSocket;
  symbols: string[];
  books: string[];
  next: number;
}

const readers = new Set<Reader>();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port });
});
server.on('connection', (socket) => {
  const reader: Reader = { socket, symbols: [], books: [], next: 0 };
  readers.add(reader);
  socket.on('close', () => readers.delete(reader));
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as {
      readonly id: unknown;
      readonly action: string;
      readonly quote?: readonly string[];
      readonly order_book?: readonly string[];
    };
    const { id, action, quote = [], order_book: books = [] } = frame;
    if (action === 'auth') socket.send(JSON.stringify({ id, session_id: 's', server_time: Date.now() * 1_000 }));
    else {
      if (action === 'subscribe') {
        reader.symbols.push(...quote);
        reader.books.push(...books);
      }
      socket.send(JSON.stringify({ id, code: 0, message: '' }));
    }
  });
});

let sent = 0;
const startedAt = performance.now();
setInterval(() => {
  const due = Math.floor(((performance.now() - startedAt) * pushesPerSecond) / 1_000);
  // A backlog is skipped instead of being sent all at once.
  sent = Math.max(sent, due - (pushesPerSecond * 5 * turnMs) / 1_000);
  for (; sent < due; sent += 1) for (const reader of readers) push(reader, sent);
}, turnMs);

function push(reader: Reader, count: number): void {
  const { symbols, books, socket } = reader;
  if (symbols.length === 0) return;
  const now = Date.now();
  const price = (400 + (count % 997) / 10).toFixed(3);
  const symbol = symbols[reader.next % symbols.length] ?? '';
  reader.next += 1;
  if (reader.next % 20 === 0 && books[0] !== undefined) {
    const levels = Array.from({ length: 10 }, (_, at) => `{"price":${String(400 + at)}.500,"volume":${String(count % 900)}}`).join();
    socket.send(
      `{"timestamp":${String(now)},"type":"ORDER_BOOK","symbol":"${books[0]}","data":{"bid_list":[${levels}],"ask_list":[${levels}],"data_time_ms":${String(now)}}}`,
    );
    return;
  }
  socket.send(
    `{"timestamp":${String(now)},"type":"QUOTE","symbol":"${symbol}","data":{"last_price":${price},"data_time_ms":${String(now)},"open_price":400.000,"high_price":512.500,"low_price":398.250,"prev_close_price":401.200,"volume":${String(count)},"turnover":${String(count)}00.25,"pre_market":null,"after_market":null,"overnight":null}}`,
  );
}
