import type { OrderPreview } from '../../../src/app/orders/request/orderRequest';
import type { Attempt, AttemptState, OrderAction } from '../../../src/domain/orders/orderAttempts';
import { checkedChange, checkedPlacement, orderDesk, orderRecord, placedFacts } from './orderFakes';

/** As long as the IDs of a live service. */
export const orderId = '7654321098765432101';

/** A request that is ready for its confirmation. */
export function previewOf(action: OrderAction, isPaper: boolean): OrderPreview {
  const { writer } = orderDesk();
  const market = isPaper ? 1 : undefined;
  const facts = { ...placedFacts, status: 'SUBMITTED', filled: '0' };
  const seen = { order: orderRecord({ orderId }), latestRoot: null };
  if (action === 'place') return writer.previewPlace(checkedPlacement({ isPaper, market }), placedFacts);
  if (action === 'modify') return writer.preview(checkedChange({ orderId }), seen, { order: facts, isPaper, market });
  return writer.previewCancel({ accountId: '8001', orderId, exchange: 'SEHK' }, seen, { order: facts, isPaper, market });
}

/** A request in the journal. */
export function attemptOf(action: OrderAction, isPaper: boolean, state: AttemptState, more: Partial<Attempt> = {}): Attempt {
  const { root, target, facts } = previewOf(action, isPaper);
  return {
    ...{ root, action, target, order: facts, state, body: '', startedAt: '2026-11-21T00:00:00.000Z', endedAt: undefined },
    ...{
      fields: action === 'cancel' ? [] : checkedChange().fields,
      outcome: undefined,
      resolution: undefined,
      followed: undefined,
      requests: 1,
    },
    ...more,
  };
}
