import type { LimitEffect, LimitName, OrderLimits } from '../../domain/orders/limits/limits';
import type { OrderAllowance } from '../../domain/orders/orderAllowance';
import { isLimit, isLimitName, limitEffects } from '../../domain/orders/limits/limits';
import { orderAllowances } from '../../domain/orders/orderAllowance';
import { isNull, isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** What counts against limits now, in words; left out where it isn’t known without a request. */
export type LimitsNow = { readonly [K in LimitName]?: string };

/** Everything that the page shows. */
export interface LimitsView {
  readonly allow: OrderAllowance;
  readonly limits: OrderLimits;
  readonly now: LimitsNow;
  /** Why nothing is sent and nothing can be edited here: a value in the settings file can’t be used. Empty if all can. */
  readonly fault: string;
}

/** From the extension to the page. */
export interface ToLimitsPage {
  readonly view: LimitsView;
  /** What the user entered stands in the settings now, or does not. */
  readonly saved: { readonly isSaved: boolean };
}

/** From the page to the extension. */
export interface ToLimitsHost {
  readonly ready: null;
  readonly allow: { readonly allowance: OrderAllowance };
  /** An amount of zero removes the limit. */
  readonly limit: { readonly name: LimitName; readonly effect: LimitEffect; readonly amount: number };
  readonly openSettings: null;
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
