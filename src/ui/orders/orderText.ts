import * as vscode from 'vscode';
import type { OrderOrigin } from '../../domain/orders/orderOrigin';
import { programText } from '../platform/words/programText';
import type { Account } from '../../app/session/accounts/accounts';
import type { OrderFacts, OrderTarget } from '../../domain/orders/orderAttempts';
import type { DecimalProblem } from '../../domain/values/decimal';
import type { FieldChange, OrderField } from '../../domain/orders/orderDraft';
import type { PlacementProblem } from '../../domain/orders/placing/placement';
import { idText } from '../../domain/text/visibleText';
import { unverified } from '../platform/network/unverified';
import { orderTypeWord, sideWord } from '../platform/words/wireWords';

export function fieldName(field: OrderField): string {
  switch (field) {
    case 'qty':
      return vscode.l10n.t('Quantity');
    case 'price':
      return vscode.l10n.t('Price');
    case 'aux_price':
      return vscode.l10n.t('Trigger price');
  }
}

/** What is wrong with a draft, in a sentence that names the field. */
export function problemText(problem: PlacementProblem): string {
  switch (problem.reason) {
    case 'nothingChanged':
      return vscode.l10n.t('Nothing has changed.');
    case 'aShare':
      return vscode.l10n.t('A-share orders can’t be modified. Nothing was sent.');
    case 'required':
      return vscode.l10n.t('This order type needs a trigger price.');
    case 'invisible':
      return vscode.l10n.t('Remark: remove the invisible characters.');
    case 'tooLong':
      return vscode.l10n.t('Remark: at most {0} bytes, and the mark.', problem.most);
    case 'malformed':
      return malformedText(problem.field);
    case 'zeroAfterCut':
      return vscode.l10n.t({
        message: '{0}: the service would keep only {1}, which is zero.',
        args: [fieldName(problem.field), problem.kept],
        comment: ['{0} is a field such as Price, {1} a number such as 0.0000.'],
      });
    default:
      return vscode.l10n.t('{0}: {1}', fieldName(problem.field), decimalProblemText(problem.reason));
  }
}

function malformedText(field: Extract<PlacementProblem, { reason: 'malformed' }>['field']): string {
  switch (field) {
    case 'acc_id':
      return vscode.l10n.t('Not a valid account ID.');
    case 'order_id':
      return vscode.l10n.t('Not a valid order ID.');
    case 'exchange':
      return vscode.l10n.t('Not a valid exchange code. Use a code such as SEHK.');
    case 'code':
      return vscode.l10n.t('Not a valid symbol. Use a symbol such as HK.00700.');
    case 'market':
      return vscode.l10n.t('The market of this paper account isn’t known.');
    default:
      return vscode.l10n.t('Choice not possible. It doesn’t fit the security or the account.');
  }
}

function decimalProblemText(problem: DecimalProblem): string {
  const texts: Readonly<Record<DecimalProblem, string>> = {
    empty: vscode.l10n.t('enter a number.'),
    otherDigits: vscode.l10n.t('use digits 0 to 9 and a decimal point, no full-width characters.'),
    spaces: vscode.l10n.t('remove the spaces.'),
    negative: vscode.l10n.t('must not be negative.'),
    plusSign: vscode.l10n.t('remove the plus sign.'),
    separator: vscode.l10n.t('remove commas and other separators: 1234.5, not 1,234.5.'),
    exponent: vscode.l10n.t('write all digits, without an exponent.'),
    characters: vscode.l10n.t('use only digits and one decimal point.'),
    severalPoints: vscode.l10n.t('use only one decimal point.'),
    noWholePart: vscode.l10n.t('add a digit before the decimal point, as in 0.5.'),
    noFraction: vscode.l10n.t('add a digit after the decimal point.'),
    leadingZero: vscode.l10n.t('remove leading zeros.'),
    tooManyWholeDigits: vscode.l10n.t('at most 15 digits before the decimal point.'),
    tooManyDecimals: vscode.l10n.t('at most 9 decimals.'),
    zero: vscode.l10n.t('must be greater than zero.'),
  };
  return texts[problem];
}

/** `12.34567 → 12.3456 is kept` */
export function keptText(change: FieldChange): string {
  return vscode.l10n.t({
    message: '{0}, kept as {1}',
    args: [change.typed, change.kept],
    comment: ['{0} is the number as typed, {1} the number that the service keeps of it.'],
  });
}

/** Marks an order of a paper account, next to its icon. */
export function paperWord(): string {
  return vscode.l10n.t({ message: 'paper', args: [], comment: ['Of an order in a paper account.'] });
}

/** Marks a paper account; empty for a live one. */
export function paperAccountWord({ kind }: Pick<Account, 'kind'>): string {
  return kind === 'simulated' ? vscode.l10n.t('paper account') : '';
}

/** States unmistakably whether real money is involved. */
export function realMoneyText(target: Pick<OrderTarget, 'isSandbox' | 'isPaper'>): string {
  if (target.isSandbox && target.isPaper === true) return vscode.l10n.t('SANDBOX, PAPER – no real money');
  if (target.isSandbox) return vscode.l10n.t('SANDBOX – no real money');
  return target.isPaper === true ? vscode.l10n.t('PAPER – no real money') : vscode.l10n.t('LIVE – REAL MONEY');
}

/** The first lines of every final confirmation: whether real money is involved, and any problem with the connection. */
export function worldLines(target: Pick<OrderTarget, 'isSandbox' | 'isPaper' | 'service'>): readonly string[] {
  const warning = vscode.l10n.t('UNVERIFIED CERTIFICATE – trusted by you alone');
  return unverified.has(target.service) ? [realMoneyText(target), warning] : [realMoneyText(target)];
}

/** Says who, if not the user, filled in an order; empty for the user. It stands in the form and in every question before the order is sent. */
export function originText(origin: OrderOrigin | undefined): string {
  if (origin === undefined || origin.kind === 'user') return '';
  if (origin.kind === 'command') return vscode.l10n.t('Filled in by a command, not by you. Check every value.');
  const by = programText({ kind: origin.program ?? 'agent', name: origin.name ?? '' });
  return origin.wants === 'cancel'
    ? vscode.l10n.t('Proposed by {0}: cancel this order.', by)
    : vscode.l10n.t('Proposed by {0}. Check every value.', by);
}

/** `BUY TENCENT (HK.00700) · LIMIT`: an order's security and type, without its numbers. */
export function factsText(order: Pick<OrderFacts, 'side' | 'name' | 'code' | 'orderType'>): string {
  const security = order.name.trim() === '' ? idText(order.code) : vscode.l10n.t('{0} ({1})', idText(order.name), idText(order.code));
  return [`${sideWord(order.side)} ${security}`.trim(), orderTypeWord(order.orderType)].filter((text) => text !== '').join(' · ');
}

export function hostOf(service: string): string {
  return URL.canParse(service) ? new URL(service).host : service;
}
