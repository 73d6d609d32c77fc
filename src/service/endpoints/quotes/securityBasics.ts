import type { SecurityBasics } from '../../marketRecords';
import { decodeEach, listOf } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { figure, text, unknownFields } from '../../schema/fields';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { codeList, withJson } from '../rules';

const route = '/api/v1.0/quote/stock-basicinfo';
const known: ReadonlySet<string> = new Set([
  'code',
  'name',
  'stock_name',
  'sc_name',
  'tc_name',
  'stock_type',
  'type',
  'lot_size',
  'listing_date',
  'list_time',
]);

/** Beyond the specification: POST /quote/stock-basicinfo, basic information about 1 to 400 securities; unknown codes are missing in the response. */
export const securityBasics: ReadEndpoint<{ readonly codes: readonly string[] }, readonly SecurityBasics[]> = {
  method: 'POST',
  route,
  empty: () => [],
  build: ({ codes }) => withJson(route, JSON.stringify({ code_list: codeList(codes) })),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'basic_list');
    return decodeEach(found.list, found.place, readBasics);
  },
};

export function readBasics(record: JsonObject, place: Place): SecurityBasics {
  return {
    code: text(record, 'code', place),
    name: figure(record, 'name', 'stock_name'),
    simplifiedName: figure(record, 'sc_name'),
    traditionalName: figure(record, 'tc_name'),
    type: figure(record, 'stock_type', 'type'),
    lotSize: figure(record, 'lot_size'),
    listedOn: figure(record, 'listing_date', 'list_time'),
    unknown: unknownFields(record, known),
  };
}
