import * as vscode from 'vscode';
import { entryId, fillId, orderReadId } from '../../../app/orders/receipt/receiptFile';
import type { OrderReceipt } from '../../../app/orders/receipt/readReceipt';
import { parseLine } from '../../../domain/orders/orderJournalChain';
import { withoutZero } from '../../../domain/orders/orderRules';
import { zoneLabel } from '../../../domain/time/zones';
import { isTrade } from '../../../domain/market/fill';
import { maskWhen } from '../../../domain/text/mask';
import type { Privacy } from '../../../domain/text/mask';
import { columnsOf } from '../../../domain/text/columns';
import { idText, visibleText } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import { seen } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import { listText } from '../../platform/lists/listText';
import { recordText, verdictText } from '../journal/journalText';
import { factsText, hostOf, realMoneyText } from '../orderText';
import { dayAndTime, microsecondsToIso } from '../orderTimes';
import { orderLine, priceText } from '../../platform/words/orderLine';
import type { DigitsOf } from '../../platform/words/orderLine';
import { orderTypeWord, sideWord, statusWord } from '../../platform/words/wireWords';
import { receiptStatements } from './receiptStatements';

/** How figures look, with the digits of the security’s prices, if those are known. */
interface Look extends Privacy {
  readonly digits?: DigitsOf | undefined;
}

/** A receipt for reading: the statements with their evidence, then each line, read, and fill that the evidence names. */
export function receiptText(receipt: OrderReceipt, zone: string, look: Look): string {
  return [
    ...headText(receipt, zone, look),
    '',
    vscode.l10n.t('What is known'),
    ...receiptStatements(receipt, look).map(({ says, evidence }) => `  ${says}  [${listText(evidence)}]`),
    '',
    vscode.l10n.t('R: the order as it was read'),
    ...readText(receipt, zone, look),
    '',
    vscode.l10n.t('F: fills as the service lists them'),
    ...fillsText(receipt, zone, look),
    '',
    vscode.l10n.t('J: lines of the order journal about this order'),
    `  ${journalVerdict(receipt)}`,
    ...receipt.lines.flatMap((line) => entryText(line, zone, look)),
    '',
    vscode.l10n.t('What this receipt doesn’t show'),
    `  ${vscode.l10n.t('Fees and taxes: this service doesn’t tell them.')}`,
    `  ${vscode.l10n.t('Requests from other machines and other programs: only the order itself shows them.')}`,
    `  ${vscode.l10n.t('Option and multi-leg orders may be missing: services can leave them out of their lists.')}`,
    '',
  ].join('\n');
}

/** Names and values in two columns; what has no value is left out. */
function columns(facts: readonly (readonly [name: string, value: string])[], indent: string): readonly string[] {
  const shown = facts.filter(([, value]) => value.trim() !== '');
  const width = Math.max(0, ...shown.map(([name]) => columnsOf(name)));
  return shown.map(([name, value]) => `${indent}${name}${' '.repeat(width - columnsOf(name) + 2)}${value}`);
}

function headText({ subject, order, lines, madeAtMs }: OrderReceipt, zone: string, { isPrivate, digits }: Look): readonly string[] {
  const intent = lines.find(({ record }) => record?.kind === 'intent')?.record;
  const asked = intent?.kind === 'intent' && intent.order !== undefined ? factsText(intent.order) : '';
  const read = 'value' in order && typeof order.value === 'object' ? order.value : undefined;
  const what =
    read === undefined
      ? asked
      : [orderLine(read, { isPrivate, market: digits?.(read.code) }), idText(read.code), orderTypeWord(read.orderType)].join(' · ');
  const account = [maskWhen(isPrivate)(idText(subject.accountId)), idText(subject.exchange)].filter((text) => text !== '').join(' · ');
  return [
    vscode.l10n.t('Order Receipt'),
    ...columns(
      [
        [vscode.l10n.t('Order'), what],
        [vscode.l10n.t('Order ID'), idText(subject.orderId)],
        [vscode.l10n.t('Account'), account],
        [vscode.l10n.t('Service'), `${hostOf(subject.service)} · ${realMoneyText(subject)}`],
        [vscode.l10n.t('Made'), `${dayAndTime(zone, new Date(madeAtMs).toISOString())} · ${zoneLabel(zone, madeAtMs)}`],
      ],
      '  ',
    ),
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

function readText({ order }: OrderReceipt, zone: string, look: Look): readonly string[] {
  const at = dayAndTime(zone, new Date(order.atMs).toISOString());
  const head = `  ${orderReadId}  ${at}`;
  if ('error' in order) return [`${head}  ${vscode.l10n.t('couldn’t be read')}`];
  if (order.value === 'notFound') return [`${head}  ${vscode.l10n.t('in none of the lists')}`];
  if (order.value === 'notOffered') return [`${head}  ${vscode.l10n.t('the service doesn’t list orders')}`];
  return [head, ...columns(orderFacts(order.value, zone, look), '      ')];
}

function orderFacts(order: OrderRecord, zone: string, { isPrivate, digits }: Look): readonly (readonly [string, string])[] {
  const hidden = (text: string): string => maskWhen(isPrivate)(visibleText(text));
  const number = (text: string): string => hidden(showNumber(text));
  const price = (text: string): string => (text.trim() === '' ? '' : hidden(priceText(text, digits?.(order.code))));
  return [
    [vscode.l10n.t('Status'), statusWord(order.status)],
    [vscode.l10n.t('Quantity'), number(order.quantity)],
    [vscode.l10n.t('Price'), price(order.price)],
    [vscode.l10n.t('Trigger price'), price(withoutZero(order.auxPrice))],
    [vscode.l10n.t('Filled quantity'), number(order.dealtQuantity)],
    [vscode.l10n.t('Average fill price'), price(withoutZero(order.dealtAveragePrice))],
    [vscode.l10n.t('Created'), dayAndTime(zone, microsecondsToIso(order.createdAt))],
    [vscode.l10n.t('Updated'), dayAndTime(zone, microsecondsToIso(order.updatedAt))],
    [vscode.l10n.t('Last error'), hidden(order.lastError)],
    [vscode.l10n.t('Remark'), hidden(order.remark)],
  ];
}

function fillsText({ fills }: OrderReceipt, zone: string, { isPrivate, digits }: Look): readonly string[] {
  const none = [`  ${vscode.l10n.t('none')}`];
  const mask = maskWhen(isPrivate);
  if (fills === undefined || 'error' in fills) return none;
  const { items } = seen(fills.value);
  if (items.length === 0) return none;
  return items.map(({ code, createdAt, side, quantity, price, dealId, status }, place) => {
    const terms = vscode.l10n.t('{0} @ {1}', mask(showNumber(quantity)), mask(priceText(price, digits?.(code))));
    const at = dayAndTime(zone, microsecondsToIso(createdAt));
    const undone = isTrade({ status }) ? '' : `  ${vscode.l10n.t('not counted, status: {0}', statusWord(status))}`;
    return `  ${fillId(place)}  ${visibleText(at)}  ${sideWord(side)} ${terms}  ${idText(dealId)}${undone}`;
  });
}
