import * as vscode from 'vscode';
import { codeOf, currentOf, ownTexts, readArguments, startText, traitsOf } from '../../../app/orders/ticket/ticket';
import { digitsOf, priceText } from '../../platform/words/orderLine';
import type { MarketDigits } from '../../platform/words/orderLine';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { anotherOrder, placingTyped } from '../../../app/orders/ticket/placingTicket';
import { orderValue } from '../../../domain/orders/orderWarnings';
import { estimateOf, termsOf, valueOf } from '../../../app/orders/ticket/ticketDesk';
import type { TicketDesk, TicketDraft } from '../../../app/orders/ticket/ticketDesk';
import type { KnownPower } from '../../../app/orders/ticket/tradingPowerReader';
import type { TicketQuoteReader } from '../../../app/orders/ticket/ticketQuote';
import { placingView } from '../place/placingView';
import type { OrderTarget } from '../../../domain/orders/orderAttempts';
import { checkField } from '../../../domain/orders/orderDraft';
import type { OrderField } from '../../../domain/orders/orderDraft';
import { isContract, kindOf } from '../../../domain/market/security';
import { placementFields } from '../../../domain/orders/placing/placement';
import type { PlacementProblem } from '../../../domain/orders/placing/placement';
import { hasLimitPrice, needsAuxPrice, withoutZero } from '../../../domain/orders/orderRules';
import { marketDistance, nextTick, stepOf } from '../../../domain/orders/ticketForm';
import { keepsToSteps, stepAt } from '../../../domain/market/priceSteps';
import { priceSteps } from '../../../domain/orders/orderWarnings';
import type { LimitFacts, MarketFacts, OrderWarning } from '../../../domain/orders/orderWarnings';
import { maskWhen } from '../../../domain/text/mask';
import { showNumber } from '../../../domain/values/amount';
import { withDigitsOf } from '../../../domain/security/tickPrice';
import type {
  TicketNotice,
  KeptTicket,
  TicketFact,
  TicketFieldView,
  TicketFormView,
  TicketHead,
  TicketStage,
  TicketTexts,
} from '../../../panel/ticket/ticketProtocol';
import type { OrderRecord } from '../../../service/records';
import { sentences } from '../../../domain/text/sentences';
import { idText } from '../../../domain/text/visibleText';
import { fieldName, hostOf, keptText, problemText, originText, worldLines } from '../orderText';
import { changeText } from '../story/names';
import { waiting } from '../../platform/trees/waiting';
import { dealText } from '../words/dealWords';
import type { NewsAction } from '../outcomeNews';
import type { Rehearsed } from './ticketFormDependencies';
import { currencyOf, estimateText, valueParts, warningText, worthText } from '../ticket/ticketWords';
import { directionOf } from '../../../domain/market/fill';
import { orderTypeWord, sideWord, statusWord, timeInForceWord } from '../../platform/words/wireWords';

/** The fields that the ticket's order type has. */
function fieldsOf(ticket: Ticket): readonly OrderField[] {
  const type = ticket.orderType ?? '';
  if (ticket.placing !== undefined) return placementFields(type);
  return [
    'qty',
    ...(hasLimitPrice(type) ? ['price' as const] : []),
    ...(needsAuxPrice(type) !== false || ticket.typed.aux_price !== undefined ? ['aux_price' as const] : []),
  ];
}

/** The fields' initial texts. */
export function textsOf(ticket: Ticket): TicketTexts {
  const numbers = Object.fromEntries(fieldsOf(ticket).map((field) => [field, startText(ticket, field)]));
  const { placing } = ticket;
  return placing === undefined ? numbers : { ...numbers, ...placing.choices, remark: placing.remark };
}

/** The ticket with the values that the page sends; only the numbers that its order type has. */
export function withTyped(ticket: Ticket, texts: TicketTexts): Ticket {
  if (ticket.placing !== undefined) return placingTyped(ticket, ticket.placing, texts);
  const own = fieldsOf(ticket).flatMap((field) => (texts[field] === undefined ? [] : [[field, texts[field]] as const]));
  return { ...ticket, typed: { ...ticket.typed, ...Object.fromEntries(own) } };
}

/** What the page keeps over a reload of the window. Values that were sent, or can't be sent, are not filled in again. */
export function keptOf(ticket: Ticket, { service }: Pick<OrderTarget, 'service'>, stage: TicketStage): KeptTicket {
  const { accountId, orderId, exchange, placing, isPaper } = ticket;
  const origin = ticket.origin === undefined ? {} : { origin: ticket.origin };
  // A new order cannot be read again, and may have been sent.
  if (placing !== undefined) return { service, ...origin, order: readArguments(anotherOrder(ticket, placing)) };
  const { qty, price, aux_price: auxPrice } = stage.kind === 'editing' || stage.kind === 'checking' ? ownTexts(ticket) : {};
  return {
    service,
    ...origin,
    order: readArguments({ accountId, orderId, exchange, qty, price, auxPrice, accountKind: isPaper ? 'simulated' : undefined }),
  };
}

