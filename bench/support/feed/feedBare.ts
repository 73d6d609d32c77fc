/** The baseline: only the WebSocket library, and JSON.parse of each frame. */
import { WebSocket } from 'undici';
import { FeedMeter } from './feedMeter';
import { symbols } from './feedSymbols';

const meter = new FeedMeter();
const socket = new WebSocket(process.argv[2] ?? '');
const send = (frame: object): void => socket.send(JSON.stringify(frame));
socket.addEventListener('open', () => {
  send({ id: 1, action: 'auth', data: {} });
  send({ id: 2, action: 'subscribe', quote: symbols, order_book: symbols.slice(0, 1) });
});
socket.addEventListener('message', ({ data }: { readonly data: unknown }) => {
  const frame: unknown = JSON.parse(String(data));
  meter.pushes += 1;
  if (typeof frame === 'object' && frame !== null && 'timestamp' in frame) meter.shown(Number(frame.timestamp));
});
void meter.run(Number(process.argv[3])).then((figures) => {
  process.send?.(figures);
  process.exit(0);
});
