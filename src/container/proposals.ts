import { Proposals } from '../app/agents/proposals';
import { announceProposal, sayStopped } from '../ui/agents/announceProposal';
import { runCommand } from '../ui/platform/runCommand';
import { front } from '../ui/platform/say/front';
import type { Core } from './core';

/** Programs' proposals, shown to the user one at a time across all programs. */
export function createProposals({
  tickets,
  journal,
  timers,
  clock,
  programs,
  report,
}: Pick<Core, 'tickets' | 'journal' | 'timers' | 'clock' | 'programs' | 'report'>): Proposals {
  return new Proposals({
    isFree: () => front.isFree,
    announce: announceProposal,
    open: async ({ action, ...order }, origin) => {
      const argument = { ...order, origin };
      if (action === 'change') await runCommand('marketDesk.orders.modify', argument);
      else if (action === 'cancel') await runCommand('marketDesk.orders.cancel', argument);
      else await runCommand('marketDesk.orders.place', argument);
    },
    stopped: async (program) => {
      sayStopped(program);
      // What couldn’t be saved holds in this window only: the user must know.
      if (program.kind !== 'chat') await programs.stopProposals({ kind: program.kind, name: program.name }).catch(report);
    },
    onTicket: tickets.event,
    find: async (root) => journal().find(root),
    timers,
    clock,
  });
}
