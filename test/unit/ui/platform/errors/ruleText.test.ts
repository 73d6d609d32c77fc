import { describe, expect, it, vi } from 'vitest';
import { historyCandles } from '../../../../../src/service/endpoints/quotes/historyCandles';
import { wholeWithin } from '../../../../../src/service/endpoints/rules';
import { parseBaseUrl } from '../../../../../src/service/baseUrl';
import { InvalidInputError } from '../../../../../src/service/errors';

vi.mock('vscode', async () => ({
  ...(await import('../../../../support/editor/fakeVscode')),
  l10n: {
    t: (text: string, ...args: readonly unknown[]) => `中 ${text.replace(/\{(\d)\}/g, (_, at: string) => String(args[Number(at)]))}`,
  },
}));
const { ruleText } = await import('../../../../../src/ui/platform/errors/ruleText');

describe('a rule that an input breaks', () => {
  it.each<[() => unknown, string]>([
    [() => wholeWithin('limit', 31, 1, 30), '中 must be a whole number from 1 to 30'],
    [() => wholeWithin('limit', 0, 1, Number.MAX_SAFE_INTEGER), '中 must be a whole number from 1'],
    [() => parseBaseUrl('ftp://x'), '中 must begin with https:// or http://'],
    [
      () => historyCandles.build({ code: 'HK.1', period: 'day', adjustment: 'none', count: 1, end: 'soon' }),
      '中 must be a date in the form yyyy-MM-dd',
    ],
  ])('is said in the editor’s language: %#', (broken, text) => {
    let error: unknown;
    try {
      broken();
    } catch (thrown) {
      error = thrown;
    }
    expect(error instanceof InvalidInputError && ruleText(error.rule)).toBe(text);
  });
});
