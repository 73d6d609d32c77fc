/** What marks an order form as proposed by a program rather than opened by the user. */
export interface Proposed {
  /** By which its events are told from those of other forms. */
  readonly proposal: string;
  /** Who proposed it, as the user is told. */
  readonly proposedBy: string;
}

/** Whether a command was called for a proposal. Such a call takes no form over that the user has in hand. */
export function readProposed(argument: unknown): Proposed | undefined {
  if (typeof argument !== 'object' || argument === null || !('proposal' in argument) || !('proposedBy' in argument)) return undefined;
  const { proposal, proposedBy } = argument;
  return typeof proposal === 'string' && typeof proposedBy === 'string' ? { proposal, proposedBy } : undefined;
}
