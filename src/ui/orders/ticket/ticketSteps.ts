import * as vscode from 'vscode';
import type { Account } from '../../../app/session/accounts/accounts';
import {
  deriveExchange,
  hasEnded,
  isAShare,
  mayHoldFutures,
  needsAuxPrice,
  normaliseExchange,
  normaliseId,
  orderTypes,
  suggestExchanges,
} from '../../../domain/orders/orderRules';
import type { OrderAction } from '../../../domain/orders/orderAttempts';
import type { OrderRecord } from '../../../service/records';
import { idText } from '../../../domain/text/visibleText';
import { accountItem } from '../cancel/chooseAccount';
import type { AccountLook } from '../cancel/chooseAccount';
import { paperWord, problemText } from '../orderText';
import { orderLine } from '../../platform/words/orderLine';
import type { DigitsOf } from '../../platform/words/orderLine';
import { askText, pickOne } from './quickSteps';
import type { Step, StepFrame, StepMove, TextQuestion } from './quickSteps';
import { inAccount, OrderSubject, withOrder, withSubject } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { orderTypeWord, statusWord } from '../../platform/words/wireWords';

/** The choices; no orders if the service does not list them. */
export interface TicketSources {
  /** Live accounts, and paper accounts with open orders. */
  readonly accounts: readonly Account[];
  /** The orders of a live account. */
  readonly orders: (accountId: string) => Promise<readonly OrderRecord[] | undefined>;
  /** The open orders of paper accounts. */
  readonly paper: readonly OrderSubject[];
  /** The order with this ID in a paper account, read now; undefined if no account lists it, or several do. */
  readonly paperOrder: (orderId: string, accountId?: string) => Promise<OrderSubject | undefined>;
  /** The order with this ID in a live account; undefined if the service does not list it. */
  readonly order: (accountId: string, orderId: string) => Promise<OrderRecord | undefined>;
  /** The action that the order is chosen for. */
  readonly action: OrderAction;
  /** How accounts and figures look now. */
  readonly look: () => AccountLook;
  readonly digits?: DigitsOf | undefined;
}

type TicketStep = Step<Ticket>;
type Judgement = ReturnType<TextQuestion['judge']>;

/** The questions that a form depends on: which order it is, and what no record says about it. */
export function ticketSteps(sources: TicketSources): readonly TicketStep[] {
  const chosen = [accountStep(sources), orderStep(sources), exchangeStep(sources)];
  return sources.action === 'cancel' ? chosen : [...chosen, orderTypeStep, securityTypeStep];
}

interface ChoiceItem<T> extends vscode.QuickPickItem {
  readonly choice?: T;
}

function next(state: Ticket): StepMove<Ticket> {
  return { move: 'next', state };
}

function accountStep(sources: TicketSources): TicketStep {
  const { accounts, look } = sources;
  return {
    id: 'account',
    applies: () => true,
    isDone: ({ accountId }) => accountId !== '',
    run: async (ticket, frame) => {
      const choose = (account: Account): StepMove<Ticket> => next(inAccount(ticket, account));
      const type = async (): Promise<StepMove<Ticket>> => {
        const prompt = vscode.l10n.t('ID of the account that holds the order');
        const answer = await askText(afterList(frame, accounts), {
          prompt,
          value: ticket.accountId,
          judge: (text) => judgeId(text, 'acc_id'),
        });
        if (answer.move !== 'next') return backToList(answer, 'account', accounts);
        const listed = accounts.find(({ id }) => id === answer.text);
        const typed: Account = listed ?? { id: answer.text, name: answer.text, kind: 'live', markets: [], source: 'settings' };
        return choose(typed);
      };
      if (accounts.length === 0) return type();
      const items: ChoiceItem<Account>[] = accounts.map((account) => ({ ...accountItem(account, look()), choice: account }));
      const typed: ChoiceItem<Account> = {
        label: vscode.l10n.t('Enter an account ID…'),
        iconPath: new vscode.ThemeIcon('keyboard'),
        alwaysShow: true,
      };
      const active = items.find(({ choice }) => choice !== undefined && inAccount(ticket, choice) === ticket);
      const answer = await pickOne(frame, { placeholder: vscode.l10n.t('Account that holds the order'), items: [...items, typed], active });
      if (answer.move !== 'next') return answer;
      return answer.item.choice === undefined ? type() : choose(answer.item.choice);
    },
  };
}

