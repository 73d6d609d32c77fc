import * as vscode from 'vscode';
import { entryId, fillId, isWhole, journalId, orderReadId } from '../../../app/orders/receipt/receiptFile';
import { anyWords } from '../../../app/orders/receipt/receiptCheck';
import type { ReceiptStatement } from '../../../app/orders/receipt/receiptFile';
import type { OrderReceipt } from '../../../app/orders/receipt/readReceipt';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { isTrade } from '../../../domain/market/fill';
import { maskWhen } from '../../../domain/text/mask';
import { isWorking } from '../../../domain/orders/orderRules';
import type { Privacy } from '../../../domain/text/mask';
import { serverText } from '../../../domain/text/visibleText';
import { parseAmount, plainAmount, showNumber } from '../../../domain/values/amount';
import { isDecimal, sameNumber } from '../../../domain/values/decimal';
import { seen } from '../../../service/lists/list';
import type { Gap } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import { presentError } from '../../platform/errors/presentError';
import { gapsText } from '../../platform/lists/gapText';
import { wordsOf } from '../story/kinds';
import { filledText, namedAs } from '../story/names';
import { stateText } from '../story/story';
import { statusWord } from '../../platform/words/wireWords';

/** Words that come from the reads themselves: why one failed, and what a list is missing. */
interface ReadWords {
  readonly whyOf: (error: unknown) => string;
  readonly missingIn: (gaps: readonly Gap[]) => string;
}

const readWords: ReadWords = { whyOf: (error) => presentError(error).message, missingIn: (gaps) => gapsText(gaps, 'fills') };

/** What a receipt says about an order. Each statement comes with its evidence; without evidence there is no statement. */
export function receiptStatements(receipt: OrderReceipt, privacy: Privacy, words = readWords): readonly ReceiptStatement[] {
  return [...orderStatements(receipt, privacy, words), ...requestStatements(receipt, privacy), ...fillStatements(receipt, privacy, words)];
}

/** The statements that follow from the parts of an exported receipt, which does not keep the words of its reads. */
export function rebuiltStatements(receipt: OrderReceipt): readonly ReceiptStatement[] {
  return receiptStatements(receipt, { isPrivate: false }, { whyOf: () => anyWords, missingIn: () => anyWords });
}

function orderStatements({ order }: OrderReceipt, privacy: Privacy, { whyOf }: ReadWords): readonly ReceiptStatement[] {
  const evidence = [orderReadId];
  if ('error' in order) {
    const why = whyOf(order.error);
    return [{ says: vscode.l10n.t('What became of the order isn’t known: it couldn’t be read. {0}', why), evidence }];
  }
  const { value } = order;
  if (value === 'notFound')
    return [{ says: vscode.l10n.t('No list of the service that was read has the order. What became of it isn’t known.'), evidence }];
  if (value === 'notOffered')
    return [{ says: vscode.l10n.t('This service doesn’t list orders: check with your broker what is open.'), evidence }];
  const said = maskWhen(privacy.isPrivate)(serverText(value.lastError));
  return [
    { says: becameText(value, privacy), evidence },
    ...(said === '' ? [] : [{ says: vscode.l10n.t('The order says: {0}', said), evidence }]),
  ];
}

const partlyFilled: ReadonlySet<string> = new Set(['FILLED_PART', 'FILLED_ALL', 'CANCELLED_PART']);

/** What became of the order, according to its own status and filled quantity. Of an unknown status, nothing is concluded. */
function becameText(order: OrderRecord, privacy: Privacy): string {
  const filled = filledText(order, privacy);
  const status = statusWord(order.status);
  // A status of something filled, beside a filled quantity of zero, says neither.
  const isContradictory = filled === undefined && partlyFilled.has(order.status);
  if (isContradictory || !isDecimal(order.dealtQuantity.trim()))
    return vscode.l10n.t('Status: {0}. The order doesn’t say how much was filled.', status);
  if (order.status.startsWith('CANCELLED'))
    return filled === undefined ? vscode.l10n.t('Canceled. Nothing was filled.') : vscode.l10n.t('Canceled after {0} were filled.', filled);
  if (order.status === 'FILLED_ALL' && filled !== undefined) return vscode.l10n.t('Filled: {0}.', filled);
  const isOpen = isWorking(order.status);
  if (filled !== undefined)
    return isOpen
      ? vscode.l10n.t('Open, status: {0}. Filled so far: {1}.', status, filled)
      : vscode.l10n.t('Status: {0}. Filled: {1}.', status, filled);
  return isOpen
    ? vscode.l10n.t('Open, status: {0}. Nothing is filled.', status)
    : vscode.l10n.t('Status: {0}. Nothing was filled.', status);
}

