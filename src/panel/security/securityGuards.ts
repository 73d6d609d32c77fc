import type { CandlePeriod, PriceAdjustment } from '../../service/marketRecords';
import { dayOfDate } from '../../domain/time/zones';
import { isAverages, isLength } from '../../domain/security/movingAverage';
import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import type { ReviewStep } from './dayProtocol';
import type { ChartChoice, SecurityCommand, Studies, ToSecurityHost } from './securityProtocol';

/** Periods that the page offers, from the shortest. */
export const chartPeriods = ['1m', '5m', '15m', '30m', '60m', 'day', 'week', 'month'] as const satisfies readonly CandlePeriod[];
export const chartAdjustments = ['none', 'forward', 'backward'] as const satisfies readonly PriceAdjustment[];

const commands: readonly SecurityCommand[] = [
  'signIn',
  'connect',
  'startSandbox',
  'search',
  'calendar',
  'watch',
  'alert',
  'buy',
  'sell',
  'order',
  'compare',
];
const longestId = 400;
const longestText = 1_000_000;

function isNull(body: unknown): body is null {
  return body === null;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longestId;
}

function isPrice(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,18})?$/.test(value);
}

function isPriceOrNone(value: unknown): boolean {
  return value === undefined || isPrice(value);
}

export function isStudies(value: unknown): value is Studies {
  if (!isRecord(value)) return false;
  const { averages, previousClose, fills = false, exponential = [], strength, vwap = false } = value;
  return (
    [averages, exponential].every(isAverages) &&
    [previousClose, fills, vwap].every((flag) => typeof flag === 'boolean') &&
    (strength === undefined || isLength(strength))
  );
}

export function isChartChoice(value: unknown): value is ChartChoice {
  return (
    isRecord(value) &&
    chartPeriods.some((period) => period === value['period']) &&
    chartAdjustments.some((adjustment) => adjustment === value['adjustment'])
  );
}

export function isReviewStep(value: unknown): value is ReviewStep {
  return typeof value === 'string' && (value === 'open' || value === 'close' || dayOfDate(value) !== undefined);
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const securityHostGuards: Guards<ToSecurityHost> = {
  ready: isNull,
  refresh: isNull,
  act: (body): body is ToSecurityHost['act'] => isRecord(body) && commands.some((command) => command === body['command']),
  chart: isChartChoice,
  earlier: isNull,
  modify: (body): body is ToSecurityHost['modify'] =>
    isRecord(body) && isId(body['accountId']) && isId(body['orderId']) && isPriceOrNone(body['price']) && isPriceOrNone(body['auxPrice']),
  moveAlert: (body): body is ToSecurityHost['moveAlert'] => isRecord(body) && isId(body['id']) && isPrice(body['price']),
  pick: (body): body is ToSecurityHost['pick'] =>
    isRecord(body) && isPrice(body['price']) && (body['side'] === 'BUY' || body['side'] === 'SELL'),
  alertAt: (body): body is ToSecurityHost['alertAt'] => isRecord(body) && isPrice(body['price']),
  studies: isStudies,
  uncompare: (body): body is ToSecurityHost['uncompare'] => isRecord(body) && isId(body['symbol']),
  review: (body): body is ToSecurityHost['review'] => isRecord(body) && isReviewStep(body['to']),
  copy: (body): body is ToSecurityHost['copy'] => isRecord(body) && typeof body['text'] === 'string' && body['text'].length <= longestText,
};
