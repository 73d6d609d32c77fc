import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../../../src/service/errors';
import { contents, unreadableIn } from '../../../../src/service/schema/page';
import { createClient, endpointCalls } from '../../../promises/fuzz/calls';
import { MemoryTransport } from '../../../promises/fuzz/memoryTransport';

/** Every endpoint once, from the table that also provides the answers of a hostile service. */
describe('every endpoint', () => {
  const transport = new MemoryTransport();

  it.each(endpointCalls(createClient(transport)))(
    'sends the request and reads the answer in its row: $name',
    async ({ sample, asks, gives, run }) => {
      transport.answerWith(200, JSON.stringify(sample));
      const answer = await run();
      const sent = transport.sent.map(
        ({ method, path, query, body }) =>
          `${method} ${path}${query === '' ? '' : `?${query}`}${body === undefined ? '' : ` ${Buffer.from(body).toString()}`}`,
      );
      expect(sent).toEqual([asks.replace(' /', ' /prefix/')]);
      if (gives !== undefined) expect(itemsOf(answer)).toMatchObject(gives);
    },
  );
});

/** What an account may trade is reported by few services, and is not the list of an answer. */
const optionalLists: ReadonlySet<string> = new Set(['enable_market']);

describe('a list that is missing in an answer', () => {
  const transport = new MemoryTransport();
  const lists = endpointCalls(createClient(transport)).flatMap((call) =>
    listPaths(call.sample)
      .filter((path) => !optionalLists.has(String(path.at(-1))))
      .map((path) => ({ ...call, path })),
  );

  it('is tested for every call that reads one', () => {
    expect(new Set(lists.map(({ name }) => name)).size).toBeGreaterThan(18);
  });

  it.each(lists)('is an error and not an empty list: $name without $path', async ({ sample, path, run }) => {
    const read = async (answer: unknown): Promise<unknown> => {
      transport.answerWith(200, JSON.stringify(answer));
      return run().catch((error: unknown) => error);
    };
    const found = await read(without(sample, path));
    // A list that is not used may be missing.
    if (JSON.stringify(found) !== JSON.stringify(await read(sample))) expect(isRefused(found)).toBe(true);
  });
});

type Path = readonly (string | number)[];

/** The paths of lists in a value, including those within the first record of a list. */
function listPaths(value: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return listPaths(value[0], [...path, 0]);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(inner) ? [[...path, key]] : []),
    ...listPaths(inner, [...path, key]),
  ]);
}

function without(value: unknown, [key, ...rest]: Path): unknown {
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? without(item, rest) : item));
  if (!isRecord(value) || key === undefined) return value;
  if (rest.length > 0) return { ...value, [key]: without(value[String(key)], rest) };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** An answer that could not be read, days kept as they came, or records that count as unreadable. */
function isRefused(found: unknown): boolean {
  if (DecodeError.is(found, 'decode') || (isRecord(found) && found['kind'] === 'raw')) return true;
  return unreadableIn(found).length > 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function itemsOf(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !(contents in answer)) return answer;
  const page = answer[contents];
  return typeof page === 'object' && page !== null && 'items' in page ? page.items : page;
}
