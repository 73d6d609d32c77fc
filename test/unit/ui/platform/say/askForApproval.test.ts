import { beforeEach, describe, expect, it, vi } from 'vitest';
import { askForApproval } from '../../../../../src/ui/platform/say/askForApproval';

const editor = vi.hoisted(() => ({ buttons: [] as string[], presses: 0, details: '' }));

vi.mock('vscode', async () => ({
  ...(await import('../../../../support/editor/fakeVscode')),
  window: {
    showWarningMessage: async (_message: string, options: { detail: string }, ...buttons: { readonly title: string }[]) => {
      editor.buttons = buttons.map(({ title }) => title);
      editor.details = options.detail;
      return Promise.resolve(buttons[editor.presses]);
    },
  },
}));

const address = { baseUrl: 'https://api.example.com', origin: 'https://api.example.com', host: 'api.example.com' };

describe('askForApproval', () => {
  beforeEach(() => {
    editor.presses = 0;
  });

  it('connects only with the second button, because Enter presses the first', async () => {
    expect(await askForApproval(address, undefined)).toBeUndefined();
    editor.presses = 1;
    expect(await askForApproval(address, undefined)).toBe('connect');
    expect(editor.buttons).toEqual(['Don’t Connect', 'Connect', 'Cancel']);
  });

  it('goes back with the first button, which Enter presses, when no service was found', async () => {
    expect(await askForApproval(address, 'No service found.')).toBe('change-address');
    expect(editor.details).toContain('No service found.');
    editor.presses = 1;
    expect(await askForApproval(address, 'No service found.')).toBe('connect');
    expect(editor.buttons).toEqual(['Change URL…', 'Connect Anyway', 'Cancel']);
    editor.presses = 7;
    expect(await askForApproval(address, 'No service found.')).toBeUndefined();
  });
});
