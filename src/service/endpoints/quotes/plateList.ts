import type { PlateListEntry } from '../../records';
import { cursorlessPage } from '../../schema/page';
import type { ListPage } from '../../schema/page';
import { at, decodeRecords, expectObject } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { optionalText, text } from '../../schema/fields';
import { member } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { emptyPage, saysMore } from '../page';
import { filled, get, rawQuery } from '../rules';

const route = '/api/v1.0/quote/plate-list';

/** Beyond the specification: the plates of a market. */
export const plateList: ReadEndpoint<{ readonly market: string; readonly plateClass: string }, ListPage<PlateListEntry>> = {
  method: 'GET',
  route,
  empty: emptyPage,
  build: ({ market, plateClass }) =>
    get(
      route,
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
