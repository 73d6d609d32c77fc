import type { Exchange } from './broker';
import { render } from './wire';
import type { Reply } from './wire';

/** A way to spoil a list. `from` is the first of its requests that is spoiled, so that later pages and markets can fail alone. */
export interface ReadFault {
  readonly name: string;
  /** Temporary, and says nothing about the list: the same request may succeed the next time. */
  readonly isMoment?: boolean;
  /** States that this endpoint does not exist. */
  readonly isAbsence?: boolean;
  /** One record is damaged and the rest is intact. */
  readonly isOneRecord?: boolean;
  /** The service itself states that the list is empty. */
  readonly saysNothing?: boolean;
  readonly play: (exchange: Exchange) => void;
}

type Json = Readonly<Record<string, unknown>>;

const reply =
  (status: number, body: unknown, headers: readonly string[] = []): ReadFault['play'] =>
  ({ send }) =>
    send({ status, body, headers });

function reset({ socket }: Exchange): void {
  if ('resetAndDestroy' in socket && typeof socket.resetAndDestroy === 'function')
    (socket as { resetAndDestroy(): unknown }).resetAndDestroy();
  else socket.destroy();
}

/** The proper answer with a change. */
function altered(change: (body: Json) => unknown): ReadFault['play'] {
  return ({ carryOut, send }) => {
    const proper = carryOut();
    send(isJson(proper.body) ? { ...proper, body: change(JSON.parse(JSON.stringify(proper.body)) as Json) } : proper);
  };
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value);
}

/** Changes the first list found below `value`; anything that is not a list stays. */
function withList(value: unknown, change: (rows: readonly unknown[]) => unknown): unknown {
  if (Array.isArray(value)) return change(value);
  if (!isJson(value)) return value;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'pagination') continue;
    const changed = withList(inner, change);
    if (changed !== inner) return { ...value, [key]: changed };
  }
  return value;
}

const damage = (row: unknown): unknown => (isJson(row) ? Object.fromEntries(Object.keys(row).map((key) => [key, [{ damaged: key }]])) : 17);

/** Makes every page claim that there are more, and point to the same place. */
function withPagination(change: (pagination: Json) => Json): ReadFault['play'] {
  return altered((body) => {
    if (isJson(body['pagination'])) return { ...body, pagination: change(body['pagination']) };
    const { d, data } = body;
    if (isJson(data) && isJson(data['pagination'])) return { ...body, data: { ...data, pagination: change(data['pagination']) } };
    if (!isJson(d) || !('page_flag' in d)) return body;
    const { has_more: more, next_key: next } = change({ has_more: d['completed'] === false, next_key: d['page_flag'] });
    return { ...body, d: { ...d, ...(more === undefined ? { completed: undefined } : { completed: more === false }), page_flag: next } };
  });
}

/** A row was added at the front since the previous page was read: every later page begins with the last row of the one before. */
function shifted(exchange: Exchange): void {
  const { query } = exchange.request;
  for (const key of ['page_flag', 'next_key']) {
    const [, prefix = '', at = ''] = /^(page-|k)(\d+)$/.exec(query.get(key) ?? '') ?? [];
    if (prefix !== '' && Number(at) > 0) query.set(key, `${prefix}${Number(at) - 1}`);
  }
  exchange.send(exchange.carryOut());
}

/** Later pages are empty and don't state that they are the last. */
function nothingBehindKey(exchange: Exchange): void {
  const { query, body } = exchange.request;
  const isLater = ['page_flag', 'next_key'].some((key) => (query.get(key) ?? '') !== '') || /"next_key":"[^"]/.test(body.toString('utf8'));
  if (!isLater) {
    exchange.send(exchange.carryOut());
    return;
  }
  altered((answer) => {
    const { d, data, ...others } = withList(answer, () => []) as Json;
    return {
      ...others,
      pagination: undefined,
      data: isJson(data) ? { ...data, pagination: undefined } : data,
      d: isJson(d) ? { ...d, completed: undefined, page_flag: undefined } : d,
    };
  })(exchange);
}

function truncated({ carryOut, socket }: Exchange): void {
  const bytes = render(carryOut() satisfies Reply);
  socket.write(bytes.subarray(0, bytes.length - 5));
  socket.end();
}

