import type { SnapshotQuote } from '../../marketRecords';
import { onlyPage } from '../../schema/page';
import type { ListPage } from '../../schema/page';
import { at, decodeRecords, expectObject } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { figure, milliseconds, priceFigure, text } from '../../schema/fields';
import { member, scalarText } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import type { ReadEndpoint } from '../endpoint';
import { emptyPage } from '../page';
import { codeList, withJson } from '../rules';
import { readFlatSession, readSession } from './sessionQuote';

const route = '/api/v1.0/quote/snapshot';
/** The contract multiplier of options and futures, as public clients of the family read it. */
const contractFields = ['option_contract_multiplier', 'contract_multiplier', 'option_contract_size', 'contract_size'] as const;

/** Beyond the specification: quotes of 1 to 400 securities; unknown codes are missing in the response, or -7 if none is known. */
export const snapshot: ReadEndpoint<{ readonly codes: readonly string[] }, ListPage<SnapshotQuote>> = {
  method: 'POST',
  route,
  empty: emptyPage,
  unknownIsEmpty: true,
  build: ({ codes }) => withJson(route, JSON.stringify({ code_list: codeList(codes) })),
  decode: (answer, place) => {
    const here = at(place, 'data');
    return onlyPage(
      decodeRecords(member(expectObject(member(answer, 'data'), here), 'snapshot_list'), at(here, 'snapshot_list'), readQuote),
    );
  },
};

/** Empty if two fields contradict each other: a wrong size is worse than none. `100` and `100.0` are equal. */
function contractSize(record: JsonObject): string {
  const [first = '', ...more] = contractFields.map((key) => figure(record, key)).filter((size) => size !== '');
  return more.every((size) => Number(size) === Number(first)) ? first : '';
}

/** Whether trading is suspended, by the flag or by the word; undefined if a record says neither. */
export function readSuspension(record: JsonObject): boolean | undefined {
  const [flag, word] = [record['suspension'] ?? null, figure(record, 'sec_status')];
  if (flag === true || /^(?:true|1)$/i.test(scalarText(flag) ?? '') || /suspen|halt/i.test(word)) return true;
  return flag === null && word === '' ? undefined : false;
}

/** The code is required; every other field may be missing, null or of another type and is then empty. */
function readQuote(record: JsonObject, place: Place): SnapshotQuote {
  return {
    code: text(record, 'code', place),
    name: figure(record, 'name'),
    updatedAt: milliseconds(record, 'update_time'),
    lastPrice: priceFigure(record, 'last_price'),
    previousClose: priceFigure(record, 'prev_close_price'),
    openPrice: priceFigure(record, 'open_price'),
    highPrice: priceFigure(record, 'high_price'),
    lowPrice: priceFigure(record, 'low_price'),
    averagePrice: priceFigure(record, 'avg_price'),
    bidPrice: figure(record, 'bid_price'),
    bidVolume: figure(record, 'bid_vol'),
    askPrice: figure(record, 'ask_price'),
    askVolume: figure(record, 'ask_vol'),
    volume: figure(record, 'volume'),
    turnover: figure(record, 'turnover'),
    turnoverRate: figure(record, 'turnover_rate'),
    amplitude: figure(record, 'amplitude'),
    volumeRatio: figure(record, 'volume_ratio'),
    lotSize: figure(record, 'lot_size'),
    priceSpread: figure(record, 'price_spread'),
    contractSize: contractSize(record),
    highest52Weeks: figure(record, 'highest52weeks_price'),
    lowest52Weeks: figure(record, 'lowest52weeks_price'),
    marketValue: figure(record, 'total_market_val'),
    peRatio: figure(record, 'pe_ratio'),
    pbRatio: figure(record, 'pb_ratio'),
    isSuspended: readSuspension(record) ?? false,
    preMarket: readSession(record['pre_market']) ?? readFlatSession(record, 'pre'),
    afterMarket: readSession(record['after_market']) ?? readFlatSession(record, 'after'),
    overnight: readSession(record['overnight']) ?? readFlatSession(record, 'overnight'),
  };
}
