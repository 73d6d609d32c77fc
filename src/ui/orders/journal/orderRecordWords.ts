import { askedByText } from '../../platform/words/programText';
import * as vscode from 'vscode';
import type { JournalLine } from '../../../app/orders/journal/journalReader';
import { isUnresolved, orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt, IntentRecord } from '../../../domain/orders/orderAttempts';
import { maskWhen } from '../../../domain/text/mask';
import type { Privacy } from '../../../domain/text/mask';
import { idText, visibleText } from '../../../domain/text/visibleText';
import type { RecordDetails, RecordRow } from '../../../panel/records/recordsProtocol';
import { fieldName, hostOf, paperWord, realMoneyText } from '../orderText';
import { changeText } from '../story/names';
import { stateText } from '../story/story';
import { rows } from '../story/table';
import { clockTime, dayAndTime } from '../orderTimes';
import { attemptText } from '../words/dealWords';
import { actionIn, outcomeText, recordText } from './journalText';

/**
 * A request as a row, from its lines; a line of none as a row of its own.
 *
 * @param attempt - Undefined for such a line, and if only the end of the request is known.
 */
export function rowOf(id: string, lines: readonly JournalLine[], attempt: Attempt | undefined, privacy: Privacy): RecordRow | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  const at = attempt?.startedAt ?? first.at;
  const place = { id, order: first.seq, atMs: Date.parse(at) };
  if (attempt === undefined) {
    // The lines before these are not read yet.
    if (first.record !== undefined && 'root' in first.record) return undefined;
    return { ...place, kinds: ['other'], look: 'plain', texts: { what: recordText(first.record, privacy.isPrivate) }, actions: [] };
  }
  const { target, state } = attempt;
  const origin = intentIn(lines)?.origin;
  const isOpen = isUnresolved(state);
  const orderId = orderIdOf(attempt);
  return {
    ...place,
    kinds: [attempt.action, ...(isOpen ? (['unresolved'] as const) : []), ...(origin?.kind === 'program' ? (['program'] as const) : [])],
    look: rows[state].look,
    texts: {
      account: `${moneyWord(attempt)} ${maskWhen(privacy.isPrivate)(idText(target.accountId))}`,
      what: attemptText(attempt, privacy),
      outcome: endText(attempt, privacy),
      askedBy: askedByText(origin),
      orderId: idText(orderId),
    },
    actions: [...(orderId === '' ? [] : (['showReceipt', 'exportReceipt'] as const)), ...(isOpen ? (['resolve'] as const) : [])],
  };
}

/** Everything that the journal knows of a request, or of a line of none. */
export function detailsOf(lines: readonly JournalLine[], attempt: Attempt | undefined, zone: string, privacy: Privacy): RecordDetails {
  const mask = maskWhen(privacy.isPrivate);
  const history = lines.map(({ seq, at, record }) => ({
    line: String(seq),
    time: clockTime(zone, at),
    text: recordText(record, privacy.isPrivate, actionIn(lines)),
  }));
  if (attempt === undefined) return { rows: [], history };
  const { target } = attempt;
  const rows: readonly (readonly [string, string])[] = [
    [vscode.l10n.t('Started'), dayAndTime(zone, attempt.startedAt)],
    ...attempt.fields.map((field) => [fieldName(field.field), mask(changeText(field))] as const),
    [vscode.l10n.t('Outcome'), endText(attempt, privacy)],
    [vscode.l10n.t('Order ID'), idText(orderIdOf(attempt))],
    [vscode.l10n.t('Account'), mask(idText(target.accountId))],
    [vscode.l10n.t('Exchange'), idText(target.exchange)],
    [vscode.l10n.t('Service'), `${idText(hostOf(target.service))} · ${realMoneyText(target)}`],
    [vscode.l10n.t('Exact request'), mask(visibleText(attempt.body))],
  ];
  return { rows: rows.filter(([, value]) => value !== ''), history };
}

/** The words of a response that ended the request; after that, what became of it. */
function endText(attempt: Attempt, { isPrivate }: Privacy): string {
  const { outcome, resolution, followed, state } = attempt;
  const isLast = resolution === undefined && followed === undefined && state !== 'pending';
  return outcome === undefined || !isLast || outcome.kind === 'accepted'
    ? stateText(attempt)
    : outcomeText(outcome, isPrivate, attempt.action);
}

function moneyWord({ target: { isSandbox, isPaper } }: Attempt): string {
  if (isPaper === true) return paperWord();
  return isSandbox ? vscode.l10n.t('sandbox') : vscode.l10n.t('LIVE');
}

function intentIn(lines: readonly JournalLine[]): IntentRecord | undefined {
  return lines.flatMap(({ record }) => (record?.kind === 'intent' ? [record] : []))[0];
}
