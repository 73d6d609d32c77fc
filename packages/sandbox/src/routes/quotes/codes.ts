import type { SandboxRequest } from '../../types';
import type { Security } from '../../securities/securities';
import type { World } from '../../world/world';
import { jsonObject } from '../body';
import { invalidParameter, QuoteFailure } from '../envelopes';

const mostCodes = 400;

/** The `code_list` of a body. @throws QuoteFailure */
export function codeList(context: SandboxRequest, most = mostCodes): readonly string[] {
  const codes = jsonObject(context)?.['code_list'];
  if (!Array.isArray(codes) || codes.length < 1 || codes.length > most || !codes.every((code) => typeof code === 'string')) {
    throw invalidParameter(`code_list must hold 1 to ${String(most)} strings`);
  }
  return codes;
}

/** The securities of a `code_list`; unknown codes are left out. @throws QuoteFailure */
export function listedSecurities(context: SandboxRequest, world: World): readonly Security[] {
  return codeList(context).flatMap((code) => world.findSecurity(code) ?? []);
}

/** The security of a code. @throws QuoteFailure -7 if there is none. */
export function knownSecurity(world: World, code: string): Security {
  const security = world.findSecurity(code);
  if (security === undefined) throw new QuoteFailure('invalid_symbol', `the symbol ${code} is not known`);
  return security;
}

/** The security of the path. @throws QuoteFailure */
export function symbolOf(context: SandboxRequest, world: World): Security {
  return knownSecurity(world, context.req.param('symbol') ?? '');
}
