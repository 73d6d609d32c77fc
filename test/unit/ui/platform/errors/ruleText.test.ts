import { beforeEach, describe, expect, it } from 'vitest';
import { historyCandles } from '../../../../../src/service/endpoints/quotes/candles';
import { wholeWithin } from '../../../../../src/service/endpoints/rules';
import { parseBaseUrl } from '../../../../../src/service/baseUrl';
import { InvalidInputError } from '../../../../../src/service/errors';
import type { InputRule } from '../../../../../src/service/inputRule';
import { ruleText } from '../../../../../src/ui/platform/errors/presentError';
import { editor } from '../../../../support/editor/editor';

beforeEach(() => {
  editor.wording = (text) => `中 ${text}`;
});

describe('an input rule that is broken', () => {
  it.each<[InputRule, string]>([
    ['range', '中 is out of range'],
    ['format', '中 isn’t in the expected format'],
    [{ kind: 'tool-input', expected: 'a symbol' }, '中 must be a symbol'],
    [{ kind: 'decimal', wholeDigits: 9, decimals: 4 }, '中 must be a number with at most 9 digits before the decimal point and 4 after it'],
    [{ kind: 'months-after-start', most: 12 }, '中 must be at most 12 months after the start'],
    [{ kind: 'count', least: 1, most: 3 }, '中 must be 1 to 3'],
  ])('has a text: %#', (rule, text) => expect(ruleText(rule)).toBe(text));

  it.each<[() => unknown, string]>([
    [() => wholeWithin('limit', 31, 1, 30), '中 must be a whole number from 1 to 30'],
    [() => wholeWithin('limit', 0, 1, Number.MAX_SAFE_INTEGER), '中 must be a whole number from 1'],
    [() => parseBaseUrl('ftp://x'), '中 must begin with https:// or http://'],
    [
      () => historyCandles.build({ code: 'HK.1', period: 'day', adjustment: 'none', count: 1, end: 'soon' }),
      '中 must be a date in the form yyyy-MM-dd',
    ],
  ])('is shown in the editor’s language: %#', (broken, text) => {
    let error: unknown;
    try {
      broken();
    } catch (thrown) {
      error = thrown;
    }
    expect(error instanceof InvalidInputError && ruleText(error.rule)).toBe(text);
  });
});
