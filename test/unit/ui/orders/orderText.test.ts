import { describe, expect, it } from 'vitest';
import { idText, serverText } from '../../../../src/domain/text/visibleText';

describe('foreign text in notifications', () => {
  it('never becomes a link that runs a command', () => {
    for (const text of ['[OK-1](command:workbench.action.quit)', 'a[b](https://evil.example "t")c', '[[x]](file:///etc/passwd)']) {
      expect(idText(text)).not.toContain('](');
      expect(serverText(text)).not.toContain('](');
    }
    expect(idText('[OK-1](command:a)')).toBe('[OK-1] (command:a)');
  });

  it('shows ordinary IDs as they are and reversed ones with their characters', () => {
    expect(idText('OK-1 (a) [b]')).toBe('OK-1 (a) [b]');
    expect(idText('a\u202eb')).toBe('a⟨U+202E⟩b');
  });
});
