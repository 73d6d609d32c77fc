import { isLimit, isLimitName, limitEffects } from '../../domain/orders/limits/limits';
import { orderAllowances } from '../../domain/orders/orderAllowance';
import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import type { ToLimitsHost } from './limitsProtocol';

function isNull(body: unknown): body is null {
  return body === null;
}

/** Shape checks of the page's messages. */
export const limitsHostGuards: Guards<ToLimitsHost> = {
  ready: isNull,
  openSettings: isNull,
  allow: (body): body is ToLimitsHost['allow'] => isRecord(body) && orderAllowances.some((known) => known === body['allowance']),
  limit: (body): body is ToLimitsHost['limit'] =>
    isRecord(body) &&
    typeof body['name'] === 'string' &&
    isLimitName(body['name']) &&
    limitEffects.some((effect) => effect === body['effect']) &&
    isLimit(body['name'], body['amount']),
};
