import { randomUUID } from 'node:crypto';
import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import type { Lifetime } from '../../../app/platform/lifetime';
import { OrderWriter } from '../../../app/orders/write/orderWriter';
import { createOrderGates } from '../../../app/orders/write/orderGates';
import { JoinedReads } from '../../../app/orders/lists/joinedReads';
import { OrderCheck } from '../../../app/orders/eye/orderCheck';
import { LimitCheck } from '../../../app/orders/write/limits/limitCheck';
import { orderAllowance, orderLimits } from '../../../ui/orders/limits/readLimits';
import { turnedOff } from '../../../ui/orders/limits/turnedOff';
import { isAllowed } from '../../../domain/orders/orderAllowance';
import { prepareModification } from '../../../service/endpoints/orders/changes';
import { createOrderChanges } from '../../../ui/orders/orderChanges';
import type { OrderChanges, OrderChangesParts } from '../../../ui/orders/orderChanges';
import type { SandboxDesk } from '../../../ui/orders/place/rehearse';
import { readSetting } from '../../../ui/platform/settings';
import type { Core } from '../../core';
import { composeSandboxDesk } from './sandboxDesk';

/** The core as it is, or one whose service is the sandbox beside the service in use. */
export interface OrdersCore extends Core {
  readonly isBeside?: boolean;
}

/** The parts that change orders: composed on the first change, for the Orders view. */
export function composeOrderChanges(
  core: OrdersCore,
  parts: OrderChangesParts & { readonly journal: OrderJournal },
  lifetime: Lifetime,
): OrderChanges {
  const { access, clock, live, locks, log, monitor, redactor, sending, tokensOf } = core;
  const { journal } = parts;
  const gates = createOrderGates({
    access,
    monitor,
    isReadOnly: () => turnedOff() !== undefined,
    isAllowed: (action, target) => isAllowed(orderAllowance(), action, target),
    toleranceMs: () => readSetting('clock.toleranceMilliseconds'),
    ensureTokenLife: async (ms, options) => {
      const record = access.currentRecord;
      await (record === undefined ? undefined : tokensOf(record)?.ensureLife(ms, options));
    },
  });
  const joined = new JoinedReads(core.timers);
  const check = new OrderCheck({ access, journal, locks, clock, read: async (...of) => joined.read(...of) });
  const writer = new OrderWriter({
    access,
    journal,
    locks,
    gates,
    sending,
    limits: new LimitCheck({ limits: () => orderLimits().refuse, journal, clock }),
    check,
    log,
    prepare: prepareModification,
    newId: randomUUID,
    protect: (secret) => redactor.register(secret),
  });
  const market = async (): Promise<Awaited<ReturnType<typeof live>>['market']> => (await live()).market;
  let desk: SandboxDesk | undefined;
  const sandboxDesk = (): SandboxDesk => (desk ??= composeSandboxDesk(core, parts, lifetime, composeOrderChanges));
  return createOrderChanges({ ...core, ...parts, writer, check, market, sandboxDesk: core.isBeside === true ? undefined : sandboxDesk });
}