/**
 * World, account, security, and exchange. A ticket's figures are shown even in privacy mode; the account number is not.
 *
 * @param now - The order that was sent, as last read: the head is then about it.
 */
export function headView(
  ticket: Ticket,
  target: OrderTarget,
  isPrivate: boolean,
  market: MarketDigits | undefined,
  now?: OrderRecord,
): TicketHead {
  const { placing, accountId, accountName, exchange = '' } = ticket;
  const { order = now, orderId } = now === undefined ? ticket : { order: now, orderId: now.orderId };
  const mask = maskWhen(isPrivate);
  const named = accountName === '' || accountName === accountId ? '' : `${idText(accountName)} · `;
  const facts: readonly TicketFact[] = [
    { label: vscode.l10n.t('Order ID'), value: idText(orderId) },
    { label: vscode.l10n.t('Exchange'), value: idText(exchange) },
    { label: vscode.l10n.t('Type'), value: placing === undefined ? typeText(ticket, order?.timeInForce ?? '') : '' },
    ...(order === undefined
      ? []
      : [
          { label: vscode.l10n.t('Status'), value: statusWord(order.status) },
          ...(order.dealtQuantity.trim() === ''
            ? []
            : [
                { label: vscode.l10n.t('Filled'), value: vscode.l10n.t('{0} of {1}', number(order.dealtQuantity), number(order.quantity)) },
              ]),
          { label: vscode.l10n.t('Average fill price'), value: priceText(withoutZero(order.dealtAveragePrice), market) },
        ]),
  ];
  return {
    isNew: placing !== undefined,
    rehearsal: ticket.rehearses !== undefined ? 'running' : placing !== undefined && target.isPaper !== true ? 'offered' : 'none',
    world: {
      kind: target.isPaper === true ? 'paper' : target.isSandbox ? 'sandbox' : 'live',
      text: [...(ticket.rehearses === undefined ? [] : [vscode.l10n.t('REHEARSAL')]), ...worldLines(target)].join(' · '),
      host: hostOf(target.service),
    },
    account: {
      label: target.isPaper === true ? vscode.l10n.t('Paper account') : vscode.l10n.t('Account'),
      value: `${named}${mask(idText(accountId))}`,
    },
    origin: originText(ticket.origin),
    title:
      placing !== undefined && now === undefined
        ? { side: vscode.l10n.t('New Order'), quantity: '', price: '', symbol: idText(placing.code), name: idText(placing.name) }
        : order === undefined
          ? { side: '', quantity: '', price: '', symbol: idText(orderId), name: '' }
          : {
              ...{ side: sideWord(order.side), direction: directionOf(order.side) },
              ...{ quantity: number(order.quantity), price: hasLimitPrice(order.orderType) ? idText(withoutZero(order.price)) : '' },
              ...{ symbol: idText(codeOf(ticket)), name: idText(order.name) },
            },
    facts: facts.filter(({ value }) => value !== ''),
  };
}

/** What the ticket describes now; undefined if nobody is signed in, which the stage shows. */
export function draftIn(desk: Pick<TicketDesk, 'draft'>, ticket: Ticket, market: MarketFacts, known?: LimitFacts): TicketDraft | undefined {
  try {
    return desk.draft(ticket, market, known);
  } catch {
    return undefined;
  }
}

/**
 * The form's current state as texts.
 *
 * @param draft - Undefined if it cannot be computed because nobody is signed in.
 * @param toldLimit - The hard limit that stopped the last review; empty if none did.
 */
