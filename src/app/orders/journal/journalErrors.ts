import type { FoundFault } from '../../../domain/orders/journalCheck';

/** The journal could not be written or must not be: nothing may be sent. */
export class JournalError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'JournalError';
  }
}

/** The journal is not as it was written. Until the user has acknowledged that, nothing may be sent. */
export class JournalDamage extends JournalError {
  constructor(readonly found: FoundFault) {
    super(`the order journal is not as it was written: ${found.fault} at line ${String(found.line)}`);
    this.name = 'JournalDamage';
  }
}
