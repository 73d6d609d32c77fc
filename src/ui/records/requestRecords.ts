import { loggedAsker } from '../../domain/orders/orderOrigin';
import { askedByText } from '../platform/words/programText';
import * as vscode from 'vscode';
import type { KeptRequest, RequestLog } from '../../app/platform/requestLog';
import type { Disposable, Timers } from '../../app/platform/ports';
import { toCsv } from '../../domain/text/csv';
import { shortened, visibleText } from '../../domain/text/visibleText';
import type { RecordDetails, RecordKind, RecordRow, RecordsPart } from '../../panel/records/recordsProtocol';
import type { RecordSource } from '../platform/pages/recordSource';
import { followEntries } from './followEntries';

const longestText = 300;

/** The requests of this window, newest 2,000. Names in braces in a route stand for values that are in no record. */
export class RequestRecords implements RecordSource {
  constructor(
    private readonly requests: Pick<RequestLog, 'entries' | 'onDidChange'>,
    private readonly timers: Timers,
  ) {}

  follow(tell: (part: RecordsPart) => void): Disposable {
    const older = vscode.l10n.t('Only requests of this window. Show Log has those of earlier ones.');
    return followEntries(this.requests, { timers: this.timers, rowOf, older }, tell);
  }

  async details(): Promise<RecordDetails | undefined> {
    return Promise.resolve(undefined);
  }

  subject(id: string): object | undefined {
    const found = this.requests.entries().find(({ number }) => String(number) === id);
    return found === undefined ? undefined : { request: `${found.method} ${found.route}` };
  }

  async exported(ids: readonly string[] | null, form: 'csv' | 'json'): Promise<string> {
    const wanted = new Set(ids);
    const kept = this.requests.entries().filter(({ number }) => ids === null || wanted.has(String(number)));
    const rows = kept.map(({ atMs, method, route, status, outcome, ms, attempt, askedBy }) => ({
      ...{ time: new Date(atMs).toISOString(), method, route, status: status ?? null, outcome },
      ...{
        milliseconds: Math.round(ms),
        attempt,
        askedBy: askedBy === undefined ? null : loggedAsker(askedBy, method === 'GET' ? 'read' : 'write'),
      },
    }));
    if (form === 'json') return Promise.resolve(`${JSON.stringify({ requests: rows }, undefined, 2)}\n`);
    const columns = ['time', 'method', 'route', 'status', 'outcome', 'milliseconds', 'attempt', 'askedBy'] as const;
    return Promise.resolve(
      toCsv(
        columns,
        rows.map((row) => columns.map((column) => String(row[column] ?? ''))),
      ),
    );
  }
}

/** Those that most requests have, in words; the code of a failure is the same in every language, as in the log. */
function outcomeText(outcome: string): string {
  switch (outcome) {
    case 'ok':
      return vscode.l10n.t({ message: 'ok', args: [], comment: ['The outcome of a request that was answered as it should be.'] });
    case 'answered':
      return vscode.l10n.t('answered');
    case 'aborted':
      return vscode.l10n.t({ message: 'aborted', args: [], comment: ['The outcome of a request that nobody waited for any more.'] });
    default:
      return outcome;
  }
}

function rowOf({ number, atMs, method, route, status, outcome, ms, attempt, askedBy }: KeptRequest): RecordRow {
  // Of a request that changes something, only the Orders tab says what became of it; one that nobody waits for any more has not failed.
  const isPlain = outcome === 'aborted' || (outcome === 'answered' && (status ?? 500) < 400);
  const look = outcome === 'ok' ? 'good' : isPlain ? 'plain' : 'bad';
  const kinds: RecordKind[] = [];
  if (look === 'bad') kinds.push('failed');
  if (method !== 'GET') kinds.push('write');
  if (askedBy !== undefined && askedBy.kind !== 'user') kinds.push('program');
  const safe = (text: string): string => shortened(visibleText(text), longestText);
  return {
    id: String(number),
    order: number,
    atMs,
    kinds,
    look,
    texts: {
      request: `${method} ${safe(route)}`,
      status: status === undefined ? vscode.l10n.t('no answer') : String(status),
      outcome: safe(outcomeText(outcome)),
      duration: String(Math.round(ms)),
      attempt: String(attempt),
      askedBy: askedBy === undefined ? '' : safe(askedByText(askedBy)),
    },
    actions: ['copyRequest', 'explainSignature'],
  };
}
