import { expect, it } from 'vitest';
import { registerExplainSignature } from '../../../../src/ui/diagnostics/explainSignatureCommand';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { editor } from '../../../support/editor/editor';
import { FakeShell } from '../../../support/editor/fakeShell';

it('a request that a record names is copied once what its route leaves out is filled in', async () => {
  const shell = new FakeShell();
  registerExplainSignature({
    shell: shell.forFeatures(),
    access: new FakeAccess(fakeClient()),
    keys: { load: async () => Promise.resolve(undefined) },
    timeZone: () => 'UTC',
    monitor: { ensureFresh: async () => Promise.reject(new Error('not needed')), nowMs: () => 0 },
    documents: { show: async () => Promise.reject(new Error('nothing to show')) },
  });
  const seen: unknown[] = [];
  editor.answer(async (prompt) => {
    if (prompt.kind !== 'text') throw new Error('no request was asked for');
    seen.push(prompt.value(), await prompt.enter(prompt.value()), prompt.complaint());
    await prompt.enter('GET /api/v1.0/accounts/8001/orders');
  }, 'curl');
  await shell.run('marketDesk.copyRequest', { request: 'GET /api/v1.0/accounts/{acc_id}/orders' });
  const route = 'GET /api/v1.0/accounts/{acc_id}/orders';
  expect(seen).toEqual([route, false, 'Replace {acc_id}: the log names routes without what is in them.']);
  expect(editor.clipboard).toContain('/api/v1.0/accounts/8001/orders');
});
