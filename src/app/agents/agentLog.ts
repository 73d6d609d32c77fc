import type { AgentCall } from './agentCalls';
import { Emitter } from '../platform/emitter';
import type { Log } from '../platform/ports';
import type { Ports } from '../ports';

/** Of each kind: calls that read accounts can’t be pushed out by others. */
const mostLines = 2_000;
const mostOfAgent = 500;

/** One line of the log: a call, or something else that happened. Repeated calls are one line, with a count. */
export interface AgentLogEntry {
  /** Stays the same when a call is repeated. */
  readonly id: number;
  /** Of the last time. */
  readonly number: number;
  /** UTC, ISO 8601, of the last time. */
  readonly at: string;
  readonly text: string;
  readonly times: number;
  readonly call: AgentCall | undefined;
}

interface Line extends AgentLogEntry {
  /** Lines of one agent with the same key are one line. */
  readonly key: string;
}

/** What agents did in this window, for its user to read. Every line has its time, whatever the editor’s log level is. */
export class AgentLog {
  readonly #personal: Line[] = [];
  readonly #others: Line[] = [];
  #count = 0;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly dependencies: Pick<Ports, 'clock'> & {
      /** Removes credentials, but not text that merely has a credential's name: an agent may call itself a code. */
      readonly conceal: (text: string) => string;
      /** The extension's own log; its level decides what it keeps. */
      readonly log: Pick<Log, 'info'>;
    },
  ) {}

  /** Something that is no call. */
  write(text: string): void {
    this.#add(this.#others, text, undefined);
  }

  writeCall(call: AgentCall): void {
    this.#add(call.isPersonal ? this.#personal : this.#others, callLine(call), call);
  }

  /** Oldest line first. @param after - Only lines with higher numbers. */
  entries(after = 0): readonly AgentLogEntry[] {
    return [...this.#personal, ...this.#others]
      .filter(({ number }) => number > after)
      .toSorted((one, other) => one.number - other.number)
      .map(({ id, number, at, text, times, call }) => ({ id, number, at, text, times, call }));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #add(lines: Line[], text: string, given: AgentCall | undefined): void {
    const { clock, conceal, log } = this.dependencies;
    const call = given && { ...given, agent: conceal(given.agent), tool: conceal(given.tool), input: conceal(given.input) };
    const key = call === undefined ? '' : keyOf(call);
    const before = call === undefined ? -1 : lines.findLastIndex((other) => other.call?.agent === call.agent && other.key === key);
    const [same] = before < 0 ? [] : lines.splice(before, 1);
    this.#count += 1;
    lines.push({
      id: same?.id ?? this.#count,
      number: this.#count,
      at: new Date(clock.wallMs()).toISOString(),
      text: conceal(text),
      times: (same?.times ?? 0) + 1,
      call,
      key,
    });
    const ofAgent = call === undefined ? [] : lines.filter(({ call: other }) => other?.agent === call.agent);
    const [oldest] = ofAgent.length > mostOfAgent ? ofAgent : [];
    if (oldest !== undefined) lines.splice(lines.indexOf(oldest), 1);
    if (lines.length > mostLines) lines.shift();
    log.info(`agents: ${text}`);
    this.#changed.fire();
  }
}

/** A call in one line. */
function callLine({ agent, tool, input, size, ms, isError }: AgentCall): string {
  return `${agent} called ${tool.replace(/^marketDesk_/, '')} ${input} -> ${size} characters in ${ms} ms${isError ? ' (error)' : ''}`;
}

/** Calls of tools that don’t exist are one line for each agent, whatever names it invents. */
function keyOf({ tool, input, isKnown }: AgentCall): string {
  return isKnown ? `${tool} ${input}` : '';
}
