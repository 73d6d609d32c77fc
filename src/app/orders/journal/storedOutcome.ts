import type { StoredOutcome } from '../../../domain/orders/orderAttempts';
import { checkLink } from '../../../domain/text/linkGate';
import { ServiceError } from '../../../service/errors';
import type { WriteOutcome } from '../../../service/records';

/** The parts of an outcome that may be stored: no confirm_id, and only the host of a link. */
export function storedOutcome(outcome: WriteOutcome): StoredOutcome {
  switch (outcome.kind) {
    case 'notSent':
      return { kind: 'notSent', reason: describe(outcome.error) };
    case 'needsConfirmation':
      return {
        kind: 'needsConfirmation',
        errmsg: outcome.confirmId === '' ? outcome.errmsg : outcome.errmsg.replaceAll(outcome.confirmId, '[secret]'),
      };
    case 'needsBrowser': {
      const link = checkLink(outcome.jumpUrl);
      return { kind: 'needsBrowser', errmsg: outcome.errmsg, host: link.allowed ? link.host : '' };
    }
    case 'notAuthorized':
      return { kind: 'notAuthorized', lacks: outcome.lacks, errmsg: outcome.errmsg };
    case 'tooManyRequests':
      return { kind: 'tooManyRequests', errmsg: outcome.errmsg, waitMs: outcome.waitMs };
    default:
      return outcome;
  }
}

function describe(error: unknown): string {
  if (ServiceError.is(error)) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
