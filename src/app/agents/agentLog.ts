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

/** Of each kind: calls that read accounts can’t be pushed out by others. */
const mostLines = 2_000;
const mostOfAgent = 500;

/** What a line is about: lines of one agent with the same key are one line, with a count. */
export interface LineSubject {
  readonly agent: string;
  readonly key: string;
  readonly isPersonal: boolean;
}

interface Line {
  readonly number: number;
  readonly text: string;
  readonly times: number;
  readonly about: LineSubject | undefined;
}

/** What agents did in this window, for its user to read. Every line has its time, whatever the editor’s log level is. */
export class AgentLog {
  readonly #personal: Line[] = [];
  readonly #others: Line[] = [];
  #count = 0;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(private readonly dependencies: AgentLogDependencies) {}

  write(line: string, about?: LineSubject): void {
    const { clock, conceal, log } = this.dependencies;
    const lines = about?.isPersonal === true ? this.#personal : this.#others;
    const before =
      about === undefined ? -1 : lines.findLastIndex(({ about: other }) => other?.agent === about.agent && other.key === about.key);
    const [same] = before < 0 ? [] : lines.splice(before, 1);
    this.#count += 1;
    lines.push({
      number: this.#count,
      text: `${new Date(clock.wallMs()).toISOString()} ${conceal(line)}`,
      times: (same?.times ?? 0) + 1,
      about,
    });
    const ofAgent = about === undefined ? [] : lines.filter(({ about: other }) => other?.agent === about.agent);
    const [oldest] = ofAgent.length > mostOfAgent ? ofAgent : [];
    if (oldest !== undefined) lines.splice(lines.indexOf(oldest), 1);
    if (lines.length > mostLines) lines.shift();
    log.info(`agents: ${line}`);
    this.#changed.fire();
  }

  /** Oldest line first; empty if there are none. */
  get text(): string {
    const lines = [...this.#personal, ...this.#others].toSorted((one, other) => one.number - other.number);
    return lines.map(({ text, times }) => (times > 1 ? `${text} (${times} times)` : text)).join('\n');
  }
}

/** The line that the agent log has for a call. */
export function callLine({ agent, tool, input, size, ms, isError }: AgentCall): string {
  return `${agent} called ${tool.replace(/^marketDesk_/, '')} ${input} -> ${size} characters in ${ms} ms${isError ? ' (error)' : ''}`;
}

/** What the line of a call is about. Calls of tools that don’t exist are one line for each agent, whatever names it invents. */
export function callSubject({ agent, tool, input, isPersonal, isKnown }: AgentCall): LineSubject {
  return { agent, key: isKnown ? `${tool} ${input}` : '', isPersonal };
}
