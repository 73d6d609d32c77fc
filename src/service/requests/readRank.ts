/**
 * The order of reads that wait for the limits of the service: data that was never shown comes first, in the order in which
 * a user wants it, then refreshes, then data that only decorates.
 */
export const readRanks = ['accounts', 'livePositions', 'orders', 'paperPositions', 'refresh', 'decoration'] as const;

export type ReadRank = (typeof readRanks)[number];
