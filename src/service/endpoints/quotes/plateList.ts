import type { PlateListEntry } from '../../records';
import { at, decodeEach, expectObject } from '../../schema/decode';
import { optionalText, text } from '../../schema/fields';
import { member } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { filled, get, rawQuery } from '../rules';

const route = '/api/v1.0/quote/plate-list';

/** Beyond the specification: the plates of a market. */
export const plateList: ReadEndpoint<{ readonly market: string; readonly plateClass: string }, readonly PlateListEntry[]> = {
  method: 'GET',
  route,
  empty: () => [],
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
    return decodeEach(member(expectObject(member(answer, 'data'), here), 'plate_list'), at(here, 'plate_list'), (record, itemPlace) => ({
      code: text(record, 'code', itemPlace),
      name: optionalText(record, 'plate_name', itemPlace),
    }));
  },
};
