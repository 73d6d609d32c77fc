import { expect, it } from 'vitest';
import { sandboxLanguage } from '../../../../src/ui/sandbox/sandboxRunner';

it.each([
  ['en', 'en'],
  ['de', 'en'],
  ['zh-cn', 'zh-cn'],
  ['zh-CN', 'zh-cn'],
  ['zh', 'zh-cn'],
  ['zh-tw', 'zh-tw'],
  ['zh-hk', 'zh-tw'],
  ['zha', 'en'],
])('a sandbox for a window in %s speaks %s', (display, language) => {
  expect(sandboxLanguage(display)).toBe(language);
});
