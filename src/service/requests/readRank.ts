/**
 * The order of reads that wait for the limits of the service: what a ticket or a decision waits for, then data that was never shown or that
 * someone waits for, in the order in which a user wants it, anything else that was asked for, then followed orders, parts of a list that are
 * probably empty, refreshes, data that only decorates, and last what programs ask for. Quiet parts and programs have a share of their own:
 * refreshes alone may use up the rest.
 */
export const readRanks = [
  'look',
  'accounts',
  'livePositions',
  'orders',
  'paperPositions',
  'paperOrders',
  'asked',
  'followed',
  'quiet',
  'refresh',
  'decoration',
  'program',
] as const;

export type ReadRank = (typeof readRanks)[number];
