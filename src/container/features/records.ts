import { OrderRecords } from '../../ui/orders/journal/orderRecords';
import { AgentRecords } from '../../ui/records/agentRecords';
import { registerRecords } from '../../ui/records/registerRecords';
import { RequestRecords } from '../../ui/records/requestRecords';
import type { Compose } from '../core';

export const composeRecords: Compose = (core, lifetime) => {
  const records = {
    orders: new OrderRecords({ ...core, journal: core.journal() }),
    requests: new RequestRecords(core.requestLog, core.timers),
    agents: new AgentRecords(core.agentLog, core.timers, core.privacy),
  };
  lifetime.own(registerRecords({ ...core, records }));
};
