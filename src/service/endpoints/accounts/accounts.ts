import type { ListedAccount } from '../../records';
import { cursorlessPage } from '../../schema/page';
import type { ListPage } from '../../schema/page';
import { at, decodeRecords, expectArray, expectObject } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { optionalText, text } from '../../schema/fields';
import { member, wholeNumber } from '../../schema/json';
import type { JsonObject, JsonValue } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { emptyPage, saysMore } from '../page';
import { get } from '../rules';

const liveRoute = '/api/v1.0/accounts/authorized_trd_accs';
const simulatedRoute = '/api/v1.0/sim-trade/accounts';

/** Beyond the specification: the live accounts that the grant covers. */
export const liveAccounts: ReadEndpoint<undefined, ListPage<ListedAccount>> = {
  method: 'GET',
  route: liveRoute,
  build: () => get(liveRoute),
  decode: (answer, place) => {
    const here = at(place, 'd');
    return cursorlessPage(decodeRecords(member(expectObject(member(answer, 'd'), here), 'accounts'), at(here, 'accounts'), readLive), {
      saysMore: saysMore(answer, 'd'),
    });
  },
};

/** Beyond the specification: the paper accounts; the service creates them with the first call. */
export const simulatedAccounts: ReadEndpoint<undefined, ListPage<ListedAccount>> = {
  method: 'GET',
  route: simulatedRoute,
  empty: emptyPage,
  build: () => get(simulatedRoute),
  decode: (answer, place) => {
    const here = at(place, 'data');
    return cursorlessPage(
      decodeRecords(member(expectObject(member(answer, 'data'), here), 'accounts'), at(here, 'accounts'), readSimulated),
      {
        saysMore: saysMore(answer, 'data'),
      },
    );
  },
};

function readLive(record: JsonObject, place: Place): ListedAccount {
  return {
    id: text(record, 'account_id', place),
    kind: 'live',
    title: optionalText(record, 'security_firm', place),
    markets: wholeNumbers(expectArray(member(record, 'enable_market') ?? null, at(place, 'enable_market'))),
  };
}

function readSimulated(record: JsonObject, place: Place): ListedAccount {
  return {
    id: text(record, 'account_id', place),
    kind: 'simulated',
    title: optionalText(record, 'account_title', place),
    markets: wholeNumbers([member(record, 'market_id') ?? null]),
  };
}

function wholeNumbers(values: readonly JsonValue[]): readonly number[] {
  return values.map(wholeNumber).filter((value) => value !== undefined);
}
