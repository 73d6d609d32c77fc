import type { LimitEffect, LimitName, OrderLimits } from '../../domain/orders/limits/limits';
import type { OrderAllowance } from '../../domain/orders/orderAllowance';

/** Everything that the page shows. */
export interface LimitsView {
  readonly allow: OrderAllowance;
  readonly limits: OrderLimits;
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
