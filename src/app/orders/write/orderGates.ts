import type { ClockMonitor } from '../../clock/clockMonitor';
import type { OrderAction, OrderTarget } from '../../../domain/orders/orderAttempts';
import type { ServiceAccess } from '../../session/serviceAccess';

/** What must hold before an order is placed, changed, or canceled, in addition to the writer's own checks. */
export interface OrderGates {
  isReadOnly(): boolean;
  /** Whether the user has turned this on. */
  isAllowed(action: OrderAction, target: OrderTarget): boolean;
  /** Makes sure that the credential outlives the request, renewing it if possible. @throws when it does not. */
  ensureCredential(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Whether the clock allows a write; always true where the time is not signed. */
  isClockGood(options: { readonly signal: AbortSignal }): Promise<boolean>;
  /** Measures the server's clock after it rejected our timestamp; true when the offset was updated. */
  resynchronize(options: { readonly signal: AbortSignal }): Promise<boolean>;
}

/** Long enough for a request to arrive: a token that expires in transit leaves the outcome unknown. */
const tokenLifeMs = 10_000;

/** The gates before an order change: read-only mode, token lifetime, and, for signed requests, the clock. */
export function createOrderGates({
  access,
  monitor,
  isReadOnly,
  isAllowed,
  toleranceMs,
  ensureTokenLife,
}: {
  readonly access: Pick<ServiceAccess, 'current'>;
  readonly monitor: Pick<ClockMonitor, 'ensureFresh' | 'snapshot' | 'resynchronize'>;
  readonly isReadOnly: () => boolean;
  readonly isAllowed: OrderGates['isAllowed'];
  /** Difference between the clocks that the service accepts, in milliseconds (Spec, Limits). */
  readonly toleranceMs: () => number;
  /** Makes sure that the token stays valid that long. Called only if a token is used. @throws when it does not. */
  readonly ensureTokenLife: (ms: number, options: { readonly signal: AbortSignal }) => Promise<void>;
}): OrderGates {
  const isSigned = (): boolean => access.current.connection.kind !== 'none' && access.current.connection.authentication === 'apiKey';
  return {
    isReadOnly,
    isAllowed,
    ensureCredential: async (options) => {
      if (!isSigned()) await ensureTokenLife(tokenLifeMs, options);
    },
    isClockGood: async (options) => {
      if (!isSigned()) return true;
      await monitor.ensureFresh(options);
      const { trust, boundMs } = monitor.snapshot();
      // The timestamp is in server time, so only the measurement error counts, not the skew itself.
      return trust === 'good' && boundMs !== undefined && boundMs < toleranceMs();
    },
    resynchronize: async (options) => monitor.resynchronize(options),
  };
}
