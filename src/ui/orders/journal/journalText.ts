import * as vscode from 'vscode';
import type { JournalLine } from '../../../app/orders/journal/journalReader';
import type { Verification } from '../../../app/orders/journal/orderJournal';
import type { JournalFault } from '../../../domain/orders/journalCheck';
import type { FollowedRecord, IntentRecord, JournalRecord, OrderAction, StoredOutcome } from '../../../domain/orders/orderAttempts';
import { maskWhen } from '../../../domain/text/mask';
import { zoneLabel } from '../../../domain/time/zones';
import { idText, visibleText } from '../../../domain/text/visibleText';
import { listText } from '../../platform/lists/listText';
import { endedAs, resolvedAs, stateAfter } from '../../../domain/orders/orderAttempts';
import { wordsOf } from '../story/kinds';
import { stateText } from '../story/story';
import { clockTime, dayAndTime } from '../orderTimes';
import { factsText, fieldName, hostOf, realMoneyText } from '../orderText';
import { changeText } from '../story/names';

/** The number of lines that an editor handles well; an export has all lines. */
export const mostLinesShown = 20_000;
/** Yields while a long journal is rendered, so that the window stays responsive. */
const breathMs = 12;

/** Whether the journal can be trusted, in one sentence. */
export function verdictText({ lines, older, hasAcknowledgment, unreadable, fault }: Verification): string {
  const count = older + lines.length;
  if (fault !== undefined) return vscode.l10n.t('Verification failed at line {0}: {1}', fault.line, faultText(fault.fault));
  if (hasAcknowledgment) return vscode.l10n.t('Lines verified since your last acknowledgment: {0}', count + unreadable);
  return count === 1
    ? vscode.l10n.t('Verified: 1 line, none altered or missing')
    : vscode.l10n.t('Verified: {0} lines, none altered or missing', count);
}

export function faultText(fault: JournalFault): string {
  const texts: Readonly<Record<JournalFault, string>> = {
    unreadable: vscode.l10n.t('the line can’t be read'),
    altered: vscode.l10n.t('the line has changed since it was written'),
    'not-linked': vscode.l10n.t('earlier lines are missing or out of order'),
    'other-version': vscode.l10n.t('the line was written by another version of Market Desk'),
    missing: vscode.l10n.t('the journal files are missing'),
    renamed: vscode.l10n.t('the journal files were renamed'),
    emptied: vscode.l10n.t('the journal files are empty'),
    shortened: vscode.l10n.t('lines are missing from here on'),
    'anchor-mismatch': vscode.l10n.t('the journal doesn’t end as it was written'),
  };
  return texts[fault];
}

/** The journal for reading: newest change first, with its history below it. Yields to keep the window responsive. */
export async function journalText(verification: Verification, zone: string, nowMs: number, isPrivate: boolean): Promise<string> {
  const { lines, older, unreadable } = verification;
  const heading = [vscode.l10n.t('Order Journal'), verdictText(verification), vscode.l10n.t('Times in {0}', zoneLabel(zone, nowMs))];
  if (unreadable > 0) heading.push(vscode.l10n.t('Lines that can’t be read: {0}', unreadable));
  const shown = lines.slice(-mostLinesShown);
  const hidden = older + lines.length - shown.length;
  if (hidden > 0) heading.push(vscode.l10n.t('Older lines not shown: {0}. Export the journal to see all of them.', hidden));
  if (shown.length === 0) return [...heading, '', vscode.l10n.t('No order changes yet.'), ''].join('\n');
  return linesText(heading, shown, zone, isPrivate);
}

