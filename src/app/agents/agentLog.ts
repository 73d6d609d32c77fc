import type { AgentCall } from './agentCalls';
import { Emitter } from '../platform/emitter';
import type { Log, MachineClock } from '../platform/ports';

export interface AgentLogDependencies {
  readonly clock: Pick<MachineClock, 'wallMs'>;
  /** Removes credentials, but not text that merely has a credential's name: an agent may call itself a code. */
  readonly conceal: (text: string) => string;
  /** The extension's own log; its level decides what it keeps. */
  readonly log: Pick<Log, 'info'>;
}

const mostLines = 2_000;

/** What agents did in this window, for its user to read. Every line has its time, whatever the editor’s log level is. */
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

  /** Oldest line first; empty if there are none. */
  get text(): string {
    return this.#lines.join('\n');
  }
}

/** The line that the agent log has for a call. */
export function callLine({ agent, tool, input, size, ms, isError }: AgentCall): string {
  return `${agent} called ${tool.replace(/^marketDesk_/, '')} ${input} -> ${size} characters in ${ms} ms${isError ? ' (error)' : ''}`;
}