export function formView(
  ticket: Ticket,
  draft: TicketDraft | undefined,
  quotes: Pick<TicketQuoteReader, 'market' | 'state'>,
  power: KnownPower = { kind: 'none', power: undefined },
  toldLimit = '',
): Omit<TicketFormView, 'risk' | 'position'> {
  const fields = fieldsOf(ticket).map((field) => fieldView(ticket, field, quotes));
  const placing = placingView(ticket, draft?.ok === false ? draft.problems : [], power, quotes.market);
  if (draft?.ok !== true) {
    const problems = (draft?.problems ?? []).filter((problem) => !isOfField(problem));
    const isIdle = problems.some(({ reason }) => reason === 'nothingChanged');
    const idle = isIdle
      ? vscode.l10n.t('Change a value to review the order change.')
      : fieldsOf(ticket).some((field) => isUntouched(ticket, field))
        ? vscode.l10n.t('Enter the missing numbers to review the order.')
        : '';
    const told = isIdle ? [] : problems.map(problemText);
    return { fields, ...placing, problems: told, idle, changes: [], limits: [], warnings: [], action: '', request: null };
  }
  const { preview } = draft.shown;
  const value = valueOf(draft.shown, quotes.market);
  const estimate = estimateOf(draft.shown, quotes.market);
  const isPriced = orderValue(termsOf(preview)) !== undefined;
  // The rest of the order may be out of sight.
  const besidePrice = (view: TicketFieldView): TicketFieldView =>
    view.field !== 'price' || value === undefined
      ? view
      : { ...view, distance: [view.distance, worthText(value, currencyOf(ticket))].filter((text) => text !== '').join(' · ') };
  const market = digitsOf(quotes.market);
  const textOf = (warning: OrderWarning): string => warningText(warning, market);
  const hard = draft.warnings.filter(isHard).map(textOf);
  return {
    fields: fields.map(besidePrice),
    ...placing,
    problems: [],
    idle: '',
    changes: [
      // What a new order is sent with stands in its fields, unless less of it is kept.
      ...termsOf(preview)
        .fields.filter(({ isCut }) => preview.action !== 'place' || isCut)
        .map((change) => ({
          label: fieldName(change.field),
          value: changeText(change, market),
          isChanged: change.isChanged !== false,
        })),
      ...(isPriced
        ? [
            {
              label: vscode.l10n.t('Order value'),
              value: value === undefined ? vscode.l10n.t('contract size unknown') : valueParts(value, currencyOf(ticket)),
              isChanged: value !== undefined && value.difference !== '0',
            },
          ]
        : []),
      ...(estimate === undefined
        ? []
        : [{ label: vscode.l10n.t('Estimated value'), value: estimateText(estimate, currencyOf(ticket), market), isChanged: true }]),
      ...(preview.action === 'place' && (value !== undefined || estimate !== undefined)
        ? [{ label: vscode.l10n.t('Fees and taxes'), value: vscode.l10n.t('not provided by this service'), isChanged: false }]
        : []),
    ],
    limits: hard.length > 0 || toldLimit === '' ? hard : [toldLimit],
    // What the prices say already is not said twice.
    warnings: draft.warnings.filter((warning) => !isHard(warning) && warning.kind !== 'suspended').map(textOf),
    action: `${dealText(preview, digitsOf(quotes.market))}…`,
    request: {
      line: `${'method' in preview.prepared ? preview.prepared.method : 'PUT'} ${preview.prepared.path}`,
      body: preview.prepared.bodyText,
    },
  };
}

/** `LIMIT · DAY`: what becomes of an order that waits, too. */
function typeText({ orderType = '' }: Ticket, timeInForce: string): string {
  return [orderTypeWord(orderType), timeInForceWord(timeInForce)].filter((text) => text !== '').join(' · ');
}

function isHard({ kind }: OrderWarning): boolean {
  return kind === 'hard';
}

function isOfField({ field }: PlacementProblem): boolean {
  return field === 'qty' || field === 'price' || field === 'aux_price' || field === 'remark';
}

/** A number of a new order that neither a price nor the user has filled in yet: it is missing, and not wrong. */
function isUntouched(ticket: Ticket, field: OrderField): boolean {
  return ticket.placing !== undefined && ticket.typed[field] === undefined && startText(ticket, field) === '';
}

function fieldView(ticket: Ticket, field: OrderField, { market, state }: Pick<TicketQuoteReader, 'market' | 'state'>): TicketFieldView {
  const typed = startText(ticket, field);
  const [traits, current] = [traitsOf(ticket), currentOf(ticket)[field]];
  const isOptional = field === 'aux_price' && needsAuxPrice(ticket.orderType ?? '') !== true;
  const isMissing = isUntouched(ticket, field);
  const checked = isMissing || (isOptional && typed.trim() === '') ? undefined : checkField(field, typed, traits, current);
  const change = checked?.ok === true ? checked.change : undefined;
  const step = stepOf(field, current ?? typed, market, traits);
  return {
    field,
    label: fieldName(field),
    now: current === undefined || current.trim() === '' ? '' : field === 'qty' ? number(current) : priceText(current, digitsOf(market)),
    step,
    rule: isOptional
      ? vscode.l10n.t('Leave empty for no trigger price')
      : field === 'qty'
        ? quantityRule(ticket)
        : field === 'price' && isMissing
          ? noPriceText(state)
          : '',
    problem: checked?.ok === false ? problemText(checked.problem) : '',
    kept: change?.isCut === true ? keptText(change) : '',
    distance: change === undefined ? '' : field === 'qty' ? longNumber(change.kept) : distanceText(change.kept, market),
    offTick: change === undefined || field === 'qty' || change.isChanged === false ? null : offTickOf(ticket, change.kept, market),
  };
}

