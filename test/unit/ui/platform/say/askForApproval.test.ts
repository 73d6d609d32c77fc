import { describe, expect, it } from 'vitest';
import { askForApproval } from '../../../../../src/ui/platform/say/askForApproval';
import { editor } from '../../../../support/editor/editor';

const address = { baseUrl: 'https://api.example.com', origin: 'https://api.example.com', host: 'api.example.com' };

describe('askForApproval', () => {
  it('connects only with the second button, because Enter presses the first', async () => {
    editor.answer('Don’t Connect', 'Connect');
    expect(await askForApproval(address, undefined)).toBeUndefined();
    expect(await askForApproval(address, undefined)).toBe('connect');
    expect(editor.messages[0]?.buttons).toEqual(['Don’t Connect', 'Connect', 'Cancel']);
  });

  it('goes back with the first button, which Enter presses, when no service was found', async () => {
    editor.answer('Change URL…', 'Connect Anyway', undefined);
    expect(await askForApproval(address, 'No service found.')).toBe('change-address');
    expect(editor.messages[0]?.detail).toContain('No service found.');
    expect(await askForApproval(address, 'No service found.')).toBe('connect');
    expect(editor.messages[0]?.buttons).toEqual(['Change URL…', 'Connect Anyway', 'Cancel']);
    expect(await askForApproval(address, 'No service found.')).toBeUndefined();
  });
});
