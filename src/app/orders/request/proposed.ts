/** What marks an order form as proposed by a program rather than opened by the user. */
export interface Proposed {
  /** Distinguishes this form's events from those of other forms. */
  readonly proposal: string;
  /** Name of the proposing program, as shown to the user. */
  readonly proposedBy: string;
}

/** The proposal that a command was called for, if any. Such a call does not take over a form that the user already has open. */
export function readProposed(argument: unknown): Proposed | undefined {
  if (typeof argument !== 'object' || argument === null || !('proposal' in argument) || !('proposedBy' in argument)) return undefined;
  const { proposal, proposedBy } = argument;
  return typeof proposal === 'string' && typeof proposedBy === 'string' ? { proposal, proposedBy } : undefined;
}
