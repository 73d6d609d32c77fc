import { describe, expect, it, vi } from 'vitest';

const editor = vi.hoisted(() => ({ scheme: 'output', line: '' }));

vi.mock('vscode', () => ({
  window: {
    get activeTextEditor() {
      const document = { uri: { scheme: editor.scheme }, lineAt: () => ({ text: editor.line }) };
      return { document, selection: { active: { line: 0 } } };
    },
  },
}));

const { loggedRequest } = await import('../../../../src/ui/diagnostics/loggedRequest');

describe('the request in a line of the log', () => {
  it.each([
    [
      '2026-11-24 09:30:00.000 [info] GET /api/v1.0/accounts/{acc_id}/orders 200 ok in 12 ms, attempt 1',
      'GET /api/v1.0/accounts/{acc_id}/orders',
    ],
    ['[warning] POST /oauth/token no answer timeout in 20000 ms, attempt 1', 'POST /oauth/token'],
    ['[info] Signed in', undefined],
    ['', undefined],
  ])('is read from %j', (line, expected) => {
    Object.assign(editor, { scheme: 'output', line });
    expect(loggedRequest()).toBe(expected);
  });

  it('is read only from the log', () => {
    Object.assign(editor, { scheme: 'file', line: 'GET /api/v1.0/server-time' });
    expect(loggedRequest()).toBeUndefined();
  });
});
