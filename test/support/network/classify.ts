import { classifyWriteAnswer } from '../../../src/service/requests/outcome';
import type { CompleteAnswer } from '../../../src/service/requests/outcome';
import type { WriteOutcome } from '../../../src/service/records';

const plain: CompleteAnswer = {
  status: 200,
  headers: {},
  body: Buffer.from(''),
  signed: true,
  local: false,
  nowMs: Date.UTC(2026, 10, 21, 12),
  redact: (text) => text.replaceAll('token-1', '[secret]'),
};

/** The outcome of an answer to a signed request; a string is used as the raw body. */
export function classify(body: unknown, status = 200, more: Partial<CompleteAnswer> = {}): WriteOutcome {
  return classifyWriteAnswer({ ...plain, status, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), ...more });
}