/** Every way to spoil a list that the proofs know. */
export const readFaults: readonly ReadFault[] = [
  { name: '500', isMoment: true, play: reply(500, { message: 'down' }) },
  { name: '500 with HTML', isMoment: true, play: reply(500, '<html>down</html>', ['Content-Type: text/html']) },
  { name: '502', isMoment: true, play: reply(502, '') },
  { name: '503', isMoment: true, play: reply(503, '') },
  { name: '429', isMoment: true, play: reply(429, { code: -11, message: 'slow down' }, ['Retry-After: 2']) },
  { name: '-11 with 200', isMoment: true, play: reply(200, { ret_code: -11, ret_msg: 'x', error: { message: 'retry after 2 s' } }) },
  { name: '-9 with 200', play: reply(200, { ret_code: -9, ret_msg: 'no right' }) },
  { name: '-5', isMoment: true, play: reply(200, { ret_code: -5, ret_msg: 'rpc' }) },
  { name: '-4', isMoment: true, play: reply(200, { ret_code: -4, ret_msg: 'internal', error: { code: 'internal_error' } }) },
  { name: 'order error', play: reply(200, { s: 'error', errcode: -1200, errmsg: 'no' }) },
  { name: '403', play: reply(403, { code: -9, message: 'scope' }) },
  { name: 'HTML with 200', isMoment: true, play: reply(200, '<!doctype html><title>Login</title>', ['Content-Type: text/html']) },
  { name: 'empty', isMoment: true, play: reply(200, '') },
  { name: 'null', play: reply(200, 'null') },
  { name: 'truncated', isMoment: true, play: truncated },
  { name: 'stalled', isMoment: true, play: ({ carryOut, socket }) => void socket.write(render(carryOut()).subarray(0, -5)) },
  { name: 'garbage', isMoment: true, play: ({ socket }) => void socket.end('garbage\r\n\r\n') },
  { name: 'closed', isMoment: true, play: ({ socket }) => void socket.end() },
  { name: 'reset', isMoment: true, play: reset },
  { name: 'silence', isMoment: true, play: () => undefined },
  { name: '-10', saysNothing: true, play: reply(200, { ret_code: -10, ret_msg: 'no data' }) },
  { name: '404', isAbsence: true, play: reply(404, '404 page not found', ['Content-Type: text/plain']) },
  { name: '405', isAbsence: true, play: reply(405, '') },
  { name: '501', isAbsence: true, play: reply(501, '') },
  { name: '-8', isAbsence: true, play: reply(200, { ret_code: -8, ret_msg: 'unsupported' }) },
  { name: 'no list', play: altered((body) => withList(body, () => undefined)) },
  { name: 'a list that is none', play: altered((body) => withList(body, () => 'rows')) },
  { name: 'a list that is null', saysNothing: true, play: altered((body) => withList(body, () => null)) },
  {
    name: 'one bad record',
    isOneRecord: true,
    play: altered((body) => withList(body, (rows) => rows.map((row, at) => (at === Math.floor(rows.length / 2) ? damage(row) : row)))),
  },
  {
    name: 'one record that is none',
    isOneRecord: true,
    play: altered((body) => withList(body, (rows) => rows.map((row, at) => (at === 0 ? null : row)))),
  },
  { name: 'every record bad', play: altered((body) => withList(body, (rows) => rows.map(damage))) },
  { name: 'the same page for ever', play: withPagination(() => ({ has_more: true, next_key: 'k0' })) },
  { name: 'more without a key', play: withPagination(() => ({ has_more: true, next_key: '' })) },
  { name: 'nothing about more', play: withPagination(() => ({})) },
  { name: 'pages that shift between two reads', isMoment: true, play: shifted },
  { name: 'more as text', play: withPagination(() => ({ has_more: 'no', next_key: '-1' })) },
  {
    // Not in the broker’s own form: once the fault is over, an honest answer to such a key begins with the first page, and claims no end.
    name: 'new keys for ever',
    play: (exchange) => withPagination(() => ({ has_more: true, next_key: `new${exchange.request.number}` }))(exchange),
  },
  { name: 'nothing behind a key', play: nothingBehindKey },
  { name: 'no word of success', play: altered(({ data, d, pagination }) => ({ data, d, pagination })) },
];
