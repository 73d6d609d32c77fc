import { join } from 'node:path';
import { Uri } from 'vscode';
import { AccountNames } from '../../app/agents/accountNames';
import { AgentCalls } from '../../app/agents/agentCalls';
import { ConfiguredPrograms } from '../../app/agents/configuredPrograms';
import { identityOf, isSignedIn } from '../../app/session/connection';
import { agentInstructions, agentTools } from '../../ui/agents/agentTools';
import { LastingConfigurations } from '../../ui/agents/lastingConfigurations';
import { registerAgents } from '../../ui/agents/registerAgents';
import { createAnswers, knownAccounts } from '../answers';
import { bridgeFile } from '../../bridge/windowAddress';
import type { Secret } from '../../service/secret';
import type { Compose } from '../core';

export const composeAgents: Compose = async (core, lifetime) => {
  const { access, agentLog, context, redactor } = core;
  const proposals = await core.proposals();
  const calls = new AgentCalls({
    ...core,
    answers: createAnswers(core),
    names: new AccountNames(knownAccounts(core), () => identityOf(core.access.current)),
    proposals,
    isSignedIn: () => isSignedIn(access.current),
    record: (call) => agentLog.writeCall(call),
  });
  const manifest: unknown = context.extension.packageJSON;
  const protect = (secret: Secret): void => redactor.register(secret);
  const configured = new ConfiguredPrograms(core);
  const lasting = new LastingConfigurations({
    programs: configured,
    folder: join(core.storage, 'mcp'),
    program: Uri.joinPath(core.extensionUri, 'dist', bridgeFile).fsPath,
    offered: { version: core.version, instructions: agentInstructions, tools: agentTools(manifest) },
    protect,
  });
  lifetime.own(
    registerAgents({
      ...core,
      configured,
      lasting,
      proposals,
      calls,
      manifest,
      protect,
      loadServer: async () => (await import('../../ui/agents/agentServer')).AgentServer,
    }),
  );
};
