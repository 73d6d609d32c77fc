import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Ledger } from '../../../src/http/ledger';

const request = (path: string, bytes: number): Parameters<Ledger['add']>[0] => ({
  method: 'POST',
  path,
  query: '',
  credential: 'none',
  nonce: undefined,
  body: new Uint8Array(bytes),
});

it('the ledger stays within its bounds and keeps the newest requests', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ path: fc.string({ maxLength: 4000 }), bytes: fc.integer({ min: 0, max: 1_048_576 }) }), { maxLength: 60 }),
      (all) => {
        const ledger = new Ledger();
        for (const { path, bytes } of all) ledger.add(request(path, bytes));
        expect(ledger.count).toBe(all.length);
        expect(ledger.bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
        const numbers = ledger.entries.map((entry) => entry.number);
        expect(numbers).toEqual(all.map((_, index) => index + 1).slice(all.length - numbers.length));
        if (all.length > 0) expect(numbers.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 50 },
  );
});

it('the ledger keeps 2,000 small requests', () => {
  const ledger = new Ledger();
  for (let index = 0; index < 2100; index += 1) ledger.add(request('/a', 10));
  expect(ledger.entries).toHaveLength(2000);
  expect(ledger.entries[0]?.number).toBe(101);
  ledger.clear();
  expect([ledger.bytes, ledger.count, ledger.entries.length]).toEqual([0, 0, 0]);
});
