import type { CheckedPlacement } from '../../../domain/orders/placing/placement';
import { lotTypes, sessions, sides, timesInForce } from '../../../domain/orders/placing/placement';
import { orderTypes } from '../../../domain/orders/orderRules';
import { InvalidInputError } from '../../../service/errors';
import { preparePlacement } from '../../../service/endpoints/orders/placeOrder';
import { bareSymbol } from '../../../service/endpoints/simulated/wire';
import { prepareSimulatedPlacement } from '../../../service/endpoints/simulated/writes';
import type { PreparedWrite } from '../../../service/endpoints/tradingRecords';

/** The session names of paper accounts. */
const paperSessions: Readonly<Record<string, 'regular' | 'extended'>> = { RTH: 'regular', 'RTH+Pre/Post-Mkt': 'extended' };

/**
 * The exact request of a new order, for the preview, the journal, and the wire.
 *
 * @throws {@link InvalidInputError} naming the wire field.
 */
export function preparedPlacement(placement: CheckedPlacement): PreparedWrite {
  const { accountId, code, quantity, price, auxPrice, remark, isPaper, market, session, timeInForce, lotType } = placement;
  const side = wordOf('side', placement.side, sides);
  if (isPaper)
    return prepareSimulatedPlacement({
      accountId,
      market: market ?? Number.NaN,
      symbol: bareSymbol(code),
      quantity,
      side,
      orderType: wordOf('order_type', placement.orderType, ['LIMIT', 'MARKET'] as const),
      price,
      session: session === undefined ? undefined : paperSessions[session],
      remark,
    });
  return preparePlacement({
    accountId,
    code,
    quantity,
    side,
    orderType: wordOf('order_type', placement.orderType, orderTypes),
    timeInForce: wordOf('time_in_force', timeInForce ?? '', timesInForce),
    price,
    auxPrice,
    session: session === undefined ? undefined : wordOf('session', session, sessions),
    lotType: lotType === undefined ? undefined : wordOf('lot_type', lotType, lotTypes),
    remark,
  });
}

function wordOf<T extends string>(field: string, text: string, known: readonly T[]): T {
  const found = known.find((word) => word === text);
  if (found === undefined) throw new InvalidInputError(field, 'format');
  return found;
}
