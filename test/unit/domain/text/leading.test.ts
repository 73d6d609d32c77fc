import { describe, expect, it } from 'vitest';
import { inOrder } from '../../../../src/domain/text/leading';

describe('what stands first for a security', () => {
  it.each([
    ['name', 'Tencent', 'HK.00700', ['Tencent', 'HK.00700']],
    ['symbol', 'Tencent', 'HK.00700', ['HK.00700', 'Tencent']],
    ['name', '', 'HK.00700', ['HK.00700', '']],
    ['symbol', '', 'HK.00700', ['HK.00700', '']],
    ['symbol', 'Tencent', '', ['Tencent', '']],
    ['name', '', '', ['', '']],
  ] as const)('is the %s of “%s” %s', (first, name, symbol, expected) => {
    expect(inOrder(first, { name, symbol })).toEqual(expected);
  });
});
