import type { AgentCall } from './agentCalls';
import { Emitter } from '../platform/emitter';
import type { Log, MachineClock } from '../platform/ports';

export interface AgentLogDependencies {
  readonly clock: Pick<MachineClock, 'wallMs'>;
  /** Removes credentials, and nothing that is only named like one: an agent may call itself a code. */
  readonly conceal: (text: string) => string;
  /** Of the program: what it keeps depends on its level. */
  readonly log: Pick<Log, 'info'>;
}

const mostLines = 2_000;

/** What agents did in this window, for its user to read: each line with its time, whatever the editor’s log level. */
export class AgentLog {
  readonly #lines: string[] = [];
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(private readonly dependencies: AgentLogDependencies) {}

  write(line: string): void {
    const { clock, conceal, log } = this.dependencies;
    this.#lines.push(`${new Date(clock.wallMs()).toISOString()} ${conceal(line)}`);
    if (this.#lines.length > mostLines) this.#lines.shift();
    log.info(`agents: ${line}`);
    this.#changed.fire();
  }

  /** The oldest line first; empty while there is none. */
  get text(): string {
    return this.#lines.join('\n');
  }
}

/** What a call looks like in the log of agents. */
export function callLine({ agent, tool, input, size, ms, isError }: AgentCall): string {
  return `${agent} called ${tool.replace(/^marketDesk_/, '')} ${input} -> ${size} characters in ${ms} ms${isError ? ' (error)' : ''}`;
}
