import * as vscode from 'vscode';
import { entryId, fillId, orderReadId } from '../../../app/orders/receipt/receiptFile';
import type { OrderReceipt } from '../../../app/orders/receipt/readReceipt';
import { parseLine } from '../../../domain/orders/orderJournalChain';
import { withoutZero } from '../../../domain/orders/orderRules';
import { zoneLabel } from '../../../domain/time/zones';
import { isTrade } from '../../../domain/market/fill';
import { maskWhen } from '../../../domain/text/mask';
import type { Mask, Privacy } from '../../../domain/text/mask';
import { idText, visibleText } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import { seen } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import { listText } from '../../platform/lists/listText';
import { recordText, verdictText } from '../journal/journalText';
import { factsText, hostOf, realMoneyText } from '../orderText';
import { dayAndTime, microsecondsToIso } from '../orderTimes';
import { sideWord, statusWord } from '../../platform/words/wireWords';
import { receiptStatements } from './receiptStatements';

/** A receipt for reading: the statements with their evidence, then each line, read, and fill that the evidence names. */
export function receiptText(receipt: OrderReceipt, zone: string, privacy: Privacy): string {
  const mask = maskWhen(privacy.isPrivate);
  return [
    ...headText(receipt, zone, mask),
    '',
    vscode.l10n.t('What is known'),
    ...receiptStatements(receipt, privacy).map(({ says, evidence }) => `  ${says}  [${listText(evidence)}]`),
    '',
    vscode.l10n.t('J: lines of the order journal about this order'),
    `  ${journalVerdict(receipt)}`,
    ...receipt.lines.flatMap((line) => entryText(line, zone, privacy)),
    '',
    vscode.l10n.t('R: what was read of the order'),
    ...readText(receipt, zone, mask),
    '',
    vscode.l10n.t('F: fills as the service lists them'),
    ...fillsText(receipt, zone, mask),
    '',
    vscode.l10n.t('What this receipt doesn’t show'),
    `  ${vscode.l10n.t('Fees and taxes: this service doesn’t tell them.')}`,
    `  ${vscode.l10n.t('Requests from other machines and other programs: only the order itself shows them.')}`,
    `  ${vscode.l10n.t('Option and multi-leg orders may be missing: services can leave them out of their lists.')}`,
    '',
  ].join('\n');
}

function headText({ subject, order, lines, madeAtMs }: OrderReceipt, zone: string, mask: Mask): readonly string[] {
  const intent = lines.find(({ record }) => record?.kind === 'intent')?.record;
  const facts = 'value' in order && typeof order.value === 'object' ? order.value : intent?.kind === 'intent' ? intent.order : undefined;
  const account = vscode.l10n.t('account {0}', mask(idText(subject.accountId)));
  return [
    vscode.l10n.t('Order Receipt'),
    [idText(subject.orderId), facts === undefined ? '' : factsText(facts)].filter((text) => text !== '').join('  '),
    [account, idText(subject.exchange), hostOf(subject.service)].filter((text) => text !== '').join(' · '),
    realMoneyText(subject),
    vscode.l10n.t('Made {0}, times in {1}', dayAndTime(zone, new Date(madeAtMs).toISOString()), zoneLabel(zone, madeAtMs)),
  ];
}

function journalVerdict({ journal, lines }: OrderReceipt): string {
  const { count, unreadable, fault, isAcknowledged } = journal;
  if (fault === undefined && !isAcknowledged && unreadable === 0)
    return vscode.l10n.t('The whole journal was verified: none of its lines is altered or missing. Lines: {0}', count);
  return vscode.l10n.t(
    'The journal isn’t whole: {0}',
    verdictText({ lines, older: count - unreadable - lines.length, hasAcknowledgment: isAcknowledged, unreadable, fault }),
  );
}

function entryText({ seq, at, record, raw }: OrderReceipt['lines'][number], zone: string, { isPrivate }: Privacy): readonly string[] {
  const line = parseLine(raw);
  // A number of a few digits can be guessed by trying: the hash of a line would reveal what is masked in it.
  const hash = isPrivate
    ? vscode.l10n.t('hash left out: it covers hidden figures and numbers')
    : vscode.l10n.t('hash {0}', line.ok ? line.hash : '');
  const body = record?.kind === 'intent' && record.body !== '' ? [`       ${maskWhen(isPrivate)(record.body)}`] : [];
  return [`  ${entryId(seq)}  ${dayAndTime(zone, at)}  ${recordText(record, isPrivate)}`, ...body, `       ${hash}`];
}

function readText({ order }: OrderReceipt, zone: string, mask: Mask): readonly string[] {
  const at = dayAndTime(zone, new Date(order.atMs).toISOString());
  const head = `  ${orderReadId}  ${at}`;
  if ('error' in order) return [`${head}  ${vscode.l10n.t('couldn’t be read')}`];
  if (order.value === 'notFound') return [`${head}  ${vscode.l10n.t('in none of the lists')}`];
  if (order.value === 'notOffered') return [`${head}  ${vscode.l10n.t('the service doesn’t list orders')}`];
  return [head, ...orderFacts(order.value, zone, mask).map(([name, value]) => `       ${vscode.l10n.t('{0}: {1}', name, value)}`)];
}

function orderFacts(order: OrderRecord, zone: string, mask: Mask): readonly (readonly [string, string])[] {
  const hidden = (text: string): string => mask(visibleText(text));
  const all: readonly (readonly [string, string])[] = [
    [vscode.l10n.t('Status'), statusWord(order.status)],
    [vscode.l10n.t('Quantity'), hidden(order.quantity)],
    [vscode.l10n.t('Price'), hidden(order.price)],
    [vscode.l10n.t('Trigger price'), hidden(withoutZero(order.auxPrice))],
    [vscode.l10n.t('Filled quantity'), hidden(order.dealtQuantity)],
    [vscode.l10n.t('Average fill price'), hidden(withoutZero(order.dealtAveragePrice))],
    [vscode.l10n.t('Created'), dayAndTime(zone, microsecondsToIso(order.createdAt))],
    [vscode.l10n.t('Updated'), dayAndTime(zone, microsecondsToIso(order.updatedAt))],
    [vscode.l10n.t('Last error'), hidden(order.lastError)],
    [vscode.l10n.t('Remark'), hidden(order.remark)],
  ];
  return all.filter(([, value]) => value.trim() !== '');
}

function fillsText({ fills }: OrderReceipt, zone: string, mask: Mask): readonly string[] {
  const none = [`  ${vscode.l10n.t('none')}`];
  if (fills === undefined || 'error' in fills) return none;
  const { items } = seen(fills.value);
  if (items.length === 0) return none;
  return items.map(({ createdAt, side, quantity, price, dealId, status }, place) => {
    const terms = vscode.l10n.t('{0} @ {1}', mask(showNumber(quantity)), mask(showNumber(price)));
    const at = dayAndTime(zone, microsecondsToIso(createdAt));
    const undone = isTrade({ status }) ? '' : `  ${vscode.l10n.t('not counted, status: {0}', statusWord(status))}`;
    return `  ${fillId(place)}  ${visibleText(at)}  ${sideWord(side)} ${terms}  ${idText(dealId)}${undone}`;
  });
}
