import { Proposals } from '../app/agents/proposals';
import { runCommand } from '../ui/platform/runCommand';
import type { Core } from './core';

/** Programs' proposals, shown to the user one at a time across all programs. */
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
