import type { SecurityGroupChange } from '../../marketRecords';
import type { ReadEndpoint } from '../endpoint';
import { codeList, filled, withJson } from '../rules';

const route = '/api/v1.0/quote/modify-user-security';
const operations: Readonly<Record<SecurityGroupChange['operation'], string>> = { add: 'ADD', remove: 'DEL', moveOut: 'MOVE_OUT' };
const mostCodes = 200;

/**
 * Beyond the specification: POST /quote/modify-user-security, changes a custom group of the user. Sent at most once; needs
 * the scope quote:write.
 */
export const changeSecurityGroup: ReadEndpoint<SecurityGroupChange, true> = {
  method: 'POST',
  route,
  once: true,
  build: ({ groupName, operation, codes }) =>
    withJson(
      route,
      JSON.stringify({
        group_name: filled('group_name', groupName),
        op: operations[operation],
        code_list: codeList(codes, mostCodes),
      }),
    ),
  decode: () => true,
};