/** The prices on the tick around one that isn't. */
function offTickOf(ticket: Ticket, price: string, market: MarketFacts): TicketFieldView['offTick'] {
  const traits = traitsOf(ticket);
  const steps = priceSteps(traits, market);
  if (keepsToSteps(price, steps) !== false) return null;
  const { priceSpread, lastPrice } = market;
  const nearest = (['down', 'up'] as const).flatMap((way) => nextTick(price, way, market, traits) ?? []);
  return {
    tick: priceText(stepAt(price, steps) ?? '', digitsOf(market)),
    nearest: nearest.map((near) => withDigitsOf(near, priceSpread, lastPrice)),
  };
}

/** Why the price of a new order is still empty. */
function noPriceText({ kind }: TicketQuoteReader['state']): string {
  return kind === 'loading'
    ? vscode.l10n.t('Filled in when the service sends a price. You can also enter one.')
    : vscode.l10n.t('No recent price came from the service. Enter a price.');
}

/** What a quantity means, if that is not obvious. */
function quantityRule({ order, securityType }: Ticket): string {
  if (isContract(kindOf(securityType ?? ''))) return vscode.l10n.t('Number of contracts');
  const filled = order?.dealtQuantity.trim() ?? '';
  return /[1-9]/.test(filled) ? vscode.l10n.t('New total, of which {0} are filled', number(filled)) : '';
}

/** A quantity of so many digits is hard to read without groups. */
const longDigits = 5;

/** `= 120,000`: a quantity that is hard to read without groups, where a zero too many is seen. */
function longNumber(quantity: string): string {
  return quantity.length < longDigits ? '' : `= ${number(quantity)}`;
}

function distanceText(price: string, market: MarketFacts): string {
  const { side, percent = '', isOutside } = marketDistance(price, market) ?? {};
  switch (side) {
    case undefined:
      return '';
    case 'at':
      return isOutside === true ? vscode.l10n.t('at the extended-hours price') : vscode.l10n.t('at the last price');
    case 'above':
      return isOutside === true
        ? vscode.l10n.t('{0} above the extended-hours price', `${percent}%`)
        : vscode.l10n.t('{0} above the last price', `${percent}%`);
    case 'below':
      return isOutside === true
        ? vscode.l10n.t('{0} below the extended-hours price', `${percent}%`)
        : vscode.l10n.t('{0} below the last price', `${percent}%`);
  }
}

function number(text: string): string {
  return idText(showNumber(text));
}

/**
 * A form that is filled in, with nothing newer to say: of a live order that is rehearsed in a paper account or the sandbox, what it is and which
 * of its values are left out; of a program’s proposal, that; of one to cancel the order, also the way to the question.
 */
export function restingStage(
  { origin }: Pick<Ticket, 'origin'>,
  cancel: () => Promise<void>,
  rehearsed?: Rehearsed,
): readonly [TicketStage, readonly NewsAction[]] {
  const rest = (notice: Omit<TicketNotice, 'actions'>, actions: readonly NewsAction[]): readonly [TicketStage, readonly NewsAction[]] => [
    { kind: 'editing', notice: { ...notice, actions: actions.map(({ label }) => label) } },
    actions,
  ];
  if (rehearsed !== undefined) return rest({ tone: 'open', ...rehearsed.rehearsed }, [rehearsed.elsewhere]);
  if (origin?.kind !== 'program') return [{ kind: 'editing', notice: null }, []];
  const message = sentences(originText(origin), vscode.l10n.t('Nothing was sent.'));
  const actions = origin.wants === 'cancel' ? [{ label: vscode.l10n.t('Cancel Order…'), run: cancel }] : [];
  return rest({ tone: 'open', message, detail: '' }, actions);
}

/** The stage while the order is checked before the final confirmation; if that takes long, it shows why. */
export function checkingStage({ orderId, placing }: Pick<Ticket, 'orderId' | 'placing'>): TicketStage {
  const message =
    placing === undefined
      ? vscode.l10n.t('Checking order {0}', idText(orderId))
      : vscode.l10n.t('Checking the new order in {0}', idText(placing.code));
  const reason = waiting.text('trading');
  return { kind: 'checking', message: reason === undefined ? message : vscode.l10n.t('{0}: {1}', message, reason) };
}

/** The stage while the user is asked for the last time. */
export function askedStage(): TicketStage {
  return { kind: 'checking', message: vscode.l10n.t('Waiting for your confirmation'), isAsked: true };
}

/** The stage while the request is running. */
export function sendingStage({ orderId, placing }: Pick<Ticket, 'orderId' | 'placing'>): TicketStage {
  const message =
    placing === undefined
      ? vscode.l10n.t('Modifying order {0}', idText(orderId))
      : vscode.l10n.t('Placing the order in {0}', idText(placing.code));
  return { kind: 'sending', message };
}
