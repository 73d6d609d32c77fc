import { it } from 'vitest';

/** Whether nightly tests run, too. */
export const isLong = process.env['MARKET_DESK_LONG'] !== undefined;

/** A test for the nightly run (`npm run test:long -- outside`): of its subject, others run each time. */
export const nightly = it.runIf(isLong);
