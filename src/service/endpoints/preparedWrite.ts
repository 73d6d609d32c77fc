import type { PreparedWrite } from './tradingRecords';
import type { RequestLabel } from '../errors';
import type { HttpMethod } from '../transport/types';
import type { RequestParts, WriteEndpoint } from './endpoint';
import { withJson } from './rules';

type Members = Readonly<Record<string, string | number | undefined>>;

/** A write with a JSON body: its members in this order, without undefined ones. */
export function preparedJson(
  method: HttpMethod,
  { accountId, orderId }: { readonly accountId: string; readonly orderId?: string },
  path: string,
  members: Members,
): PreparedWrite {
  const bodyText = JSON.stringify(members);
  return { method, accountId, orderId, path, query: '', bodyText, body: withJson(path, bodyText).body };
}

/** The endpoint that sends a prepared write exactly once; every way it can end is an outcome. */
export function preparedEndpoint(
  label: RequestLabel & { readonly method: HttpMethod },
  writes: WriteEndpoint<PreparedWrite>['writes'],
): WriteEndpoint<PreparedWrite> {
  return { ...label, writes, orderId: ({ orderId }) => orderId, build: partsOf };
}

function partsOf({ path, query, body }: PreparedWrite): RequestParts {
  return { path, query, headers: body === undefined ? {} : { 'content-type': 'application/json' }, body };
}
