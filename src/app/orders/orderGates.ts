import type { ClockMonitor } from '../clock/clockMonitor';
import type { OrderGates } from './modifyOrder';
import type { ServiceAccess } from '../session/serviceAccess';

export interface OrderGatesOptions {
  readonly access: Pick<ServiceAccess, 'current'>;
  readonly monitor: Pick<ClockMonitor, 'ensureFresh' | 'snapshot' | 'resynchronize'>;
  readonly isReadOnly: () => boolean;
  /** Difference between the clocks that the service accepts, in milliseconds (Spec, Limits). */
  readonly toleranceMs: () => number;
  /** Makes sure that the token lives that much longer. Called only where a token is used. @throws when it does not. */
  readonly ensureTokenLife: (ms: number, options: { readonly signal: AbortSignal }) => Promise<void>;
}

/** Long enough for a request to arrive: a token that ends on its way leaves the outcome open. */
const tokenLifeMs = 10_000;

/** The gates before an order change: read-only mode, the life of the token, and the clock where requests are signed. */
export function createOrderGates({ access, monitor, isReadOnly, toleranceMs, ensureTokenLife }: OrderGatesOptions): OrderGates {
  const isSigned = (): boolean => access.current.connection.kind !== 'none' && access.current.connection.authentication === 'apiKey';
  return {
    isReadOnly,
    ensureCredential: async (options) => {
      if (!isSigned()) await ensureTokenLife(tokenLifeMs, options);
    },
    isClockGood: async (options) => {
      if (!isSigned()) return true;
      await monitor.ensureFresh(options);
      const { trust, boundMs } = monitor.snapshot();
      // The stamp carries the server's time, so that only the error of the measurement counts, not the skew itself.
      return trust === 'good' && boundMs !== undefined && boundMs < toleranceMs();
    },
    resynchronize: async (options) => monitor.resynchronize(options),
  };
}
