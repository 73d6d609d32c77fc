import type { ReadEndpoint } from '../../../src/service/endpoints/endpoint';
import { DecodeError } from '../../../src/service/errors';
import { contents } from '../../../src/service/schema/page';
import type { ListPage } from '../../../src/service/schema/page';
import { opened } from '../builders/lists';
import { isObject, parseJson } from '../../../src/service/schema/json';
import type { JsonObject } from '../../../src/service/schema/json';

/**
 * Decodes the answer, or returns `path expected/got` for the error or the first unreadable record. A string is taken as JSON text; for a
 * page that is the whole list, only its items are returned.
 */
export function decode<I, O>(endpoint: ReadEndpoint<I, O>, answer: unknown): unknown {
  try {
    return plain(endpoint.decode(objectOf(answer), { request: endpoint, path: '' }, { sentAt: 10, receivedAt: 30 }));
  } catch (error) {
    if (error instanceof DecodeError) return problemText(error);
    throw error;
  }
}

export function objectOf(answer: unknown): JsonObject {
  const json = parseJson(Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)));
  if (!isObject(json)) throw new Error('the test must give an object');
  return json;
}

function plain(value: unknown): unknown {
  if (!isPage(value)) return value;
  const { items, unreadable, hasMore, nextKey, total } = opened(value);
  const [bad] = unreadable;
  if (bad !== undefined) return problemText(bad.problem);
  if (hasMore === false && nextKey === '' && total === undefined) return items;
  return { items, hasMore, nextKey, ...(total === undefined ? {} : { total }) };
}

function problemText({ path, expected, got }: DecodeError): string {
  return `${path} ${expected}/${got}`;
}

function isPage(value: unknown): value is ListPage<unknown> {
  return typeof value === 'object' && value !== null && contents in value;
}
