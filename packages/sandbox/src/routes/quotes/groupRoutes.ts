import type { UserGroup } from '../../market/groups';
import type { SandboxRequest } from '../../types';
import { nameOf, namesOf } from '../../securities/language';
import { prefixOf } from '../../securities/securities';
import { plates, plateNameOf } from '../../securities/plates';
import type { World } from '../../world/world';
import { jsonObject } from '../body';
import { answerQuote, invalidParameter, QuoteFailure } from '../envelopes';
import { optionalText, requiredText } from '../query';
import type { RouteContext } from '../routeContext';
import { codeList, knownSecurity, symbolOf } from './codes';

const mostCodes = 200;
const operations = ['ADD', 'DEL', 'MOVE_OUT'];

function groups(world: World, context: SandboxRequest): object {
  const type = optionalText(context, 'group_type') ?? 'ALL';
  if (!['ALL', 'CUSTOM', 'SYSTEM'].includes(type)) throw invalidParameter('group_type must be ALL, CUSTOM or SYSTEM');
  const listed = world.groups.of(context.get('grant').user).filter((group) => type === 'ALL' || group.type === type);
  return { data: { group_list: listed.map((group) => ({ group_name: group.name, group_type: group.type })) } };
}

function groupOf(world: World, context: SandboxRequest, name: string): UserGroup {
  const found = world.groups.of(context.get('grant').user).find((group) => group.name === name);
  if (found === undefined) throw invalidParameter('group_name is not known');
  return found;
}

function securities({ tools, world: current }: RouteContext, context: SandboxRequest): object {
  const world = current();
  const { codes } = groupOf(world, context, requiredText(context, 'group_name'));
  return {
    data: {
      security_list: codes.flatMap((code) => {
        const security = world.findSecurity(code);
        return security === undefined
          ? []
          : [
              {
                code,
                ...namesOf(security, world.language),
                lot_size: security.lot,
                stock_type: security.type,
                // Milliseconds by the specification; a date in the published answer of this call.
                listing_date: tools.options.likeLive ? security.listed : Date.parse(security.listed),
              },
            ];
      }),
    },
  };
}

function modify({ tools, world: current }: RouteContext, context: SandboxRequest): object {
  const world = current();
  const { group_name: name, op } = jsonObject(context) ?? {};
  if (typeof name !== 'string') throw invalidParameter('group_name must be a string');
  if (typeof op !== 'string' || !operations.includes(op)) throw invalidParameter(`op must be one of ${operations.join(', ')}`);
  const codes = codeList(context, mostCodes);
  if (groupOf(world, context, name).type === 'SYSTEM') {
    const problem = 'a group of the system cannot be changed';
    throw tools.options.likeLive ? new QuoteFailure('unsupported', problem) : invalidParameter(problem);
  }
  const { user } = context.get('grant');
  if (op === 'ADD') {
    world.groups.add(
      user,
      name,
      codes.map((code) => knownSecurity(world, code).code),
    );
  } else {
    world.groups.remove(user, name, codes);
  }
  return { data: { result_code: 0 } };
}

function ownerPlates(world: World, context: SandboxRequest): object {
  const security = symbolOf(context, world);
  const { code } = security;
  const owners = plates.filter(
    (plate) => prefixOf(plate.code) === prefixOf(code) && world.constituents(plate).some((security) => security.code === code),
  );
  return {
    data: {
      sectors: owners.map((plate) => ({
        name: nameOf(security, world.language),
        sc_name: security.simplified,
        tc_name: security.traditional,
        plate_code: plate.code,
        plate_name: plateNameOf(plate, world.language),
        plate_sc_name: plate.simplified,
        plate_tc_name: plate.traditional,
        plate_type: plate.plateClass,
      })),
    },
  };
}

/** Beyond the specification: the users' own lists, and the plates that contain a security. */
export function registerGroupRoutes(route: RouteContext): void {
  const { app, tools, world } = route;
  const read = tools.authorize('quote:read');
  app.get('/api/v1.0/quote/user-security-group', read, (context) => answerQuote(context, 'ret_code', () => groups(world(), context)));
  app.get('/api/v1.0/quote/user-security', read, (context) => answerQuote(context, 'ret_code', () => securities(route, context)));
  app.post('/api/v1.0/quote/modify-user-security', tools.authorize('quote:write'), (context) =>
    answerQuote(context, 'ret_code', () => modify(route, context)),
  );
  app.get('/api/v1.0/quote/:symbol/owner-plate', read, (context) => answerQuote(context, 'ret_code', () => ownerPlates(world(), context)));
}
