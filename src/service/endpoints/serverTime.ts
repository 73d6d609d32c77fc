import type { ServerTimeSample } from '../records';
import { at, mismatch } from '../schema/decode';
import { int } from '../schema/fields';
import { member } from '../schema/json';
import type { ReadEndpoint } from './endpoint';
import { get } from './rules';

const route = '/api/v1.0/server-time';

/** Spec, GET /api/v1.0/server-time: `server_time_ms` is text holding Unix milliseconds. */
export const serverTime: ReadEndpoint<undefined, ServerTimeSample> = {
  method: 'GET',
  route,
  bare: true,
  open: true,
  build: () => get(route),
  decode: (answer, place, { sentAt, receivedAt }) => {
    const milliseconds = int(answer, 'server_time_ms', place);
    if (milliseconds <= 0) throw mismatch(at(place, 'server_time_ms'), 'Unix milliseconds', member(answer, 'server_time_ms'));
    return { serverTime: milliseconds, sentAt, receivedAt };
  },
};
