import { underSignals } from '../../service/abortable';
import { numberedAccounts } from '../languageTools/readTool';
import type { ToolAnswers } from '../languageTools/toolAnswers';
import { readTools } from '../languageTools/tools';
import type { ReadToolName } from '../languageTools/tools';
import { untrustedText } from '../languageTools/untrusted';
import type { AccountNames } from './accountNames';
import type { AllowedProgram, AllowedPrograms } from './allowedPrograms';
import { proposeOrder } from './proposeOrder';
import type { ProposeDependencies, Proposer } from './proposeOrder';
import type { Ports } from '../ports';

/** The tools that an agent may call: all of them except the one whose answer the calendar includes too. */
export type AgentToolName = Exclude<ReadToolName, 'marketDesk_listTradingDays'> | 'marketDesk_proposeOrderChange';

export const proposeTool = 'marketDesk_proposeOrderChange';
export const agentToolNames: readonly AgentToolName[] = [
  ...Object.keys(readTools).filter(
    (name): name is Exclude<ReadToolName, 'marketDesk_listTradingDays'> => name !== 'marketDesk_listTradingDays',
  ),
  proposeTool,
];

/** One call as the user can read it later. */
export interface AgentCall {
  readonly agent: string;
  readonly tool: string;
  /** JSON, cut. */
  readonly input: string;
  /** Characters of the answer. */
  readonly size: number;
  readonly ms: number;
  readonly isError: boolean;
  /** It asked for account data, or proposed something, and was answered. */
  readonly isPersonal: boolean;
  /** There is such a tool. */
  readonly isKnown: boolean;
}

export interface AgentAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** How long a call waits for the user's first answer about its agent; clients give up after a minute. */
const patienceMs = 45_000;
/** Longer than any read with its pauses for limits. */
const longestCallMs = 120_000;
/** A longer answer is of no use to a model; it would be a copy of the account. */
const longestAnswer = 200_000;
const longestInput = 300;

/** Handles agents' calls: only agents that the user has allowed may call, within their access, and every call is recorded. */
export class AgentCalls {
  constructor(
    private readonly dependencies: ProposeDependencies &
      Pick<Ports, 'clock'> & {
        readonly programs: Pick<AllowedPrograms, 'admit' | 'find' | 'wasAsked'>;
        readonly answers: Pick<ToolAnswers, 'answer'>;
        readonly names: AccountNames;
        readonly record: (call: AgentCall) => void;
      },
  ) {}

  /** @param agent - The name that the agent gives itself, as one visible line. */
  async call(agent: string, tool: string, input: unknown, signal: AbortSignal): Promise<AgentAnswer> {
    const { clock, record } = this.dependencies;
    const begun = clock.monotonicMs();
    const answered = underSignals([signal, AbortSignal.timeout(longestCallMs)], async (given) =>
      Promise.race([this.#answer(agent, tool, input, given), failedAt(given)]),
    );
    const answer = await answered.catch((error: unknown): AgentAnswer => ({
      text: error instanceof Error ? error.message : 'Failed.',
      isError: true,
    }));
    const known = agentToolNames.find((name) => name === tool);
    record({
      agent,
      isKnown: known !== undefined,
      isPersonal: known !== undefined && !answer.isError && (known === proposeTool || readTools[known].isPersonal),
      tool: untrustedText(tool, 60),
      input: untrustedText(JSON.stringify(input ?? {}), longestInput),
      size: answer.text.length,
      ms: Math.round(clock.monotonicMs() - begun),
      isError: answer.isError,
    });
    return answer;
  }

  async #answer(agent: string, tool: string, input: unknown, signal: AbortSignal): Promise<AgentAnswer> {
    const { answers, names } = this.dependencies;
    const known = agentToolNames.find((name) => name === tool);
    if (known === undefined) throw new Error('There is no such tool.');
    const allowed = await this.#admit(agent, signal);
    if (known === proposeTool) return this.#propose(allowed, input, signal);
    const read = readTools[known];
    if (read.isPersonal) mustReadAccounts(allowed);
    const accounts = allowed.access === 'numbers' ? numberedAccounts : names;
    const text = await answers.answer(read, input, { program: allowed, accounts, signal });
    // The user may have revoked it while the service was being asked.
    const now = this.dependencies.programs.find(allowed);
    if (now?.access !== allowed.access) throw new Error('The user has changed what this agent may do. Call again.');
    if (text.length > longestAnswer) throw new Error('The answer is too long. Ask for less.');
    return { text, isError: false };
  }

  async #admit(agent: string, signal: AbortSignal): Promise<AllowedProgram> {
    const admitted = this.dependencies.programs.admit({ kind: 'agent', name: agent });
    const allowed = await underSignals([signal, AbortSignal.timeout(patienceMs)], async (patience) =>
      Promise.race([admitted, ended(patience)]),
    );
    if (allowed === 'ended')
      throw new Error('Market Desk is asking the user whether to allow this agent. Call again once they have answered.');
    if (allowed === undefined)
      throw new Error(
        this.dependencies.programs.wasAsked({ kind: 'agent', name: agent })
          ? 'The user has not allowed this agent to use Market Desk. They are asked again when the window has been reloaded.'
          : 'Too many agents with other names have asked in this window, so the user was not asked about this one. Reload the window.',
      );
    return allowed;
  }

  async #propose(allowed: AllowedProgram, input: unknown, signal: AbortSignal): Promise<AgentAnswer> {
    mustReadAccounts(allowed);
    if (allowed.mayPropose === false)
      throw new Error('The user wants no more proposals of this program. Only they can allow them again, with Manage Agents.');
    const numbered = (name: string): { readonly id: string } | undefined => (allowed.access === 'numbers' ? { id: name } : undefined);
    const accountOf = (name: string): ReturnType<Proposer['accountOf']> => this.dependencies.names.accountOf(name) ?? numbered(name);
    const text = await proposeOrder(this.dependencies, input, { program: { kind: 'agent', name: allowed.name }, accountOf }, signal);
    return { text, isError: false };
  }
}

function mustReadAccounts({ access }: AllowedProgram): void {
  if (access === 'market')
    throw new Error(
      'The user has allowed this agent market data only. They can change that with the command "Market Desk: Manage Agents…".',
    );
}

/** Rejects when the client disconnects, so that a call ends whatever it is waiting for. */
async function failedAt(signal: AbortSignal): Promise<never> {
  await ended(signal);
  throw new Error('Cancelled, or not answered in time. Nothing was sent by this call.');
}

async function ended(signal: AbortSignal): Promise<'ended'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('ended');
    // Ends with the call: each has a signal of its own.
    else signal.addEventListener('abort', () => resolve('ended'), { once: true });
  });
}
