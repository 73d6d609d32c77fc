import { decodeEach, listOf } from '../../schema/decode';
import { text } from '../../schema/fields';
import type { ReadEndpoint } from '../endpoint';
import { filled, get, rawQuery } from '../rules';

const route = '/api/v1.0/quote/user-security';

/** Beyond the specification: GET /quote/user-security, the securities of one group of the user. */
export const groupSecurities: ReadEndpoint<{ readonly groupName: string }, readonly { readonly code: string }[]> = {
  method: 'GET',
  route,
  empty: () => [],
  build: ({ groupName }) => get(route, rawQuery([['group_name', filled('group_name', groupName)]])),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'security_list');
    return decodeEach(found.list, found.place, (record, here) => ({ code: text(record, 'code', here) }));
  },
};
