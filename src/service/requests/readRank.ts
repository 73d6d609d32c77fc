/**
 * How soon a read goes while others wait for the limits of the service: what was never shown comes first, in the order in which
 * a user wants it, then refreshes, then what only decorates.
 */
export const readRanks = ['accounts', 'livePositions', 'orders', 'paperPositions', 'refresh', 'decoration'] as const;

export type ReadRank = (typeof readRanks)[number];
