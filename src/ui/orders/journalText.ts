import * as vscode from 'vscode';
import type { JournalLine } from '../../app/orders/journal/journalReader';
import type { Verification } from '../../app/orders/journal/orderJournal';
import type { JournalRecord, StoredOutcome } from '../../domain/orders/orderAttempts';
import type { ChainFault } from '../../domain/orders/orderJournalChain';
import { maskWhen } from '../../domain/text/mask';
import { zoneLabel } from '../../domain/time/zones';
import { visibleText } from '../../domain/text/segments';
import { clockTime, dayAndTime } from './orderTimes';
import { changeText, fieldName, hostOf, idText, worldText } from './orderText';

/** Whether the journal can be trusted, in one sentence. */
export function verdictText({ lines, fault }: Verification): string {
  if (fault !== undefined) return vscode.l10n.t('Verification failed at line {0}: {1}', fault.line, faultText(fault.fault));
  return lines.length === 1
    ? vscode.l10n.t('Verified: 1 line, none altered or missing')
    : vscode.l10n.t('Verified: {0} lines, none altered or missing', lines.length);
}

function faultText(fault: ChainFault): string {
  switch (fault) {
    case 'unreadable':
      return vscode.l10n.t('the line can’t be read');
    case 'altered':
      return vscode.l10n.t('the line has changed since it was written');
    case 'not-linked':
      return vscode.l10n.t('earlier lines are missing or out of order');
    case 'lines-missing':
      return vscode.l10n.t('lines are missing from here on');
  }
}

/** The journal for reading: newest change first, all that happened to it below. */
export function journalText(verification: Verification, zone: string, nowMs: number, isPrivate = false): string {
  const blocks = new Map<string, JournalLine[]>();
  for (const line of verification.lines) {
    const root = line.record?.root ?? vscode.l10n.t('(other)');
    blocks.set(root, [...(blocks.get(root) ?? []), line]);
  }
  const heading = [vscode.l10n.t('Order Journal'), verdictText(verification), vscode.l10n.t('Times in {0}', zoneLabel(zone, nowMs)), ''];
  if (blocks.size === 0) return [...heading, vscode.l10n.t('No order changes yet.'), ''].join('\n');
  return [...heading, ...[...blocks.values()].reverse().flatMap((lines) => [...blockText(lines, zone, isPrivate), ''])].join('\n');
}

function blockText(lines: readonly JournalLine[], zone: string, isPrivate: boolean): readonly string[] {
  const mask = maskWhen(isPrivate);
  const intent = lines.map(({ record }) => record).find((record) => record?.kind === 'intent');
  const head =
    intent?.kind === 'intent'
      ? [
          `${dayAndTime(zone, lines[0]?.at ?? '')}  ${idText(intent.target.orderId)}  ${worldText(intent.target)}`,
          `  ${vscode.l10n.t('account {0} · {1} · {2}', mask(idText(intent.target.accountId)), intent.target.exchange, hostOf(intent.target.service))}`,
          ...intent.fields.map((field) => `  ${fieldName(field.field)}: ${mask(changeText(field))}`),
          `  ${mask(intent.body)}`,
        ]
      : [];
  return [
    ...head,
    ...lines.map(({ seq, at, record }) => `  ${String(seq).padStart(6)}  ${clockTime(zone, at)}  ${recordText(record, isPrivate)}`),
  ];
}

function recordText(record: JournalRecord | undefined, isPrivate: boolean): string {
  switch (record?.kind) {
    case undefined:
      return vscode.l10n.t('written by a newer version');
    case 'intent':
      return record.action === 'modify' ? vscode.l10n.t('about to send the change') : vscode.l10n.t('about to confirm the change');
    case 'outcome':
      return outcomeText(record.outcome, isPrivate);
    case 'resolved': {
      const verdicts = {
        changed: vscode.l10n.t('applied'),
        notChanged: vscode.l10n.t('not changed'),
        givenUp: vscode.l10n.t('abandoned, not applied'),
      };
      return record.by === 'readBack'
        ? vscode.l10n.t('{0} (confirmed by order status check)', verdicts[record.verdict])
        : vscode.l10n.t('{0} (marked by you)', verdicts[record.verdict]);
    }
  }
}

/** What a request led to, with what the service said; that may be about quantities and money, so it is hidden with them. */
export function outcomeText(outcome: StoredOutcome, isPrivate = false): string {
  const said = (text: string): string => maskWhen(isPrivate)(visibleText(text));
  switch (outcome.kind) {
    case 'accepted':
      return vscode.l10n.t('accepted by the service');
    case 'refused':
      return vscode.l10n.t('rejected ({0}): {1}', outcome.errcode, said(outcome.errmsg));
    case 'notSent':
      return vscode.l10n.t('not sent ({0})', outcome.reason);
    case 'clockRejected':
      return vscode.l10n.t('not executed: clock mismatch (-12006)');
    case 'needsConfirmation':
      return vscode.l10n.t('needs confirmation (-2100): {0}', said(outcome.errmsg));
    case 'needsBrowser':
      return vscode.l10n.t('continues in the browser at {0} (-2101): {1}', outcome.host, said(outcome.errmsg));
    case 'notOffered':
      return vscode.l10n.t('the service doesn’t accept the confirmation: not applied');
    case 'unknown':
      return outcome.status === undefined
        ? vscode.l10n.t('outcome unknown ({0})', outcome.reason)
        : vscode.l10n.t('outcome unknown ({0}, HTTP {1})', outcome.reason, outcome.status);
  }
}
