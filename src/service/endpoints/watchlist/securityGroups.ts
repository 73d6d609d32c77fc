import type { ReadEndpoint } from '../endpoint';
import { codeList, filled, get, rawQuery, withJson } from '../rules';
import type { SecurityGroup, SecurityGroupChange, SecurityGroupType } from '../../marketRecords';
import { decodeEach, listOf } from '../../schema/decode';
import { figure, text } from '../../schema/fields';

const groupsRoute = '/api/v1.0/quote/user-security-group';

/** Beyond the specification: GET /quote/user-security-group, the lists of securities that the service keeps for the user. */
export const securityGroups: ReadEndpoint<{ readonly type: SecurityGroupType }, readonly SecurityGroup[]> = {
  method: 'GET',
  route: groupsRoute,
  empty: () => [],
  build: ({ type }) => get(groupsRoute, rawQuery([['group_type', type]])),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'group_list');
    return decodeEach(found.list, found.place, (record, here) => ({
      name: text(record, 'group_name', here),
      type: figure(record, 'group_type'),
    }));
  },
};

const securitiesRoute = '/api/v1.0/quote/user-security';

/** Beyond the specification: GET /quote/user-security, the securities of one group of the user. */
export const groupSecurities: ReadEndpoint<{ readonly groupName: string }, readonly { readonly code: string }[]> = {
  method: 'GET',
  route: securitiesRoute,
  empty: () => [],
  build: ({ groupName }) => get(securitiesRoute, rawQuery([['group_name', filled('group_name', groupName)]])),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'security_list');
    return decodeEach(found.list, found.place, (record, here) => ({ code: text(record, 'code', here) }));
  },
};

const changeRoute = '/api/v1.0/quote/modify-user-security';
const operations: Readonly<Record<SecurityGroupChange['operation'], string>> = { add: 'ADD', remove: 'DEL', moveOut: 'MOVE_OUT' };
const mostCodes = 200;

/**
 * Beyond the specification: POST /quote/modify-user-security, changes a custom group of the user. Sent at most once; needs
 * the scope quote:write.
 */
export const changeSecurityGroup: ReadEndpoint<SecurityGroupChange, true> = {
  method: 'POST',
  route: changeRoute,
  once: true,
  build: ({ groupName, operation, codes }) =>
    withJson(
      changeRoute,
      JSON.stringify({
        group_name: filled('group_name', groupName),
        op: operations[operation],
        code_list: codeList(codes, mostCodes),
      }),
    ),
  decode: () => true,
};
