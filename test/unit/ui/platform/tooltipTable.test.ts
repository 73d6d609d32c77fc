import { describe, expect, it, vi } from 'vitest';
import { tooltipTable } from '../../../../src/ui/platform/tooltipTable';

vi.mock('vscode', () => ({ MarkdownString: class { constructor(readonly value: string) {} } }));

const markdown = (...args: Parameters<typeof tooltipTable>): string => tooltipTable(...args).value;

describe('tooltipTable', () => {
  it('escapes every mark of Markdown', () => {
    expect(markdown('[x](command:a)', [['|', '`b`']])).toBe('**\\[x\\]\\(command\\:a\\)**\n\n| | |\n|:--|--:|\n| \\| | \\`b\\` |');
  });

  it('leaves out a title of nothing, whose asterisks would draw a line', () => {
    expect(markdown(' \n', [], ['note'])).toBe('\nnote');
    expect(markdown(' a ', [], ['    b'])).toBe('**a**\n\n\nb');
  });

  it('keeps a value on its line and turned characters visible', () => {
    expect(markdown('t', [['l', 'a\nb\u202ec']])).toContain('| l | a b⟨U\\+202E⟩c |');
  });
});
