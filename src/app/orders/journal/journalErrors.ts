import type { FoundFault } from '../../../domain/orders/journalCheck';

/** The journal cannot or must not be written: nothing may be sent. */
export class JournalError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'JournalError';
  }
}

/** Another window held the journal for longer than callers wait. */
export class JournalBusy extends JournalError {
  constructor() {
    super('the order journal is in use by another window');
    this.name = 'JournalBusy';
  }
}

/** The journal was modified. Nothing may be sent until the user acknowledges that. */
export class JournalDamage extends JournalError {
  constructor(readonly found: FoundFault) {
    super(`the order journal is not as it was written: ${found.fault} at line ${String(found.line)}`);
    this.name = 'JournalDamage';
  }
}