async function linesText(heading: readonly string[], shown: readonly JournalLine[], zone: string, isPrivate: boolean): Promise<string> {
  const parts: string[] = [...heading, ''];
  let rested = performance.now();
  for (const lines of [...blocksOf(shown).values()].reverse()) {
    for (const text of blockText(lines, zone, isPrivate)) parts.push(text);
    parts.push('');
    if (performance.now() - rested < breathMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    rested = performance.now();
  }
  return parts.join('\n');
}

/** Groups the lines of one request by its root, even if other lines are between them; any other line is a group of its own. */
export function blocksOf(lines: readonly JournalLine[]): ReadonlyMap<string, readonly JournalLine[]> {
  const blocks = new Map<string, JournalLine[]>();
  for (const line of lines) {
    const key = blockOf(line);
    const known = blocks.get(key);
    if (known === undefined) blocks.set(key, [line]);
    else known.push(line);
  }
  return blocks;
}

/** The request that a line belongs to, by its root; otherwise the line itself. */
export function blockOf({ seq, record }: JournalLine): string {
  return record !== undefined && 'root' in record ? record.root : `line ${String(seq)}`;
}

function blockText(lines: readonly JournalLine[], zone: string, isPrivate: boolean): readonly string[] {
  const intent = lines.find(({ record }) => record?.kind === 'intent')?.record;
  return [
    ...(intent?.kind === 'intent' ? headText(intent, lines[0]?.at ?? '', zone, isPrivate) : []),
    ...lines.map(
      ({ seq, at, record }) => `  ${String(seq).padStart(6)}  ${clockTime(zone, at)}  ${recordText(record, isPrivate, actionIn(lines))}`,
    ),
  ];
}

function headText({ target, order, fields, body }: IntentRecord, at: string, zone: string, isPrivate: boolean): readonly string[] {
  const mask = maskWhen(isPrivate);
  return [
    `${dayAndTime(zone, at)}  ${idText(target.orderId === '' ? (target.mark ?? '') : target.orderId)}  ${realMoneyText(target)}`,
    ...(order === undefined ? [] : [`  ${factsText(order)}`]),
    `  ${[vscode.l10n.t('account {0}', mask(idText(target.accountId))), idText(target.exchange), hostOf(target.service)].filter((text) => text !== '').join(' · ')}`,
    ...fields.map((field) => `  ${vscode.l10n.t('{0}: {1}', fieldName(field.field), mask(changeText(field)))}`),
    `  ${mask(body)}`,
  ];
}

/** What the lines of a request are about: the first one says it. */
export function actionIn(lines: readonly JournalLine[]): OrderAction | undefined {
  const record = lines.find((line) => line.record?.kind === 'intent')?.record;
  if (record?.kind !== 'intent') return undefined;
  return record.action === 'confirm' ? (record.confirms ?? 'modify') : record.action;
}

/** One record of the journal, in words. @param action - What its request is about, if that is known. */
export function recordText(record: JournalRecord | undefined, isPrivate: boolean, action: OrderAction = 'modify'): string {
  switch (record?.kind) {
    case undefined:
      return vscode.l10n.t('written by a newer version');
    case 'intent':
      return record.action === 'confirm'
        ? wordsOf({ action: record.confirms ?? 'modify' }).aboutToConfirm()
        : withWords(wordsOf({ action: record.action }).aboutToSend(), record.whileStopped === true ? whileStoppedText() : '');
    case 'outcome':
      return outcomeText(record.outcome, isPrivate, action);
    case 'resolved': {
      const state =
        record.verdict === 'reached' ? vscode.l10n.t('at the broker') : stateText({ action, state: resolvedAs[record.verdict] });
      const verdict =
        record.by === 'readBack'
          ? vscode.l10n.t('{0} (confirmed by order status check)', state)
          : vscode.l10n.t('{0} (marked by you)', state);
      const found = record.orderId === undefined ? verdict : withWords(verdict, vscode.l10n.t('order {0}', idText(record.orderId)));
      const others = listText((record.others ?? []).map(idText));
      const all = others === '' ? found : withWords(found, vscode.l10n.t('also with its mark: {0}', others));
      return withWords(all, maskWhen(isPrivate)(visibleText(record.text ?? '')));
    }
    case 'followed':
      return withWords(stateText({ action, state: endedAs(record) }), unseenText(record) || maskWhen(isPrivate)(visibleText(record.text)));
    case 'stopped':
      return vscode.l10n.t('you stopped sending orders');
    case 'released':
      return vscode.l10n.t('you released sending orders');
    case 'acknowledged':
      return vscode.l10n.t('you acknowledged that line {0} was modified outside Market Desk: {1}', record.line, faultText(record.fault));
  }
}

/** Why an accepted order could not be seen for certain; empty if nothing is known of that. */
function unseenText({ probablyId, isUnlistable }: FollowedRecord): string {
  if (isUnlistable === true) return vscode.l10n.t('in no list');
  return probablyId === undefined ? '' : vscode.l10n.t('probably order {0}', idText(probablyId));
}

function whileStoppedText(): string {
  return vscode.l10n.t('at your request, while sending was stopped');
}

/** A request's outcome, with the service's message. The message is masked too, because it may contain quantities and amounts. */
export function outcomeText(outcome: StoredOutcome, isPrivate: boolean, action: OrderAction = 'modify'): string {
  const state = stateText({ action, state: stateAfter(action, outcome) });
  const why = whyText(outcome);
  const said = 'errmsg' in outcome ? maskWhen(isPrivate)(visibleText(outcome.errmsg ?? '')) : '';
  return withWords(why === '' ? state : vscode.l10n.t('{0} ({1})', state, why), said);
}

/** What is known of an outcome besides its state. */
function whyText(outcome: StoredOutcome): string {
  switch (outcome.kind) {
    case 'accepted':
      return outcome.orderId === undefined ? '' : vscode.l10n.t('order {0}', idText(outcome.orderId));
    case 'refused':
    case 'saysRejected':
      return String(outcome.errcode);
    case 'notSent':
      return reasonText(outcome.reason);
    case 'notAuthorized':
      return outcome.lacks === 'scope' ? vscode.l10n.t('permission missing') : vscode.l10n.t('sign-in not accepted');
    case 'tooManyRequests':
      return outcome.waitMs === undefined ? '' : vscode.l10n.t('wait {0} s', Math.max(1, Math.ceil(outcome.waitMs / 1000)));
    case 'clockRejected':
      return '-12006';
    case 'needsConfirmation':
      return '-2100';
    case 'needsBrowser':
      return listText(['-2101', outcome.host]);
    case 'notOffered':
      return '';
    case 'unknown':
      return listText([reasonText(outcome.reason), outcome.status === undefined ? '' : `HTTP ${String(outcome.status)}`]);
  }
}

function withWords(head: string, words: string): string {
  return words.trim() === '' ? head : vscode.l10n.t('{0}: {1}', head, words);
}

/** Why a request was not sent or has no known outcome, in words; a code without words is shown as it is. */
function reasonText(code: string): string {
  const texts = new Map<string, string>([
    ['connect-failed', vscode.l10n.t('can’t reach the service')],
    ['timed-out', vscode.l10n.t('no response in time')],
    ['aborted', vscode.l10n.t('canceled while in progress')],
    ['SendingStopped', vscode.l10n.t('sending orders was stopped')],
    ['tls', vscode.l10n.t('no secure connection')],
    ['proxy', vscode.l10n.t('the proxy refused or can’t be reached')],
    ['too-large', vscode.l10n.t('the response is too large')],
    ['broken-answer', vscode.l10n.t('the response is incomplete')],
    ['not-json', vscode.l10n.t('the response is no data')],
    ['no-envelope', vscode.l10n.t('the response has an unknown form')],
    ['contradictory', vscode.l10n.t('the response contradicts itself')],
    ['sign-in-required', vscode.l10n.t('sign-in required')],
    ['renewal-failed', vscode.l10n.t('the sign-in couldn’t be renewed')],
    ['token-rejected', vscode.l10n.t('sign-in required')],
  ]);
  return texts.get(code) ?? idText(code);
}
