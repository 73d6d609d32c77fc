import { AccountNames } from '../../app/agents/accountNames';
import { AgentCalls } from '../../app/agents/agentCalls';
import { AgentLog, callLine, callSubject } from '../../app/agents/agentLog';
import { identityOf, isSignedIn } from '../../app/session/connection';
import { registerAgents } from '../../ui/agents/registerAgents';
import { createAnswers, knownAccounts } from '../answers';
import type { Compose } from '../core';

export const composeAgents: Compose = async (core, lifetime) => {
  const { access, context, clock, log, redactor } = core;
  const calledLog = new AgentLog({ clock, log, conceal: (text) => redactor.conceal(text) });
  const proposals = await core.proposals();
  const calls = new AgentCalls({
    ...core,
    answers: createAnswers(core),
    names: new AccountNames(knownAccounts(core), () => identityOf(core.access.current)),
    proposals,
    isSignedIn: () => isSignedIn(access.current),
    record: (call) => calledLog.write(callLine(call), callSubject(call)),
  });
  lifetime.own(
    registerAgents({
      ...core,
      proposals,
      calls,
      calledLog,
      manifest: context.extension.packageJSON,
      protect: (secret) => redactor.register(secret),
      loadServer: async () => (await import('../../ui/agents/agentServer')).AgentServer,
    }),
  );
};
