import * as vscode from 'vscode';
import type { AgentLog, AgentLogEntry } from '../../app/agents/agentLog';
import type { Disposable, Timers } from '../../app/platform/ports';
import { toCsv } from '../../domain/text/csv';
import { maskWhen } from '../../domain/text/mask';
import { quotableName } from '../../domain/text/programName';
import { visibleText } from '../../domain/text/visibleText';
import type { RecordDetails, RecordKind, RecordRow, RecordsPart } from '../../panel/records/recordsProtocol';
import type { RecordSource } from '../platform/pages/recordSource';
import { followEntries } from './followEntries';

/** What agents did in this window. What they asked with may hold account numbers and amounts, so privacy mode hides it. */
export class AgentRecords implements RecordSource {
  constructor(
    private readonly log: Pick<AgentLog, 'entries' | 'onDidChange'>,
    private readonly timers: Timers,
    private readonly privacy: { readonly isOn: boolean },
  ) {}

  follow(tell: (part: RecordsPart) => void): Disposable {
    const rowIn = (entry: AgentLogEntry): RecordRow => rowOf(entry, this.privacy.isOn);
    const older = vscode.l10n.t('Only what agents did in this window.');
    return followEntries(this.log, { timers: this.timers, rowOf: rowIn, older }, tell);
  }

  async details(): Promise<RecordDetails | undefined> {
    return Promise.resolve(undefined);
  }

  subject(): object | undefined {
    return undefined;
  }

  async exported(ids: readonly string[] | null, form: 'csv' | 'json'): Promise<string> {
    const wanted = new Set(ids);
    const kept = this.log.entries().filter(({ id }) => ids === null || wanted.has(String(id)));
    const rows = kept.map(({ at, text, times, call }) => ({
      ...{ time: at, agent: call?.agent ?? null, tool: call?.tool ?? null, input: call?.input ?? null, text },
      ...{ size: call?.size ?? null, milliseconds: call?.ms ?? null, isError: call?.isError ?? null, times },
    }));
    if (form === 'json') return Promise.resolve(`${JSON.stringify({ agents: rows }, undefined, 2)}\n`);
    const columns = ['time', 'agent', 'tool', 'input', 'text', 'size', 'milliseconds', 'isError', 'times'] as const;
    return Promise.resolve(
      toCsv(
        columns,
        rows.map((row) => columns.map((column) => String(row[column] ?? ''))),
      ),
    );
  }
}

function rowOf({ id, number, at, text, times, call }: AgentLogEntry, isPrivate: boolean): RecordRow {
  const place = { id: String(id), order: number, atMs: Date.parse(at), actions: [] };
  if (call === undefined) return { ...place, kinds: ['other'], look: 'plain', texts: { what: visibleText(text) } };
  const { agent, tool, input, size, ms, isError, isPersonal } = call;
  const kinds: RecordKind[] = [...(isPersonal ? (['personal'] as const) : []), ...(isError ? (['failed'] as const) : [])];
  return {
    ...place,
    kinds,
    look: isError ? 'bad' : 'good',
    texts: {
      agent: quotableName(agent),
      what: `${visibleText(tool.replace(/^marketDesk_/, ''))} ${maskWhen(isPrivate)(visibleText(input))}`,
      outcome: isError ? vscode.l10n.t('error') : vscode.l10n.t('answered'),
      size: String(size),
      duration: String(Math.round(ms)),
      times: String(times),
    },
  };
}
