import type { CapitalDistribution, CapitalFlowPoint, OrderSizes } from '../../marketRecords';
import { at, decodeEach, expectObject, listOf } from '../../schema/decode';
import { figure, milliseconds } from '../../schema/fields';
import type { DecimalText } from '../../schema/units';
import type { ReadEndpoint } from '../endpoint';
import { get, securitySegment } from '../rules';

/**
 * Beyond the specification: GET /quote/{symbol}/capital-flow, the net inflow of the current day by minute in the currency of the security, the
 * earliest first; empty outside the trading hours.
 */
export const capitalFlow: ReadEndpoint<{ readonly code: string }, readonly CapitalFlowPoint[]> = {
  method: 'GET',
  route: '/api/v1.0/quote/{symbol}/capital-flow',
  empty: () => [],
  build: ({ code }) => get(`/api/v1.0/quote/${securitySegment(code)}/capital-flow`),
  decode: (answer, place) => {
    const found = listOf(answer, place, 'flow_list');
    return decodeEach(found.list, found.place, (record) => ({
      time: milliseconds(record, 'capital_flow_item_time'),
      net: figure(record, 'in_flow'),
    })).filter(({ net }) => net !== '' && Number.isFinite(Number(net)));
  },
};

/** Beyond the specification: GET /quote/{symbol}/capital-distribution, money in and out since the day began, by the size of orders. */
export const capitalDistribution: ReadEndpoint<{ readonly code: string }, CapitalDistribution> = {
  method: 'GET',
  route: '/api/v1.0/quote/{symbol}/capital-distribution',
  empty: () => ({ in: sizes(() => ''), out: sizes(() => ''), updatedAt: undefined }),
  build: ({ code }) => get(`/api/v1.0/quote/${securitySegment(code)}/capital-distribution`),
  decode: (answer, place) => {
    const here = at(place, 'data');
    const record = expectObject(answer['data'], here);
    return {
      in: sizes((size) => figure(record, `capital_in_${size}`)),
      out: sizes((size) => figure(record, `capital_out_${size}`)),
      updatedAt: figure(record, 'update_time') === '0' ? undefined : milliseconds(record, 'update_time'),
    };
  },
};

function sizes(read: (size: 'super' | 'big' | 'mid' | 'small') => DecimalText): OrderSizes {
  return { extraLarge: read('super'), large: read('big'), medium: read('mid'), small: read('small') };
}
