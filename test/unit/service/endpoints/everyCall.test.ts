import { describe, expect, it } from 'vitest';
import { contents } from '../../../../src/service/schema/page';
import { createClient, endpointCalls } from '../../../promises/fuzz/calls';
import { MemoryTransport } from '../../../promises/fuzz/memoryTransport';

/** Every endpoint once, from the table that the answers of a hostile service are drawn from as well. */
describe('every endpoint', () => {
  const transport = new MemoryTransport();

  it.each(endpointCalls(createClient(transport)))('asks and reads as its row says: $name', async ({ sample, asks, gives, run }) => {
    transport.answerWith(200, JSON.stringify(sample));
    const answer = await run();
    const sent = transport.sent.map(
      ({ method, path, query, body }) =>
        `${method} ${path}${query === '' ? '' : `?${query}`}${body === undefined ? '' : ` ${Buffer.from(body).toString()}`}`,
    );
    expect(sent).toEqual([asks.replace(' /', ' /prefix/')]);
    if (gives !== undefined) expect(itemsOf(answer)).toMatchObject(gives);
  });
});

function itemsOf(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !(contents in answer)) return answer;
  const page = answer[contents];
  return typeof page === 'object' && page !== null && 'items' in page ? page.items : page;
}
