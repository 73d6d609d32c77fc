const headEnd = Buffer.from('\r\n\r\n');

/** A request as received on a socket. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  /** Names in lower case; the last one of repeated headers. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** The first request in the bytes, and its length; undefined while it is incomplete. */
export function parseRequest(bytes: Buffer): { readonly request: SentRequest; readonly length: number } | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  const length = end + headEnd.length + Number(headers.get('content-length') ?? 0);
  if (bytes.length < length) return undefined;
  return { request: { method, target, headers, body: Buffer.from(bytes.subarray(end + headEnd.length, length)) }, length };
}
