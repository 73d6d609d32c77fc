import { expect, it, vi } from 'vitest';
import { sandboxLanguage } from '../../../../src/ui/sandbox/sandboxRunner';

vi.mock('vscode', async () => import('../../../support/editor/fakeVscode'));

it.each([
  ['en', 'en'],
  ['de', 'en'],
  ['zh-cn', 'zh-cn'],
  ['zh-CN', 'zh-cn'],
  ['zh', 'zh-cn'],
  ['zh-tw', 'zh-tw'],
  ['zh-hk', 'zh-tw'],
  ['zha', 'en'],
])('a window in %s is spoken to in %s', (display, language) => {
  expect(sandboxLanguage(display)).toBe(language);
});