function orderStep(sources: TicketSources): TicketStep {
  return {
    id: 'order',
    applies: () => true,
    isDone: ({ orderId }) => orderId !== '',
    run: async (ticket, frame) => {
      const { paper } = sources;
      const orders = ticket.isPaper ? [] : await sources.orders(ticket.accountId);
      const live = (orders ?? []).filter(({ status }) => !hasEnded(status));
      const isOnlyLive = !ticket.isPaper && sources.accounts.filter(({ kind }) => kind === 'live').length === 1;
      const simulated = isOnlyLive ? paper : paper.filter(({ account }) => ticket.isPaper && account.id === ticket.accountId);
      const open = [...live, ...simulated];
      const type = async (): Promise<StepMove<Ticket>> => {
        const find = (text: string): OrderRecord | undefined => orders?.find(({ orderId }) => orderId === text.trim());
        const judge = (text: string): Judgement => {
          const known = find(text);
          return known !== undefined && isRefused(known, sources)
            ? { severity: 'error', message: problemText({ field: 'exchange', reason: 'aShare' }) }
            : judgeId(text, 'order_id');
        };
        const answer = await askText(afterList(frame, open), {
          prompt: sources.action === 'cancel' ? vscode.l10n.t('ID of the order to cancel') : vscode.l10n.t('ID of the order to modify'),
          value: ticket.orderId,
          judge,
        });
        if (answer.move !== 'next') return backToList(answer, 'order', open);
        const [listed, another] = find(answer.text) === undefined ? simulated.filter(({ order }) => order.orderId === answer.text) : [];
        if (listed !== undefined && another === undefined) return next(withSubject(ticket, listed));
        const order = ticket.isPaper ? undefined : await sources.order(ticket.accountId, answer.text);
        const mayBePaper = order === undefined && (ticket.isPaper || isOnlyLive);
        const found = mayBePaper ? await sources.paperOrder(answer.text, ticket.isPaper ? ticket.accountId : undefined) : undefined;
        return next(found === undefined ? withOrder(ticket, answer.text, order) : withSubject(ticket, found));
      };
      if (open.length === 0) return type();
      const items = [
        ...live.map((order) => orderItem(order, sources)),
        ...(isOnlyLive ? inGroups(simulated, sources) : simulated.map((one) => paperItem(one, sources))),
      ];
      const typed: OrderItem = {
        label: vscode.l10n.t('Enter an order ID…'),
        iconPath: new vscode.ThemeIcon('keyboard'),
        alwaysShow: true,
      };
      const answer = await pickOne<OrderItem>(frame, {
        placeholder: sources.action === 'cancel' ? vscode.l10n.t('Order to cancel') : vscode.l10n.t('Order to modify'),
        items: [...items, typed],
        active: items.find(({ choice }) => choice !== undefined && choice.order.orderId === ticket.orderId),
        refuse: ({ choice }) =>
          choice !== undefined && isRefused(choice.order, sources) ? problemText({ field: 'exchange', reason: 'aShare' }) : undefined,
      });
      if (answer.move !== 'next') return answer;
      const { choice } = answer.item;
      if (choice === undefined) return type();
      return next(choice instanceof OrderSubject ? withSubject(ticket, choice) : withOrder(ticket, choice.order.orderId, choice.order));
    },
  };
}

/** A-share orders can be canceled, but not modified. */
function isRefused({ code, securityType }: OrderRecord, { action }: Pick<TicketSources, 'action'>): boolean {
  return isBarred(action, { code, exchange: deriveExchange(code, securityType) ?? '' });
}

type OrderItem = ChoiceItem<OrderSubject | Pick<OrderSubject, 'order'>>;

/** The line below the name of each account. */
function inGroups(subjects: readonly OrderSubject[], sources: TicketSources): readonly OrderItem[] {
  return subjects.flatMap((subject, at) => {
    const { account } = subject;
    const { label: name } = accountItem(account, sources.look());
    const head = { label: vscode.l10n.t('Paper account: {0}', name), kind: vscode.QuickPickItemKind.Separator };
    const item = paperItem(subject, sources);
    return subjects[at - 1]?.account.id === account.id ? [item] : [head, item];
  });
}

function paperItem(subject: OrderSubject, sources: TicketSources): OrderItem {
  const item = orderItem(subject.order, sources, subject.symbol);
  const { description = '' } = item;
  return { ...item, description: `${paperWord()} · ${description}`, iconPath: new vscode.ThemeIcon('note'), choice: subject };
}

function orderItem(order: OrderRecord, sources: Pick<TicketSources, 'action' | 'look' | 'digits'>, symbol = order.code): OrderItem {
  const blocked = isRefused(order, sources);
  return {
    label: orderLine(order, { ...sources.look(), market: sources.digits?.(symbol) }),
    description: idText(order.orderId),
    detail: blocked
      ? vscode.l10n.t('A-share orders can’t be modified')
      : [idText(order.code), orderTypeWord(order.orderType), statusWord(order.status)].filter((text) => text !== '').join(' · '),
    iconPath: new vscode.ThemeIcon(blocked ? 'circle-slash' : 'list-ordered'),
    choice: { order },
  };
}

