import type { SecurityGroup, SecurityGroupType } from '../../marketRecords';
import { decodeEach, listOf } from '../../schema/decode';
import { figure, text } from '../../schema/fields';
import type { ReadEndpoint } from '../endpoint';
import { get, rawQuery } from '../rules';

const route = '/api/v1.0/quote/user-security-group';

/** Beyond the specification: GET /quote/user-security-group, the lists of securities that the service keeps for the user. */
export const securityGroups: ReadEndpoint<{ readonly type: SecurityGroupType }, readonly SecurityGroup[]> = {
  method: 'GET',
  route,
  empty: () => [],
  build: ({ type }) => get(route, rawQuery([['group_type', type]])),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'group_list');
    return decodeEach(found.list, found.place, (record, here) => ({
      name: text(record, 'group_name', here),
      type: figure(record, 'group_type'),
    }));
  },
};
