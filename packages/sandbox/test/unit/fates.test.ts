import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { failing, fateOf, likeLiveOrders, plateFates, refusals, securityFates } from '../../src/fates';
import { initialOrders } from '../../src/world/orders/orders';

const reference = readFileSync(path.join(import.meta.dirname, '../../../../docs/sandbox.md'), 'utf8');

/** The rows below a head of a table. */
function rowsBelow(head: string): readonly string[] {
  const [, rest = ''] = reference.split(head);
  return rest.split('\n').slice(2).join('\n').split('\n\n')[0]?.split('\n') ?? [];
}

/** What the first cell of each row quotes. */
const quoted = (rows: readonly string[]): readonly string[] =>
  rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

describe('the reference', () => {
  it('has the beginning of the ID of every order of the start, and its fate', () => {
    const rows = rowsBelow('| Id begins with | Answer | What happens to the order |');
    const beginningOf = (id: string): string => /^[A-Z]+-/.exec(id)?.[0] ?? id;
    const ids = initialOrders(0).map(({ id }) => beginningOf(id));
    expect(quoted(rows.map((row) => row.replaceAll(/ \(.*?\)/g, ''))).toSorted()).toEqual([...new Set(ids)].toSorted());
    const said = (beginning: string): string => rows.find((row) => row.split(' | ')[0]?.includes(`\`${beginning}\``)) ?? '';
    for (const beginning of new Set(ids)) {
      const { answer, changed } = fateOf(beginning.slice(0, -1));
      expect(said(beginning).includes('-2100'), beginning).toBe(answer === 'confirm');
      expect(said(beginning).includes('-2101'), beginning).toBe(answer === 'browser');
      expect(said(beginning).includes('seconds later'), beginning).toBe(changed === 'slow');
    }
  });

  it.each([
    ...Object.keys(likeLiveOrders),
    // Records of positions are as they are in a like-live world alone, where codes begin with the exchange.
    ...Object.entries(securityFates).map(([code, { isPlain, isBeforeSplit }]) => ((isPlain ?? isBeforeSplit) ? `SE${code}` : code)),
    ...[plateFates.gone, `${plateFates.denied}.`, `plate_class=${plateFates.unsupported.plateClass}`, failing],
  ])('has %s', (name) => {
    expect(reference).toContain(`\`${name}\``);
  });

  it('has the codes of refusals in the like-live world', () => {
    for (const [name, { likeLiveCode }] of Object.entries(refusals))
      expect(reference.includes(`\`${name}\` is ${String(likeLiveCode)}`), name).toBe(likeLiveCode !== undefined);
  });
});
