/**
 * The order of reads that wait for the limits of the service: the order that a ticket or a decision waits for, data that was never shown, in
 * the order in which a user wants it, other lists that someone waits for, followed orders, refreshes, and data that only decorates.
 */
export const readRanks = [
  'look',
  'accounts',
  'livePositions',
  'orders',
  'paperPositions',
  'waitedFor',
  'followed',
  'refresh',
  'decoration',
] as const;

export type ReadRank = (typeof readRanks)[number];
