import { beforeEach, describe, expect, it, vi } from 'vitest';

const shown: (readonly string[])[] = [];

vi.mock('vscode', async () => ({
  ...(await import('../../../../support/editor/fakeVscode')),
  window: { showInformationMessage: async (...words: readonly string[]) => (shown.push(words), Promise.resolve(words[1])) },
}));

const { sayInfo } = await import('../../../../../src/ui/platform/say/messages');

beforeEach(() => void (shown.length = 0));

describe('a notification', () => {
  it('gets a button if it has none and the editor would cut off its text', async () => {
    const [short, long] = ['x'.repeat(48), 'x'.repeat(49)];
    const [brief, wide] = ['改'.repeat(24), '改'.repeat(25)];
    for (const text of [short, long, brief, wide]) expect(await sayInfo(text)).toBeUndefined();
    expect(shown).toEqual([[short], [long, 'Close'], [brief], [wide, 'Close']]);
  });

  it('keeps its buttons when it has some', async () => {
    expect(await sayInfo('x'.repeat(100), 'Open')).toBe('Open');
    expect(shown).toEqual([['x'.repeat(100), 'Open']]);
  });
});
