import { underSignals } from '../../../service/abortable';
import type { OrderTarget } from '../../../domain/orders/orderAttempts';
import { orderDifferences } from '../../../domain/orders/orderDifferences';
import { hasEnded } from '../../../domain/orders/orderRules';
import type { OrderRecord } from '../../../service/records';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import type { MachineClock } from '../../platform/ports';
import type { OrderJournal } from '../journal/orderJournal';
import type { BasisVerdict, TicketBasis } from '../request/basis';
import type { Locked } from '../request/orderRequest';
import { orderLockName } from '../journal/orderLock';
import { readOrder } from '../lists/readOrders';
import { isStillAwaited } from './judge';
import type { Ports } from '../../ports';

/** A check that the limits of the service delay by more than this is given up where something else must not wait for it. */
const heldMs = 500;
const slowMs = 3_000;

/** Aborted when a check before a cancellation has taken long enough: at once if it waits for the limits of the service. */
export function patienceFor(client: Pick<ReadingClient, 'heldMs'>): AbortSignal {
  const over = new AbortController();
  const slow = AbortSignal.timeout(slowMs);
  // Ends with the signal, which fires once.
  AbortSignal.timeout(heldMs).addEventListener('abort', () => (client.heldMs() === undefined ? undefined : over.abort()), { once: true });
  // Ends with the signal, which fires once.
  slow.addEventListener('abort', () => over.abort(slow.reason), { once: true });
  return over.signal;
}

/** Checks an order again: before the final confirmation, and before anything is sent. */
export class OrderCheck {
  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'locks'> & {
      readonly journal: Pick<OrderJournal, 'unresolvedFor' | 'latestFor'>;
      readonly clock: Pick<MachineClock, 'wallMs'>;
      /** Reads one order; {@link readOrder} if left out. */
      readonly read?: typeof readOrder;
    },
  ) {}

  /** Holds the order's lock during the check, so that no other window changes the order meanwhile. Never rejects. */
  async look(target: OrderTarget, basis: TicketBasis, options: Pick<CallOptions, 'signal'>): Promise<BasisVerdict | Locked> {
    try {
      const lock = await this.dependencies.locks.tryAcquire(orderLockName(target));
      if (lock === undefined) return { kind: 'blocked', reason: 'inFlight' };
      try {
        const attempt = await this.dependencies.journal.unresolvedFor(target);
        if (attempt !== undefined) return { kind: 'blocked', reason: 'unresolved', attempt };
        return await this.compare(await this.dependencies.access.client(), target, basis, options);
      } finally {
        await lock.release();
      }
    } catch (error) {
      return { kind: 'notRead', error };
    }
  }

  /** Like {@link look}, but gives up soon ({@link patienceFor}): `notRead` then. */
  async glance(target: OrderTarget, basis: TicketBasis, { signal }: Pick<CallOptions, 'signal'>): ReturnType<OrderCheck['look']> {
    try {
      const patience = patienceFor(await this.dependencies.access.client());
      return await underSignals([signal, patience], async (both) => this.look(target, basis, { signal: both }));
    } catch (error) {
      return { kind: 'notRead', error };
    }
  }

  /** Like {@link look} for a caller that holds the order's lock. Never rejects. */
  async compare(
    client: ReadingClient,
    target: OrderTarget,
    basis: TicketBasis,
    options: Pick<CallOptions, 'signal'>,
  ): Promise<BasisVerdict> {
    try {
      const [attempt, order] = await Promise.all([
        this.dependencies.journal.latestFor(target),
        (this.dependencies.read ?? readOrder)(client, target, { ...options, rank: 'look' }),
      ]);
      const latestRoot = attempt?.root ?? null;
      if (attempt !== undefined && latestRoot !== basis.latestRoot)
        return { kind: 'newerAttempt', attempt, order: typeof order === 'string' ? undefined : order };
      if (typeof order === 'string') return order === 'notFound' && basis.order !== undefined ? { kind: 'gone' } : { kind: order };
      const differences = orderDifferences(basis.order ?? blank(order), order).filter(
        ({ field }) => hasEnded(order.status) || basis.mayMove?.has(field) !== true,
      );
      if (basis.order === undefined || differences.length > 0) return { kind: 'changed', order, differences, latestRoot };
      const pending = attempt !== undefined && isStillAwaited(attempt, order) ? attempt : undefined;
      return { kind: 'same', order, readAtMs: this.dependencies.clock.wallMs(), pending };
    } catch (error) {
      return { kind: 'notRead', error };
    }
  }
}

/** The order with its values blank, so that everything counts as new. */
function blank(order: OrderRecord): OrderRecord {
  return {
    ...order,
    quantity: '',
    price: '',
    auxPrice: '',
    dealtQuantity: '',
    status: '',
    orderType: '',
    side: '',
    code: '',
    securityType: '',
  };
}
