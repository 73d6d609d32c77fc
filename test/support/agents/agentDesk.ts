import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AccountNames } from '../../../src/app/agents/accountNames';
import { AgentCalls } from '../../../src/app/agents/agentCalls';
import type { AgentCall } from '../../../src/app/agents/agentCalls';
import { AllowedPrograms } from '../../../src/app/agents/allowedPrograms';
import type { Program, ProgramAccess } from '../../../src/app/agents/allowedPrograms';
import { Proposals } from '../../../src/app/agents/proposals';
import { numberedAccounts } from '../../../src/app/languageTools/readTool';
import { ToolAnswers } from '../../../src/app/languageTools/toolAnswers';
import type { OrderProposal } from '../../../src/app/agents/orderProposal';
import type { Origin } from '../../../src/app/orders/request/origin';
import type { ProposingProgram } from '../../../src/domain/orders/orderOrigin';
import type { TicketEvent } from '../../../src/app/orders/ticket/ticketEvents';
import { identityOf } from '../../../src/app/session/connection';
import { Emitter } from '../../../src/app/platform/emitter';
import type { AttemptState } from '../../../src/domain/orders/orderAttempts';
import { Secret } from '../../../src/service/secret';
import type { ServiceClient } from '../../../src/service/serviceClient';
import { AgentServer } from '../../../src/ui/agents/agentServer';
import { agentTools } from '../../../src/ui/agents/agentTools';
import { booksOf } from '../builders/books';
import { nothingElse } from '../builders/tools';
import { FakeAccess } from '../fakeAccess';
import { MemoryLog } from '../machine/fakeMachine';
import { machine } from '../orders/orderDesk';
import { MemoryState } from '../secrets/sharedSecrets';

export const manifest: unknown = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'));

/** Faults that a proof plants, to check that it notices them. */
export interface AgentPlants {
  /** A proposal is sent to the service at this address. */
  readonly sends?: string;
  /** Accounts are identified by their numbers. */
  readonly numbers?: boolean;
}

export interface AgentDeskOptions {
  /** The clock that limits calls. */
  readonly nowMs?: () => number;
  readonly plants?: AgentPlants;
}

/** A running MCP server of one window on a client of the test, including what the user sees and answers. */
export async function openAgentDesk(client: ServiceClient, { nowMs = () => machine.monotonicMs(), plants = {} }: AgentDeskOptions = {}) {
  const access = new FakeAccess(client);
  const state = new MemoryState();
  const questions: Program[] = [];
  const opened: OrderProposal[] = [];
  const recorded: AgentCall[] = [];
  const refused: string[] = [];
  const user: {
    says: (program: Program) => Promise<ProgramAccess | undefined>;
    opens: (proposal: OrderProposal, proposed: Origin) => void;
    looks: (proposal: OrderProposal, program: ProposingProgram) => Promise<'look' | 'stop' | undefined>;
    /** Has nothing of their own in front of them. */
    isFree: boolean;
    /** Forgives a refused proposal, however many were refused before. */
    forgives: boolean;
  } = {
    says: async () => 'accounts',
    opens: () => undefined,
    looks: async () => 'look',
    isFree: true,
    forgives: true,
  };
  const outcomes = new Map<string, AttemptState>();
  const privacy = { isOn: false };
  const sending = { isStopped: false };
  const log = new MemoryLog();
  const tickets = new Emitter<TicketEvent>();
  const programs = new AllowedPrograms({
    state,
    clock: machine,
    service: () => 'sandbox http://localhost:1',
    ask: async (program) => {
      questions.push(program);
      return user.says(program);
    },
  });
  const waited = { ms: 0 };
  const proposals: Proposals = new Proposals({
    isFree: () => user.isFree,
    announce: async (proposal, program) => user.looks(proposal, program),
    stopped: async (program) => {
      if (user.forgives) proposals.allow(program);
    },
    clock: { wallMs: () => machine.wallMs(), monotonicMs: () => (user.forgives ? (waited.ms += 3_600_000) : waited.ms) },
    open: async (proposal, proposed) => {
      opened.push(proposal);
      if (plants.sends !== undefined) await fetch(`${plants.sends}/api/v1.0/accounts/8001/orders/OK-1`, { method: 'PUT', body: '{}' });
      user.opens(proposal, proposed);
    },
    onTicket: tickets.event,
    find: async (root) => {
      const outcome = outcomes.get(root);
      return outcome === undefined ? undefined : { state: outcome };
    },
    timers: { after: () => ({ dispose: () => undefined }) },
  });
  const books = booksOf({ access, time: machine });
  const answers = new ToolAnswers({
    ...nothingElse,
    access,
    books,
    clock: machine,
    timeZone: () => 'Asia/Hong_Kong',
    describeError: (error) => (error instanceof Error ? error.message : ''),
    signInTitle: () => 'Sign In',
    log,
    privacy,
  });
  const names = new AccountNames(
    () => (books.orders.state.accounts ?? []).map(({ account }) => account),
    () => identityOf(access.current),
  );
  const told = plants.numbers === true ? Object.assign(names, { name: numberedAccounts.name, told: numberedAccounts.told }) : names;
  const isSignedIn = (): boolean => access.current.session.kind === 'signedIn';
  const calls = new AgentCalls({
    programs,
    answers,
    names: told,
    proposals,
    isSignedIn,
    privacy,
    sending,
    describeError: (error) => (error instanceof Error ? error.message : ''),
    clock: machine,
    record: (call) => recorded.push(call),
  });
  const bearer = new Secret('test-bearer-of-the-window');
  const server = await AgentServer.start({
    version: '0.0.0',
    bearers: () => [bearer],
    tools: agentTools(manifest),
    call: async (agent, tool, input, signal) => calls.call(agent, tool, input, signal),
    nowMs,
    refused: (why) => refused.push(why),
  });
  return {
    access,
    programs,
    proposals,
    waited,
    questions,
    opened,
    recorded,
    refused,
    user,
    outcomes,
    privacy,
    sending,
    log,
    tickets,
    books,
    names,
    bearer,
    url: await server.openPort(),
    close: async () => {
      proposals.dispose();
      await server.stop();
    },
  };
}
export type AgentDesk = Awaited<ReturnType<typeof openAgentDesk>>;
