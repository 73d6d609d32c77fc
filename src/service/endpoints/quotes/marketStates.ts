import type { MarketStateOf } from '../../marketRecords';
import { decodeEach, listOf } from '../../schema/decode';
import { text } from '../../schema/fields';
import type { ReadEndpoint } from '../endpoint';
import { codeList, withJson } from '../rules';

const route = '/api/v1.0/quote/market-state';

/** Beyond the specification: POST /quote/market-state, the state of the market of each of 1 to 400 securities. */
export const marketStates: ReadEndpoint<{ readonly codes: readonly string[] }, readonly MarketStateOf[]> = {
  method: 'POST',
  route,
  empty: () => [],
  unknownIsEmpty: true,
  build: ({ codes }) => withJson(route, JSON.stringify({ code_list: codeList(codes) })),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'market_state_list');
    return decodeEach(found.list, found.place, (record, here) => ({
      code: text(record, 'code', here),
      state: text(record, 'market_state', here),
    }));
  },
};
