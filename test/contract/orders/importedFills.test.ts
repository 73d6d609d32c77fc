import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beancountText } from '../../../src/app/orders/lists/executionForms';
import type { Account } from '../../../src/app/session/accounts/accounts';
import type { FillRecord } from '../../../src/service/endpoints/tradingRecords';
import { listOf } from '../../../src/service/lists/list';
import { installBeancount } from '../../host/install/beancount';

const beancount = await installBeancount();
const reason = typeof beancount === 'string' ? ` (skipped: ${beancount})` : '';

/** Loads each text, and prints its errors and the sums of what was posted, by account and commodity. */
const program = `
import json, sys
from collections import defaultdict
from beancount import loader
from beancount.core import data

def read(text):
    entries, errors, _ = loader.load_string(text)
    sums, fills = defaultdict(int), []
    for entry in data.filter_txns(entries):
        fills.append(entry.meta['fill'])
        for posting in entry.postings:
            sums[posting.account + ' ' + posting.units.currency] += posting.units.number
    return {'errors': [error.message for error in errors], 'fills': fills, 'sums': {name: format(sum, 'f') for name, sum in sums.items()}}

print(json.dumps([read(text) for text in json.load(open(sys.argv[1], encoding='utf8'))]))
`;

interface Loaded {
  readonly errors: readonly string[];
  readonly fills: readonly string[];
  readonly sums: Readonly<Record<string, string>>;
}

async function load(texts: readonly string[]): Promise<readonly Loaded[]> {
  if (typeof beancount === 'string') throw new Error(beancount);
  const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-beancount-'));
  try {
    const file = path.join(folder, 'texts.json');
    await writeFile(file, JSON.stringify(texts));
    return JSON.parse(await beancount(program, file)) as readonly Loaded[];
  } finally {
    await rm(folder, { recursive: true });
  }
}

const digits = (most: bigint): fc.Arbitrary<string> => fc.bigInt(1n, most).map(String);
/** Beancount calculates with 28 digits. */
const number = fc
  .tuple(digits(10n ** 7n), fc.option(digits(10n ** 6n)))
  .map(([whole, part]) => (part === null ? whole : `${whole}.${part}`));
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\"', 'a\nb', '"; 2020-01-01 open X', '长和', '{cost} @ 1 ^link #tag'),
);
const fill: fc.Arbitrary<FillRecord> = fc.record({
  dealId: hostile,
  orderId: hostile,
  code: fc.constantFrom('HK.00700', 'US.AAPL', 'US.BRK.B', 'SH.600519', 'SZ.000001', 'SG.D05', 'JP.7203'),
  name: hostile,
  side: fc.constantFrom('BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'),
  quantity: number,
  price: number,
  createdAt: fc.integer({ min: 100_000_000, max: 2 ** 31 }).map((seconds) => `${String(seconds)}123456`),
  updatedAt: fc.constant(''),
  counterBrokerId: fc.constant(''),
  counterBrokerName: fc.constant(''),
  currency: fc.constant(''),
  status: fc.constant('OK'),
  unknown: fc.constant({}),
});
const account: fc.Arbitrary<Account> = fc.record({
  id: fc.oneof(fc.constantFrom('8001', 'sim/1', 'ü', ''), hostile),
  name: hostile,
  kind: fc.constantFrom('live', 'simulated'),
  markets: fc.constant([]),
  source: fc.constant('service'),
});

describe(`fills for beancount, loaded by beancount${reason}`, () => {
  it.skipIf(reason !== '')('are all there, without an error, and add up to the quantities and values', { timeout: 120_000 }, async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const cases = fc.sample(fc.tuple(account, fc.array(fill, { minLength: 1, maxLength: 12 })), { seed, numRuns: 300 });
    const loaded = await load(
      cases.map(([of, rows]) => {
        const { text, leftOut } = beancountText({
          name: 'fills',
          range: undefined,
          exportedAtMs: 0,
          accounts: [{ account: of, list: listOf(rows), updatedAtMs: 0, rows }],
        });
        expect(leftOut).toBe(0);
        return text;
      }),
    );
    for (const [at, { errors, fills, sums }] of loaded.entries()) {
      const rows = cases[at]?.[1] ?? [];
      expect({ seed, errors }).toEqual({ seed, errors: [] });
      expect(fills).toHaveLength(rows.length);
      const totals = (of: (row: FillRecord) => readonly [name: string, sum: Big]): Readonly<Record<string, string>> => {
        const found = new Map<string, Big>();
        for (const [name, sum] of rows.map(of)) found.set(name, (found.get(name) ?? new Big(0)).plus(sum));
        return Object.fromEntries([...found].map(([name, sum]) => [name, sum.toFixed()]));
      };
      const signed = ({ side }: FillRecord, sum: string | Big): Big => new Big(sum).times(side.startsWith('BUY') ? 1 : -1);
      const posted = (part: string): Readonly<Record<string, string>> =>
        Object.fromEntries(
          Object.entries(sums).flatMap(([name, sum]) => {
            const [of = '', commodity = ''] = name.split(' ');
            return of.endsWith(part) ? [[commodity, new Big(sum).toFixed()]] : [];
          }),
        );
      expect(posted(':Securities')).toEqual(totals((row) => [row.code, signed(row, row.quantity)]));
      const cash = totals((row) => [currencies[row.code] ?? '', signed(row, new Big(row.quantity).times(row.price)).times(-1)]);
      expect(posted(':Cash')).toEqual(cash);
    }
  });
});

const currencies: Readonly<Record<string, string>> = {
  'HK.00700': 'HKD',
  'US.AAPL': 'USD',
  'US.BRK.B': 'USD',
  'SH.600519': 'CNY',
  'SZ.000001': 'CNY',
  'SG.D05': 'SGD',
  'JP.7203': 'JPY',
};
