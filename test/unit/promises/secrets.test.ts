import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writings } from '../../promises/credentials/secrets/finder';
import { NeedleIndex } from '../../promises/credentials/secrets/needleIndex';
import { readLedger } from '../../promises/secrets/ledger';
import { search } from '../../promises/secrets/search';

describe('the secrets searched for in a text', () => {
  it('are found wherever they occur, long ones only in full', () => {
    const index = new NeedleIndex<string>(4);
    index.add('abcd', 'first');
    index.add('abcdefgh', 'second');
    index.add('\u{1f600}ab', 'third');
    expect(index.find('xxabcd')).toEqual(['first']);
    expect(index.find('abcdefg abcdefgh')).toEqual(['first', 'second']);
    expect(index.find('\u{1f600}ab')).toEqual(['third']);
    expect(index.find('abc')).toEqual([]);
    expect(index.find('')).toEqual([]);
    expect(() => index.add('abc', 'short')).toThrow();
  });
});

describe('the search of a run’s traces', () => {
  const canary = { stage: 'unit', kind: 'code', value: `c~0123456789abcdef+/="&<'` };
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'market-desk-search-'));
  });
  afterEach(async () => rm(folder, { recursive: true, force: true }));

  it.each(writings(canary.value).map(({ encoding, text }) => [encoding, text] as const))('finds a leak in %s', async (_encoding, text) => {
    await mkdir(join(folder, 'deep'));
    await writeFile(join(folder, 'deep', 'a.log'), `before ${text} after`, 'latin1');
    expect((await search([canary], [folder])).hits.map(({ what }) => what.split(' in ')[0])).toContain('unit: code');
  });

  it('searches names, leaves out pictures and the ledger, and counts files', async () => {
    await mkdir(join(folder, 'ledger'));
    await writeFile(join(folder, 'ledger', 'unit-1.jsonl'), `${JSON.stringify(canary)}\n{"stage":"unit","ki`);
    await writeFile(join(folder, 'picture.png'), canary.value);
    await writeFile(join(folder, 'harmless.log'), 'GET /api 200');
    await expect(readLedger(join(folder, 'ledger'))).resolves.toEqual([canary]);
    await expect(search([canary], [folder], [join(folder, 'ledger')])).resolves.toEqual({ hits: [], files: 1, bytes: 12 });
    await writeFile(join(folder, Buffer.from(canary.value).toString('hex')), '');
    expect((await search([canary], [folder], [join(folder, 'ledger')])).hits[0]?.what).toBe('unit: code in hex, in the name');
  });
});
