import { describe, expect, it } from 'vitest';
import { sayInfo } from '../../../../../src/ui/platform/say/messages';
import { editor } from '../../../../support/editor/editor';

const shown = (): unknown => editor.messages.map(({ message, buttons }) => [message, ...buttons]);

describe('a notification', () => {
  it('gets a button if it has none and the editor would cut off its text', async () => {
    const [short, long] = ['x'.repeat(48), 'x'.repeat(49)];
    const [brief, wide] = ['改'.repeat(24), '改'.repeat(25)];
    for (const text of [short, long, brief, wide]) expect(await sayInfo(text)).toBeUndefined();
    expect(shown()).toEqual([[short], [long, 'OK'], [brief], [wide, 'OK']]);
  });

  it('keeps its buttons when it has some', async () => {
    editor.answer('Open');
    expect(await sayInfo('x'.repeat(100), 'Open')).toBe('Open');
    expect(shown()).toEqual([['x'.repeat(100), 'Open']]);
  });
});
