import { InvalidInputError } from '../../errors';
import type { SnapshotQuote } from '../../records';
import { at, decodeEach, expectObject } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { optionalText, text, unknownFields } from '../../schema/fields';
import { member } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { securityId, withJson } from '../rules';

const route = '/api/v1.0/quote/snapshot';
const mostCodes = 400;
const known: ReadonlySet<string> = new Set([
  'code',
  'name',
  'last_price',
  'prev_close_price',
  'open_price',
  'high_price',
  'low_price',
  'volume',
]);

/** Beyond the specification: quotes of 1 to 400 securities; unknown codes are missing in the answer. */
export const snapshot: ReadEndpoint<{ readonly codes: readonly string[] }, readonly SnapshotQuote[]> = {
  method: 'POST',
  route,
  empty: () => [],
  build,
  decode: (answer, place) => {
    const here = at(place, 'data');
    return decodeEach(member(expectObject(member(answer, 'data'), here), 'snapshot_list'), at(here, 'snapshot_list'), readQuote);
  },
};

function build({ codes }: { readonly codes: readonly string[] }): RequestParts {
  if (codes.length === 0 || codes.length > mostCodes) throw new InvalidInputError('code_list', `must be 1 to ${mostCodes} codes`);
  for (const code of codes) securityId('code_list', code);
  return withJson(route, JSON.stringify({ code_list: codes }));
}

function readQuote(record: JsonObject, place: Place): SnapshotQuote {
  return {
    code: text(record, 'code', place),
    name: optionalText(record, 'name', place),
    lastPrice: optionalText(record, 'last_price', place),
    previousClose: optionalText(record, 'prev_close_price', place),
    openPrice: optionalText(record, 'open_price', place),
    highPrice: optionalText(record, 'high_price', place),
    lowPrice: optionalText(record, 'low_price', place),
    volume: optionalText(record, 'volume', place),
    unknown: unknownFields(record, known),
  };
}
