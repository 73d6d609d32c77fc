import { describe, expect, it } from 'vitest';
import { beyondEndpoints, specifiedEndpoints } from '../../src/service/endpoints/table';
import { isWrite } from '../../src/service/endpoints/endpoint';
import type { Endpoint } from '../../src/service/endpoints/endpoint';

const table: readonly (readonly [string, Pick<Endpoint, 'method' | 'route'>])[] = Object.entries({
  ...specifiedEndpoints,
  ...beyondEndpoints,
});
/** Reads with POST: what is wanted is a list of IDs. */
const readsOrders = '/api/v1.0/accounts/{acc_id}/orders/detail';

describe('endpoints', () => {
  it('that change an order are writes: sent at most once, only by OrderWriter, with an outcome in place of an error', () => {
    const changing = table.filter(
      ([, { method, route }]) => method !== 'GET' && /\/orders(?:\/|$)|\/order_confirm/.test(route) && route !== readsOrders,
    );
    expect(changing.length).toBeGreaterThan(5);
    expect(changing.filter(([, endpoint]) => !('writes' in endpoint)).map(([name]) => name)).toEqual([]);
  });

  it('that are writes are about orders', () => {
    const writes = table.filter(([, endpoint]) => isWrite(endpoint as Endpoint));
    expect(writes.filter(([, { route }]) => !/order/.test(route)).map(([name]) => name)).toEqual([]);
  });
});
