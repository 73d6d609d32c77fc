import * as vscode from 'vscode';
import { marketsOfAccount } from '../../../app/orders/lists/accountMarkets';
import { readFillPart } from '../../../app/orders/lists/pastParts';
import type { FillsOf } from '../../../app/orders/lists/pastParts';
import type { AccountItems } from '../../../app/accounts/accountBook';
import { accountKey } from '../../../app/session/accounts/accounts';
import type { Account } from '../../../app/session/accounts/accounts';
import type { ListedKind } from '../../../app/accounts/accountDirectory';
import { orderTypes } from '../../../domain/orders/orderRules';
import { maskWhen } from '../../../domain/text/mask';
import { idText } from '../../../domain/text/visibleText';
import type { FillRow, ListFacts, OrderRow, OrderWords, OrdersAccountView, OrdersTab } from '../../../panel/orders/ordersPageProtocol';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import { fillKey } from '../../../service/endpoints/tradingSources';
import { isWholeButOld, seen } from '../../../service/lists/list';
import type { Gap, List } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import { gapsText, untold } from '../../platform/lists/gapText';
import { silence } from '../../platform/silence';
import { briefSideWord, orderTypeLetters, orderTypeWord, sideWord, statusWord, timeInForceWord } from '../../platform/words/wireWords';

export function accountView(account: Account): OrdersAccountView {
  const { id, name, kind } = account;
  return { key: accountKey(account), id, name, kind };
}

export function orderRow(account: Account, { unknown, ...order }: OrderRecord): OrderRow {
  const key = accountKey(account);
  return { ...order, id: `${key}/${order.orderId}`, account: key, session: unknown['session'] ?? '' };
}

export function fillRow(account: Account, fill: FillRecord): FillRow {
  const key = accountKey(account);
  return { ...fill, id: `${key}/${fillKey(fill)}`, account: key };
}

/** The words for the service's sides, types, and states; the page shows unknown ones as received. */
export function orderWords(): OrderWords {
  const words = (values: readonly string[], word: (value: string) => string): Readonly<Record<string, string>> =>
    Object.fromEntries(values.map((value) => [value, word(value)]));
  return {
    side: words(sides, sideWord),
    briefSide: words(sides, briefSideWord),
    type: words(orderTypes, orderTypeWord),
    briefType: words(orderTypes, orderTypeLetters),
    status: words(statuses, statusWord),
    timeInForce: words(['DAY', 'GTC'], timeInForceWord),
  };
}

const sides = ['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'];
const statuses = [
  'WAITING_SUBMIT',
  'SUBMITTING',
  'SUBMITTED',
  'FILLED_PART',
  'FILLED_ALL',
  'CANCELLED_PART',
  'CANCELLED_ALL',
  'FAILED',
  'DISABLED',
  'DELETED',
  'CANCELLED',
  'CHANGED',
];

interface FactsOf {
  readonly tab: OrdersTab;
  readonly lists: readonly AccountItems<unknown>[];
  readonly directory: readonly ListedKind[];
  readonly isPrivate: boolean;
}

/** The notes of a list over all accounts: whether it is complete, and what is missing or not offered. */
export function listFacts({ tab, lists, directory, isPrivate }: FactsOf): ListFacts {
  const accountGaps = directory.flatMap(({ list }) => (list?.verdict === 'incomplete' ? untold(list.gaps) : []));
  // What an outage makes old is as complete as it was at the time that is shown.
  const isWhole = (list: List<unknown> | undefined): boolean => list?.verdict === 'complete' || (silence.isOn && isWholeButOld(list));
  const asked = lists.filter(({ account }) => noListOf(tab, account) === undefined);
  const gaps = asked.map(({ account, list }) => ({ account, gaps: list === undefined ? [] : seen(list).gaps }));
  const named = (account: Account, text: string): string =>
    lists.length < 2 ? text : vscode.l10n.t('{0}: {1}', accountName(account, isPrivate), text);
  const missing = gaps.flatMap((each) => {
    const told = untold(each.gaps).filter((gap) => gap.kind !== 'awaited' && gap.kind !== 'notOffered');
    return told.length === 0 ? [] : [named(each.account, gapsText(told.map(byMarket), tab === 'fills' ? 'fills' : 'orders'))];
  });
  const notes = [
    ...asked.flatMap(({ account, list }) => (list?.verdict === 'notOffered' ? [notOfferedText(tab, account)] : [])),
    ...gaps.flatMap((each) => lackingText(each.account, each.gaps)),
    ...lists.flatMap(({ account }) => noListOf(tab, account) ?? []),
  ];
  const times = lists.flatMap(({ updatedAtMs }) => updatedAtMs ?? []);
  const isKnown = directory.every(({ list }) => list !== undefined);
  return {
    isLoaded: lists.some(({ list }) => list !== undefined) || (isKnown && asked.length === 0),
    isComplete: isKnown && accountGaps.length === 0 && asked.every(({ list }) => isWhole(list)),
    missing: [...(accountGaps.length === 0 ? [] : [gapsText(accountGaps, 'accounts')]), ...missing],
    notes: [...new Set(notes)],
    updatedAt: times.length === 0 ? null : Math.min(...times),
  };
}

/** The name of an account; one without a name has its number, which is hidden. */
export function accountName({ id, name }: Account, isPrivate: boolean): string {
  return maskWhen(isPrivate && name === id)(idText(name));
}

/** Why an account has no list of this kind that could be requested. */
function noListOf(tab: OrdersTab, { kind, markets }: Account): string | undefined {
  if (kind === 'live') return undefined;
  if (tab === 'fills')
    return vscode.l10n.t('Fills of paper accounts aren’t listed. History shows what each of their orders filled in total.');
  if (markets.length > 0) return undefined;
  return vscode.l10n.t('The service doesn’t say which market a paper account trades, so its orders can’t be listed.');
}

function notOfferedText(tab: OrdersTab, { kind }: Account): string {
  const isPaper = kind === 'simulated';
  switch (tab) {
    case 'open':
      return isPaper
        ? vscode.l10n.t('This service doesn’t list orders of paper accounts.')
        : vscode.l10n.t('This service doesn’t list orders, except of paper accounts.');
    case 'history':
      return isPaper
        ? vscode.l10n.t('This service doesn’t list past orders of paper accounts.')
        : vscode.l10n.t('This service doesn’t list past orders, except of paper accounts.');
    case 'fills':
      return vscode.l10n.t('This service doesn’t list fills.');
  }
}

/** What the service doesn't offer of a list that it has in part: one of the two lists of fills, or some of the markets. */
function lackingText({ markets }: Account, gaps: readonly Gap[]): readonly string[] {
  const lacking = gaps.filter(({ kind }) => kind === 'notOffered');
  return ([undefined, 'today', 'before'] as const).flatMap((of) => {
    const parts = lacking.filter(({ part }) => readFillPart(part)?.of === of);
    if (parts.length === 0) return [];
    if (of !== undefined && parts.length >= marketsOfAccount(markets).length) return [partNotOfferedText(of)];
    return [gapsText(parts.map(byMarket), 'fills')];
  });
}

function partNotOfferedText(of: FillsOf): string {
  return of === 'today'
    ? vscode.l10n.t('This service doesn’t list today’s fills separately.')
    : vscode.l10n.t('This service lists today’s fills only.');
}

/** The list of a market is known by its market; which of the two lists of fills it is means nothing to users. */
function byMarket(gap: Gap): Gap {
  return { ...gap, part: readFillPart(gap.part)?.market ?? gap.part };
}
