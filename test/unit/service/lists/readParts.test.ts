import { describe, expect, it } from 'vitest';
import { HttpError } from '../../../../src/service/errors';
import { mapPart, observedPart, readPart, readPartsOfOneCall } from '../../../../src/service/lists/readList';
import type { ListPart, NamedResult, PartsOptions } from '../../../../src/service/lists/readList';
import { pageOf } from '../../../support/builders/lists';

const { signal } = new AbortController();
const route = '/api/v1.0/things';
const wholePart: ListPart<string> = { name: 'HK', route, ask: async () => pageOf(['a', 'b']), first: 'orders' };

describe('one part of a list', () => {
  it('keeps its name, its route, and its rank when its items are replaced', () => {
    expect(mapPart(wholePart, (item) => item.length)).toMatchObject({ name: 'HK', route, first: 'orders' });
  });

  it('reports each page’s request and result when it is observed', async () => {
    const seen: string[] = [];
    let begun = 0;
    const part: ListPart<string> = {
      ...wholePart,
      ask: async (cursor, options) => {
        seen.push(`asked for "${cursor}", ${String(options.rank)}`);
        return cursor === '' ? pageOf(['a', 'b'], { hasMore: true, nextKey: 'next' }) : pageOf(['c'], { total: 3 });
      },
    };
    const observed = observedPart(part, () => {
      const turn = (begun += 1);
      seen.push(`begun ${String(turn)}`);
      return (items) => void seen.push(`${items.join('')} of ${String(turn)}`);
    });
    expect(observed).toMatchObject({ name: 'HK', route, first: 'orders' });
    expect(await readPart(observed, { signal, rank: 'orders' })).toEqual({ items: ['a', 'b', 'c'], gaps: [], total: 3, isOffered: true });
    expect(seen).toEqual(['begun 1', 'asked for "", orders', 'ab of 1', 'begun 2', 'asked for "next", orders', 'c of 2']);
  });
});

describe('parts that differ only in the parameters of one call', () => {
  const markets = ['HK', 'US', 'SG', 'JP'];
  const found = (name: string): NamedResult<string> => ({ name, items: [`item of ${name}`], gaps: [], total: undefined, isOffered: true });
  const none = (name: string): NamedResult<string> => ({ name, items: [], gaps: [], total: undefined, isOffered: false });

  /** Reads all markets from a service that offers some of them. */
  async function readAt(
    offered: readonly string[],
    options: Partial<PartsOptions<string>> = {},
    read?: readonly NamedResult<string>[],
  ): Promise<{ readonly asked: readonly string[]; readonly results: readonly NamedResult<string>[] }> {
    const asked: string[] = [];
    const parts = markets.map((name): ListPart<string> => ({
      name,
      route,
      ask: async () => {
        asked.push(name);
        if (!offered.includes(name)) throw new HttpError({ status: 404, request: { method: 'GET', route } });
        return pageOf([`item of ${name}`]);
      },
    }));
    return { results: await readPartsOfOneCall(parts, { signal, ...options }, read), asked };
  }

  it.each([
    ['all of them', markets],
    ['one of the first two', ['US', 'JP']],
    ['the other of the first two', ['HK']],
  ])('are all requested when the service offers %s', async (_name, offered) => {
    const { asked, results } = await readAt(offered);
    expect(asked).toEqual(markets);
    expect(results).toEqual(markets.map((name) => (offered.includes(name) ? found(name) : none(name))));
  });

  it('count as not offered, without a request, when the first two are not offered', async () => {
    const { asked, results } = await readAt(['SG', 'JP']);
    expect(asked).toEqual(['HK', 'US']);
    expect(results).toEqual(markets.map(none));
  });

  it('are all reported, whether they were requested or not', async () => {
    for (const offered of [[], markets]) {
      const told: NamedResult<string>[] = [];
      const { results } = await readAt(offered, { arrived: (result) => told.push(result) });
      expect(told).toEqual(results);
    }
  });

  it('are requested first if they have a rank', async () => {
    const ranked = (...names: readonly string[]): Partial<PartsOptions<string>> => ({
      rankOf: ({ name }) => (names.includes(name) ? 'orders' : undefined),
    });
    expect((await readAt(['SG'], ranked('SG', 'JP'))).asked).toEqual(['SG', 'JP', 'HK', 'US']);
    expect((await readAt(['HK'], ranked('SG', 'JP'))).asked).toEqual(['SG', 'JP']);
    expect((await readAt([], ranked('JP'))).results).toEqual(['JP', 'HK', 'US', 'SG'].map(none));
  });

  it.each([
    { read: [none('HK')], asked: ['US'], results: markets.map(none) },
    { read: [none('HK'), none('US')], asked: [], results: markets.map(none) },
    { read: [none('HK'), none('US'), none('SG')], asked: [], results: markets.map(none) },
    { read: [found('JP')], asked: ['HK', 'US', 'SG'], results: [found('JP'), none('HK'), none('US'), none('SG')] },
    { read: [found('HK'), none('US'), none('JP')], asked: ['SG'], results: [found('HK'), none('US'), none('JP'), none('SG')] },
  ])('are not requested again when they were read: $asked are requested', async ({ read, asked, results }) => {
    expect(await readAt([], {}, read)).toEqual({ asked, results });
  });
});
