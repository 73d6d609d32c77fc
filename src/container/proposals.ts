import { Proposals } from '../app/agents/proposals';
import { runCommand } from '../ui/platform/runCommand';
import type { Core } from './core';

/** What programs propose, of which one at a time is in front of the user, whoever proposes it. */
export function createProposals({ tickets, journal, timers }: Pick<Core, 'tickets' | 'journal' | 'timers'>): Proposals {
  return new Proposals({
    open: async ({ action, ...order }, proposed) => {
      const argument = { ...order, ...proposed };
      if (action === 'change') await runCommand('marketDesk.orders.modify', argument);
      else if (action === 'cancel') await runCommand('marketDesk.orders.cancel', argument);
      else await runCommand('marketDesk.orders.place', argument);
    },
    onTicket: tickets.event,
    find: async (root) => journal().find(root),
    timers,
  });
}
