import { addressCases } from './addressCases';
import { networkCases } from './networkCases';
import { responseCases } from './responseCases';
import type { OriginCase } from './surroundings';

/** Everything that might lead a credential to someone else. */
export const originCases: readonly OriginCase[] = [...addressCases, ...responseCases, ...networkCases];
