import { toCsv } from '../../../domain/text/csv';
import type { Attempt, FollowedRecord, JournalRecord } from '../../../domain/orders/orderAttempts';
import type { JournalLine } from './journalReader';
import type { Verification } from './orderJournal';

const columns = [
  'line',
  'time',
  'kind',
  'root',
  'attempt',
  'action',
  'service',
  'sandbox',
  'account',
  'order',
  'exchange',
  'symbol',
  'side',
  'body',
  'outcome',
  'errcode',
  'text',
  'verdict',
  'by',
  'paper',
  'mark',
] as const;
type Column = (typeof columns)[number];

/** The journal as a table, one row per line, guarded against formula injection. */
export function journalCsv({ lines }: Verification): string {
  return toCsv(
    columns,
    lines.map((line) => columns.map((column) => cell(line, column))),
  );
}

/** The journal as JSON, with the result of its verification. */
export function journalJson({ lines, fault }: Verification): string {
  const verified = fault === undefined ? { isWhole: true } : { isWhole: false, ...fault };
  return `${JSON.stringify({ verified, lines: lines.map((line) => JSON.parse(line.raw) as unknown) }, undefined, 2)}\n`;
}

function cell(line: JournalLine, column: Column): string {
  return cells(line)[column] ?? '';
}

function cells({ seq, at, record }: JournalLine): Readonly<Partial<Record<Column, string>>> {
  return { line: String(seq), time: at, kind: record?.kind ?? '', ...(record === undefined ? {} : recordCells(record)) };
}

function recordCells(record: JournalRecord): Readonly<Partial<Record<Column, string>>> {
  switch (record.kind) {
    case 'intent': {
      const { service, isSandbox, isPaper = false, accountId, orderId, exchange, mark = '' } = record.target;
      return {
        root: record.root,
        attempt: record.attempt,
        action: record.action,
        service,
        sandbox: String(isSandbox),
        account: accountId,
        order: orderId,
        exchange,
        symbol: record.order?.code ?? '',
        side: record.order?.side ?? '',
        body: record.body,
        paper: String(isPaper),
        mark,
        ...(record.whileStopped === true ? { text: 'although sending was stopped' } : {}),
      };
    }
    case 'outcome':
      return { root: record.root, attempt: record.attempt, outcome: record.outcome.kind, ...outcomeCells(record.outcome) };
    case 'resolved':
      return {
        root: record.root,
        verdict: record.verdict,
        by: record.by,
        order: record.orderId ?? '',
        text: [record.text ?? '', ...otherOrders(record.others)].filter((part) => part !== '').join('; '),
      };
    case 'followed':
      return { root: record.root, verdict: record.end, by: 'followUp', order: record.orderId ?? '', text: followedText(record) };
    case 'stopped':
    case 'released':
      return { by: 'user' };
    case 'acknowledged':
      return { verdict: record.fault, by: 'user', text: `line ${String(record.line)}` };
  }
}

function otherOrders(others: readonly string[] = []): readonly string[] {
  return others.length === 0 ? [] : [`also with its mark: ${others.join(', ')}`];
}

function followedText({ text, probablyId, isUnlistable }: FollowedRecord): string {
  const notes = [probablyId === undefined ? '' : `probably order ${probablyId}`, isUnlistable === true ? 'in no list' : ''];
  return [text, ...notes].filter((part) => part !== '').join('; ');
}

function outcomeCells(outcome: NonNullable<Attempt['outcome']>): Readonly<Partial<Record<Column, string>>> {
  if (outcome.kind === 'refused' || outcome.kind === 'saysRejected') return { errcode: String(outcome.errcode), text: outcome.errmsg };
  if (outcome.kind === 'accepted') return { order: outcome.orderId ?? '' };
  if (outcome.kind === 'unknown') {
    const text = [outcome.reason, outcome.errmsg ?? ''].filter((part) => part !== '').join(': ');
    return { text, ...(outcome.errcode === undefined ? {} : { errcode: String(outcome.errcode) }) };
  }
  if ('errmsg' in outcome) return { text: outcome.errmsg };
  return 'reason' in outcome ? { text: outcome.reason } : {};
}
