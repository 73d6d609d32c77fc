import { plainContext } from '../endpoint';
import type { BuildContext, ReadEndpoint, RequestParts } from '../endpoint';
import { decodePage, emptyFirstPage, emptyPage, saysMore } from '../page';
import { filled, get, rawQuery, securityId, securitySegment, segment, wholeWithin, withJson } from '../rules';
import { InvalidInputError } from '../../errors';
import type { OwnerPlate } from '../../marketRecords';
import type { Constituent, PlateListEntry, PlateQuery } from '../../records';
import { at, decodeEach, decodeRecords, expectObject, isArray, listOf, mismatch } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { figure, optionalText, text, unknownFields } from '../../schema/fields';
import { isObject, member, scalarText } from '../../schema/json';
import type { JsonObject, JsonValue } from '../../schema/json';
import { contents, cursorlessPage, listPage } from '../../schema/page';
import type { ListPage } from '../../schema/page';

/** The name under which clients of this family send it (Spec, POST /api/v1.0/quote/plate/{plate_id}/stock: numeric). */
const vendorHeader = 'x-vendor-client-nnid';

/** Spec, POST /api/v1.0/quote/plate/{plate_id}/stock. It changes nothing, so it may be sent again. */
export const plateConstituents: ReadEndpoint<PlateQuery, ListPage<Constituent>> = {
  method: 'POST',
  route: '/api/v1.0/quote/plate/{plate_id}/stock',
  empty: emptyFirstPage,
  build,
  decode,
};

const plateStockRoute = '/api/v1.0/quote/plate-stock';

/** Beyond the specification: the same constituents by GET, for services that lack the specified call. */
export const plateStock: ReadEndpoint<PlateQuery, ListPage<Constituent>> = {
  method: 'GET',
  route: plateStockRoute,
  empty: emptyFirstPage,
  build: ({ plateId, nextKey, limit }) =>
    get(
      plateStockRoute,
      rawQuery([
        ['plate_code', securityId('plate_code', plateId)],
        ['limit', wholeWithin('limit', limit, 1, Number.MAX_SAFE_INTEGER)],
        ['next_key', nextKey === '' ? undefined : nextKey],
      ]),
    ),
  decode,
};

function decode(answer: JsonObject, place: Place): ListPage<Constituent> {
  const found = findList(member(answer, 'data'), at(place, 'data'));
  const page = decodePage(answer, decodeRecords(found.list, found.place, readConstituent), place);
  if (found.isThere) return page;
  // A plate without a list counts as empty only if the service says so: otherwise constituents may be lost.
  const isNull = member(answer, 'data') === null;
  const { hasMore, total = isNull ? 0 : undefined } = page[contents];
  if (hasMore === true || total !== 0) throw mismatch(found.place, 'a list', member(answer, 'data'));
  return listPage({ ...page[contents], hasMore: undefined });
}

function build({ plateId, nextKey, limit }: PlateQuery, { vendorClientNnid }: BuildContext = plainContext): RequestParts {
  securityId('plate_id', plateId);
  wholeWithin('limit', limit, 1, Number.MAX_SAFE_INTEGER);
  if (!/^\d*$/.test(vendorClientNnid)) throw new InvalidInputError('X-Vendor-Client-Nnid', 'digits');
  const headers = vendorClientNnid === '' ? undefined : { [vendorHeader]: vendorClientNnid };
  return withJson(
    `/api/v1.0/quote/plate/${segment('plate_id', plateId)}/stock`,
    JSON.stringify({ next_key: nextKey ?? '', limit }),
    headers,
  );
}

interface FoundList {
  readonly list: readonly JsonValue[];
  readonly place: Place;
  /** False if the response contains no list. */
  readonly isThere: boolean;
}

const deepest = 3;

/**
 * The specification does not show the fields inside `data`: `stock_list` comes first, then any list of objects, also inside a single
 * nested object. Null is an empty page, and so is an object without lists and objects if the total is 0; records in another shape
 * must not be taken for an empty page.
 */
function findList(data: JsonValue | undefined, place: Place, depth = 0): FoundList {
  if (isArray(data)) return { list: data, place, isThere: true };
  if (data === null) return { list: [], place, isThere: false };
  if (!isObject(data)) throw mismatch(place, 'object', data);
  const lists = Object.entries(data).filter((entry): entry is [string, readonly JsonValue[]] => isArray(entry[1]));
  const ofObjects = lists.filter(([, list]) => list.every((item) => isObject(item)));
  const chosen = lists.find(([key]) => key === 'stock_list') ?? ofObjects.find(([, list]) => list.length > 0) ?? lists[0];
  if (chosen !== undefined) return { list: chosen[1], place: at(place, chosen[0]), isThere: true };
  const objects = Object.entries(data).filter(
    (entry): entry is [string, JsonObject] => isObject(entry[1]) && Object.keys(entry[1]).length > 0,
  );
  const [only, another] = objects;
  const named = member(data, 'stock_list');
  if (named === null) return { list: [], place: at(place, 'stock_list'), isThere: true };
  if (typeof named === 'string' || typeof named === 'number' || typeof named === 'boolean')
    throw mismatch(at(place, 'stock_list'), 'array', named);
  if (only === undefined && depth === 0) return { list: [], place, isThere: false };
  if (only === undefined || another !== undefined || depth === deepest) throw mismatch(place, 'array', data);
  return findList(only[1], at(place, only[0]), depth + 1);
}

/** @throws {@link DecodeError} for a code that is not text: a row without its security must not be taken for a constituent. */
function readConstituent(record: JsonObject, place: Place): Constituent {
  const named = member(record, 'code');
  if (named !== undefined && named !== null && scalarText(named) === undefined) throw mismatch(at(place, 'code'), 'text', named);
  const used = new Set<string>();
  /** Text of the first of these fields that has one; that field then no longer counts as unknown. */
  const take = (...keys: readonly string[]): string | undefined => {
    const key = keys.find((candidate) => scalarText(member(record, candidate)) !== undefined);
    if (key === undefined) return undefined;
    used.add(key);
    return scalarText(member(record, key));
  };
  const [code, name, stockType, lotSize, listTime] = [
    take('code'),
    take('stock_name', 'name'),
    take('stock_type'),
    take('lot_size'),
    take('list_time'),
  ];
  return {
    ...(code === undefined ? {} : { code }),
    ...(name === undefined ? {} : { name }),
    ...(stockType === undefined ? {} : { stockType }),
    ...(lotSize === undefined ? {} : { lotSize }),
    ...(listTime === undefined ? {} : { listTime }),
    unknown: unknownFields(record, used),
  };
}

const listRoute = '/api/v1.0/quote/plate-list';

/** Beyond the specification: the plates of a market. */
export const plateList: ReadEndpoint<{ readonly market: string; readonly plateClass: string }, ListPage<PlateListEntry>> = {
  method: 'GET',
  route: listRoute,
  empty: emptyPage,
  build: ({ market, plateClass }) =>
    get(
      listRoute,
      rawQuery([
        ['market', filled('market', market)],
        ['plate_class', filled('plate_class', plateClass)],
      ]),
    ),
  decode: (answer, place) => {
    const here = at(place, 'data');
    const list = member(expectObject(member(answer, 'data'), here), 'plate_list');
    return cursorlessPage(decodeRecords(list, at(here, 'plate_list'), readPlate), { saysMore: saysMore(answer, 'data') });
  },
};

function readPlate(record: JsonObject, place: Place): PlateListEntry {
  return { code: text(record, 'code', place), name: optionalText(record, 'plate_name', place) };
}

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
