import * as vscode from 'vscode';
import { currentOf, startText, traitsOf } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { TicketDraft } from '../../../app/orders/ticket/ticketDesk';
import type { OrderTarget } from '../../../domain/orders/orderAttempts';
import { checkField } from '../../../domain/orders/orderDraft';
import type { DraftProblem, OrderField } from '../../../domain/orders/orderDraft';
import { hasLimitPrice, needsAuxPrice } from '../../../domain/orders/orderRules';
import { marketDistance, stepOf } from '../../../domain/orders/ticketForm';
import type { MarketFacts } from '../../../domain/orders/orderWarnings';
import { maskWhen } from '../../../domain/text/mask';
import { showNumber } from '../../../domain/values/amount';
import type { TicketFact, TicketFieldView, TicketFormView, TicketHead, TicketTexts } from '../../../panel/orders/ticketProtocol';
import { idText } from '../../../domain/text/visibleText';
import { changeText, fieldName, hostOf, keptText, problemText, realMoneyText } from '../orderText';
import { actionText } from './askForYes';
import { valueParts, warningText } from '../ticket/ticketWords';
import { orderTypeWord, sideWord, statusWord } from '../ticket/wireWords';

/** The fields that the ticket's order type has. */
export function fieldsOf(ticket: Ticket): readonly OrderField[] {
  const type = ticket.orderType ?? '';
  return [
    'qty',
    ...(hasLimitPrice(type) ? ['price' as const] : []),
    ...(needsAuxPrice(type) !== false || ticket.typed.aux_price !== undefined ? ['aux_price' as const] : []),
  ];
}

/** The fields' initial texts. */
export function textsOf(ticket: Ticket): TicketTexts {
  return Object.fromEntries(fieldsOf(ticket).map((field) => [field, startText(ticket, field)]));
}

/** Security, exchange, and account. A ticket's figures are shown even in privacy mode; the account number is not. */
export function headView(ticket: Ticket, target: OrderTarget, isPrivate: boolean): TicketHead {
  const { order, accountId, accountName, orderId, exchange = '' } = ticket;
  const mask = maskWhen(isPrivate);
  const named = accountName === '' || accountName === accountId ? '' : `${idText(accountName)} · `;
  const facts: readonly TicketFact[] = [
    { label: vscode.l10n.t('Account'), value: `${named}${mask(idText(accountId))}` },
    { label: vscode.l10n.t('Order ID'), value: idText(orderId) },
    { label: vscode.l10n.t('Exchange'), value: idText(exchange) },
    { label: vscode.l10n.t('Type'), value: orderTypeWord(ticket.orderType ?? '') },
    ...(order === undefined
      ? []
      : [
          { label: vscode.l10n.t('Status'), value: statusWord(order.status) },
          ...(order.dealtQuantity.trim() === ''
            ? []
            : [
                { label: vscode.l10n.t('Filled'), value: vscode.l10n.t('{0} of {1}', number(order.dealtQuantity), number(order.quantity)) },
              ]),
        ]),
  ];
  return {
    world: {
      kind: target.isSandbox ? 'sandbox' : target.isPaper === true ? 'paper' : 'live',
      text: realMoneyText(target),
      host: hostOf(target.service),
    },
    title:
      order === undefined
        ? { side: '', quantity: '', symbol: idText(orderId), name: '' }
        : { side: sideWord(order.side), quantity: number(order.quantity), symbol: idText(order.code), name: idText(order.name) },
    facts: facts.filter(({ value }) => value !== ''),
  };
}

/**
 * The form's current state as texts.
 *
 * @param draft - Undefined where nothing can be worked out, because nobody is signed in any more.
 */
export function formView(ticket: Ticket, draft: TicketDraft | undefined, market: MarketFacts): TicketFormView {
  const fields = fieldsOf(ticket).map((field) => fieldView(ticket, field, market));
  if (draft?.ok !== true) {
    const problems = (draft?.problems ?? []).filter((problem) => !isOfField(problem));
    const isIdle = problems.some(({ reason }) => reason === 'nothingChanged');
    const idle = isIdle ? vscode.l10n.t('Change a value to review the order change.') : '';
    return { fields, problems: isIdle ? [] : problems.map(problemText), idle, changes: [], warnings: [], action: '', request: null };
  }
  const { preview, value } = draft.shown;
  return {
    fields,
    problems: [],
    idle: '',
    changes: [
      ...preview.change.fields.map((change) => ({
        label: fieldName(change.field),
        value: changeText(change),
        isChanged: change.isChanged !== false,
      })),
      ...(value === undefined
        ? []
        : [
            {
              label: vscode.l10n.t('Order value'),
              value: valueParts(value, ticket.order?.currency ?? ''),
              isChanged: value.difference !== '0',
            },
          ]),
    ],
    warnings: draft.warnings.map(warningText),
    action: `${actionText(preview)}…`,
    request: { line: `PUT ${preview.prepared.path}`, body: preview.prepared.bodyText },
  };
}

function isOfField({ field }: DraftProblem): boolean {
  return field === 'qty' || field === 'price' || field === 'aux_price';
}

function fieldView(ticket: Ticket, field: OrderField, market: MarketFacts): TicketFieldView {
  const typed = startText(ticket, field);
  const [traits, current] = [traitsOf(ticket), currentOf(ticket)[field]];
  const isOptional = field === 'aux_price' && needsAuxPrice(ticket.orderType ?? '') !== true;
  const checked = isOptional && typed.trim() === '' ? undefined : checkField(field, typed, traits, current);
  const change = checked?.ok === true ? checked.change : undefined;
  const step = stepOf(field, current ?? '', market);
  return {
    field,
    label: fieldName(field),
    now: current === undefined || current.trim() === '' ? '' : number(current),
    step,
    rule: isOptional ? vscode.l10n.t('Leave empty for no trigger price') : field === 'qty' ? quantityRule(ticket) : '',
    problem: checked?.ok === false ? problemText(checked.problem) : '',
    kept: change?.isCut === true ? keptText(change) : '',
    distance: field === 'qty' || change === undefined ? '' : distanceText(change.kept, market),
  };
}

/** What a quantity means where that is not obvious. */
function quantityRule({ order, securityType }: Ticket): string {
  if (securityType === 'OPTION' || securityType === 'FUTURES') return vscode.l10n.t('Number of contracts');
  const filled = order?.dealtQuantity.trim() ?? '';
  return /[1-9]/.test(filled) ? vscode.l10n.t('New total, of which {0} are filled', number(filled)) : '';
}

function distanceText(price: string, market: MarketFacts): string {
  const distance = marketDistance(price, market);
  switch (distance?.side) {
    case undefined:
      return '';
    case 'at':
      return vscode.l10n.t('at the last price');
    case 'above':
      return vscode.l10n.t('{0} above the last price', `${distance.percent}%`);
    case 'below':
      return vscode.l10n.t('{0} below the last price', `${distance.percent}%`);
  }
}

function number(text: string): string {
  return idText(showNumber(text));
}