function requestStatements(receipt: OrderReceipt, privacy: Privacy): readonly ReceiptStatement[] {
  const { attempts, lines } = receipt;
  if (attempts.length === 0) return [noneStatement(receipt)];
  return attempts.map((attempt) => ({
    says: wordsOf(attempt).inState(namedAs({ ...attempt, order: bySymbol(attempt) }, privacy), stateText(attempt)),
    evidence: lines.flatMap(({ seq, record }) =>
      record !== undefined && 'root' in record && record.root === attempt.root ? [entryId(seq)] : [],
    ),
  }));
}

/** A new order is named by its symbol: receipts that were written before are compared with this text. */
function bySymbol({ order }: Attempt): Attempt['order'] {
  return order === undefined ? undefined : { ...order, name: '' };
}

/** Only a journal without gaps can state that nothing was sent. */
function noneStatement(receipt: OrderReceipt): ReceiptStatement {
  const evidence = [journalId];
  return isWhole(receipt)
    ? {
        says: vscode.l10n.t('No request about this order was sent from this machine: its whole order journal, verified, has none.'),
        evidence,
      }
    : {
        says: vscode.l10n.t('The order journal has no request about this order. It isn’t whole, so this doesn’t show that none was sent.'),
        evidence,
      };
}

function fillStatements(
  { fills, order }: OrderReceipt,
  { isPrivate }: Privacy,
  { whyOf, missingIn }: ReadWords,
): readonly ReceiptStatement[] {
  const evidence = [orderReadId];
  if (fills === undefined) return [{ says: vscode.l10n.t('Single fills aren’t known: no list has those of paper accounts.'), evidence }];
  if ('error' in fills)
    return [{ says: vscode.l10n.t('Single fills aren’t known: they couldn’t be read. {0}', whyOf(fills.error)), evidence }];
  if (fills.value.verdict === 'notOffered')
    return [{ says: vscode.l10n.t('Single fills aren’t known: this service doesn’t list them.'), evidence }];
  const { items: listed, gaps } = seen(fills.value);
  const ids = listed.flatMap((fill, place) => (isTrade(fill) ? [fillId(place)] : []));
  const undone = listed.flatMap((fill, place) => (isTrade(fill) ? [] : [fillId(place)]));
  const items = listed.filter(isTrade);
  const left =
    undone.length === 0
      ? []
      : [
          {
            says: vscode.l10n.t('Fills that were canceled or changed afterwards, and aren’t counted: {0}.', undone.length),
            evidence: undone,
          },
        ];
  const total = items.reduce<bigint | undefined>((sum, { quantity }) => {
    const one = parseAmount(quantity);
    return sum === undefined || one === undefined ? undefined : sum + one;
  }, 0n);
  const sum = total === undefined ? '' : plainAmount(total);
  const shown = maskWhen(isPrivate)(showNumber(sum));
  const missing = gaps.length === 0 ? [] : [{ says: vscode.l10n.t('Fills may be missing: {0}', missingIn(gaps)), evidence }];
  if (listed.length === 0)
    return [{ says: vscode.l10n.t('The lists of fills that were read have none of this order.'), evidence }, ...missing];
  if (items.length === 0) return [...left, ...missing];
  const dealt = 'value' in order && typeof order.value === 'object' ? order.value.dealtQuantity : undefined;
  const agrees = dealt === undefined || sum === '' ? undefined : sameNumber(dealt, sum);
  return [
    { says: vscode.l10n.t('Fills listed: {0}, together {1}.', items.length, shown), evidence: ids },
    ...(agrees === undefined
      ? []
      : [
          {
            says: agrees
              ? vscode.l10n.t('The fills add up to what the order says is filled.')
              : vscode.l10n.t('The fills don’t add up to what the order says is filled.'),
            evidence: [orderReadId, ...ids],
          },
        ]),
    ...left,
    ...missing,
  ];
}
