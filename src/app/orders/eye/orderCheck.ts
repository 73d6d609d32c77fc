import type { Attempt, OrderTarget } from '../../../domain/orders/orderAttempts';
import { compareWithOrder } from '../../../domain/orders/orderComparison';
import { orderDifferences } from '../../../domain/orders/orderDifferences';
import { hasEnded } from '../../../domain/orders/orderRules';
import type { OrderRecord } from '../../../service/records';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import type { CrossProcessLock, MachineClock } from '../../platform/ports';
import type { ServiceAccess } from '../../session/serviceAccess';
import type { OrderJournal } from '../journal/orderJournal';
import type { BasisVerdict, TicketBasis } from '../request/basis';
import { orderLockName } from '../journal/orderLock';
import { readOrder } from '../lists/readOrders';

export interface OrderCheckDependencies {
  readonly access: Pick<ServiceAccess, 'client'>;
  readonly journal: Pick<OrderJournal, 'unresolvedFor' | 'latestFor'>;
  readonly locks: CrossProcessLock;
  readonly clock: Pick<MachineClock, 'wallMs'>;
}

/** Checks an order again: before the final confirmation, and before anything is sent. */
export class OrderCheck {
  constructor(private readonly dependencies: OrderCheckDependencies) {}

  /** Holds the order's lock during the check, so that no other window changes the order meanwhile. Never rejects. */
  async look(
    target: OrderTarget,
    basis: TicketBasis,
    options: Pick<CallOptions, 'signal'>,
  ): Promise<BasisVerdict | { readonly kind: 'inFlight' } | { readonly kind: 'unresolved'; readonly attempt: Attempt }> {
    try {
      const lock = await this.dependencies.locks.tryAcquire(orderLockName(target));
      if (lock === undefined) return { kind: 'inFlight' };
      try {
        const attempt = await this.dependencies.journal.unresolvedFor(target);
        if (attempt !== undefined) return { kind: 'unresolved', attempt };
        return await this.compare(await this.dependencies.access.client(), target, basis, options);
      } finally {
        await lock.release();
      }
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
        readOrder(client, target, { ...options, rank: 'look' }),
      ]);
      const now = typeof order === 'string' ? undefined : order;
      const latestRoot = attempt?.root ?? null;
      if (attempt !== undefined && latestRoot !== basis.latestRoot) return { kind: 'newerAttempt', attempt, order: now };
      if (now === undefined) return absent(order === 'notOffered' ? 'notOffered' : 'notListed', basis);
      const differences = orderDifferences(basis.order ?? blank(now), now).filter(
        ({ field }) => hasEnded(now.status) || basis.mayMove?.has(field) !== true,
      );
      if (basis.order === undefined || differences.length > 0) return { kind: 'changed', order: now, differences, latestRoot };
      const isPending = attempt?.state === 'accepted' && compareWithOrder(attempt, now) !== 'new';
      return { kind: 'same', order: now, readAtMs: this.dependencies.clock.wallMs(), pending: isPending ? attempt : undefined };
    } catch (error) {
      return { kind: 'notRead', error };
    }
  }
}

function absent(kind: 'notOffered' | 'notListed', { order }: TicketBasis): BasisVerdict {
  return kind === 'notListed' && order !== undefined ? { kind: 'gone' } : { kind };
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
