import type { OwnerPlate } from '../../marketRecords';
import { decodeEach, listOf } from '../../schema/decode';
import { figure, text } from '../../schema/fields';
import type { ReadEndpoint } from '../endpoint';
import { get, securitySegment } from '../rules';

/** Beyond the specification: GET /quote/{symbol}/owner-plate, the plates that a security belongs to. */
export const ownerPlates: ReadEndpoint<{ readonly code: string }, readonly OwnerPlate[]> = {
  method: 'GET',
  route: '/api/v1.0/quote/{symbol}/owner-plate',
  empty: () => [],
  build: ({ code }) => get(`/api/v1.0/quote/${securitySegment(code)}/owner-plate`),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'sectors');
    return decodeEach(found.list, found.place, (record, here) => ({
      code: text(record, 'plate_code', here),
      name: figure(record, 'plate_name'),
    }));
  },
};
