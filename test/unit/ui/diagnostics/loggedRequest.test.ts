import { describe, expect, it } from 'vitest';
import { loggedRequest } from '../../../../src/ui/diagnostics/explainSignatureCommand';
import { editor } from '../../../support/editor/editor';

function show(scheme: string, text: string): void {
  editor.activeEditor = { document: { uri: { scheme }, lineAt: () => ({ text }) }, selection: { active: { line: 0 } } };
}

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
    show('output', line);
    expect(loggedRequest()).toBe(expected);
  });

  it('is read only from the log', () => {
    show('file', 'GET /api/v1.0/server-time');
    expect(loggedRequest()).toBeUndefined();
  });
});