/** Asked only if symbol and security type are ambiguous; the exchange can still be changed later. */
const exchangeStep = ({ action }: TicketSources): TicketStep => ({
  id: 'exchange',
  applies: ({ order, exchange, isPaper }) =>
    !isPaper && (order === undefined || deriveExchange(order.code, order.securityType) !== exchange || exchange === undefined),
  isDone: ({ exchange }) => exchange !== undefined,
  run: async (ticket, frame) => {
    const { code = '', securityType = '' } = ticket.order ?? {};
    const items: ChoiceItem<string>[] = suggestExchanges(code, securityType).map((exchange) => ({
      label: exchange,
      ...(isBarred(action, { exchange, code: '' }) ? { description: vscode.l10n.t('A-share orders can’t be modified') } : {}),
      choice: exchange,
    }));
    const other: ChoiceItem<string> = {
      label: vscode.l10n.t('Enter an exchange…'),
      iconPath: new vscode.ThemeIcon('keyboard'),
      alwaysShow: true,
    };
    const answer = await pickOne<ChoiceItem<string>>(frame, {
      placeholder: vscode.l10n.t('Exchange for this order'),
      items: [...items, other],
      active: items.find(({ choice }) => choice === ticket.exchange),
      refuse: ({ choice }) =>
        choice !== undefined && isBarred(action, { exchange: choice, code })
          ? problemText({ field: 'exchange', reason: 'aShare' })
          : undefined,
    });
    if (answer.move !== 'next') return answer;
    if (answer.item.choice !== undefined) return { move: 'next', state: { ...ticket, exchange: answer.item.choice } };
    const prompt = vscode.l10n.t('Exchange code used by the service, such as SEHK');
    const typed = await askText(afterList(frame, items), {
      prompt,
      value: ticket.exchange ?? '',
      judge: (text) => judgeExchange(text, action),
    });
    return typed.move === 'next'
      ? { move: 'next', state: { ...ticket, exchange: normaliseExchange(typed.text) ?? '' } }
      : backToList(typed, 'exchange', items);
  },
});

function isBarred(action: OrderAction, place: Parameters<typeof isAShare>[0]): boolean {
  return action === 'modify' && isAShare(place);
}

function judgeExchange(text: string, action: OrderAction): Judgement {
  const exchange = normaliseExchange(text);
  if (exchange === undefined) return { severity: 'error', message: problemText({ field: 'exchange', reason: 'malformed' }) };
  return isBarred(action, { exchange, code: '' })
    ? { severity: 'error', message: problemText({ field: 'exchange', reason: 'aShare' }) }
    : undefined;
}

const orderTypeStep: TicketStep = {
  id: 'orderType',
  applies: ({ order }) => order === undefined,
  isDone: ({ orderType }) => orderType !== undefined,
  run: async (ticket, frame) => {
    const items: ChoiceItem<string>[] = orderTypes.map((type) => ({
      label: orderTypeWord(type),
      ...(needsAuxPrice(type) === true ? { description: vscode.l10n.t('trigger price required') } : {}),
      choice: type,
    }));
    const unknown: ChoiceItem<string> = {
      label: vscode.l10n.t('Not sure'),
      description: vscode.l10n.t('trigger price optional'),
      choice: '',
      alwaysShow: true,
    };
    const answer = await pickOne<ChoiceItem<string>>(frame, {
      placeholder: vscode.l10n.t('Order type'),
      items: [...items, unknown],
      active: [...items, unknown].find(({ choice }) => choice === ticket.orderType),
    });
    return answer.move === 'next' ? { move: 'next', state: { ...ticket, orderType: answer.item.choice ?? '' } } : answer;
  },
};

/** The security type determines how many decimals a price has; asked only if unknown. */
const securityTypeStep: TicketStep = {
  id: 'securityType',
  applies: ({ order, exchange, isPaper }) =>
    !isPaper && (order === undefined || order.securityType === '') && exchange !== undefined && mayHoldFutures(exchange),
  isDone: ({ securityType }) => securityType !== undefined,
  run: async (ticket, frame) => {
    const items: ChoiceItem<string>[] = [
      { label: vscode.l10n.t('Shares, ETF, or option'), description: vscode.l10n.t('prices with 4 decimals'), choice: '' },
      { label: vscode.l10n.t('Futures'), description: vscode.l10n.t('prices with 9 decimals, quantity in contracts'), choice: 'FUTURES' },
    ];
    const active = items.find(({ choice }) => choice === ticket.securityType);
    const answer = await pickOne<ChoiceItem<string>>(frame, {
      placeholder: vscode.l10n.t('What type of security is this order for?'),
      items,
      active,
    });
    return answer.move === 'next' ? { move: 'next', state: { ...ticket, securityType: answer.item.choice ?? '' } } : answer;
  },
};

function judgeId(text: string, field: 'acc_id' | 'order_id'): Judgement {
  return normaliseId(text) === undefined ? { severity: 'error', message: problemText({ field, reason: 'malformed' }) } : undefined;
}

/** A text box that follows a list within one step: Back returns to the list. */
function afterList(frame: StepFrame, list: readonly unknown[]): StepFrame {
  return { ...frame, canGoBack: frame.canGoBack || list.length > 0 };
}

function backToList(answer: { readonly move: 'back' | 'cancel' }, id: string, list: readonly unknown[]): StepMove<Ticket> {
  return answer.move === 'back' && list.length > 0 ? { move: 'to', id } : answer;
}
