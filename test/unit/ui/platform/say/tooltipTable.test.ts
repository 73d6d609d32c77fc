import { describe, expect, it } from 'vitest';
import { tooltipTable } from '../../../../../src/ui/platform/say/tooltipTable';

const markdown = (...args: Parameters<typeof tooltipTable>): string => tooltipTable(...args).value;

describe('tooltipTable', () => {
  it('escapes every mark of Markdown', () => {
    expect(markdown('[x](command:a)', [['|', '`b`']])).toBe('**\\[x\\]\\(command\\:a\\)**\n\n| | |\n|:--|--:|\n| \\| | \\`b\\` |');
  });

  it('leaves out an empty title, whose asterisks would draw a line', () => {
    expect(markdown(' \n', [], ['note'])).toBe('\nnote');
    expect(markdown(' a ', [], ['    b'])).toBe('**a**\n\n\nb');
  });

  it('keeps a value on its line and reversed characters visible', () => {
    expect(markdown('t', [['l', 'a\nb\u202ec']])).toContain('| l | a b⟨U\\+202E⟩c |');
  });

  it('stays short whatever the service sends, because the editor would hang on a megabyte', () => {
    const endless = '<em>x</em>'.repeat(100_000);
    const many = Array.from({ length: 5000 }, (_, index): readonly [string, string] => [`field${index}`, endless]);
    const text = markdown(endless, many, [endless]);
    expect(text.length).toBeLessThan(100_000);
    expect(text).toContain('…');
    expect(text).toContain('| field99 |');
    expect(text).not.toContain('| field100 |');
    expect(text).toContain('| … | |');
  });
});
