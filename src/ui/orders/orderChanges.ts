import * as vscode from 'vscode';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import type { OrderWriter } from '../../app/orders/write/orderWriter';
import type { OrdersBook } from '../../app/orders/lists/ordersBook';
import type { OrderReadBack } from '../../app/orders/eye/orderReadBack';
import type { OrderCheck } from '../../app/orders/eye/orderCheck';
import { isOfPageMenu, Origin } from '../../app/orders/request/origin';
import { codeOf, currentOf, OrderSubject, readArguments, traitsOf } from '../../app/orders/ticket/ticket';
import type { Ticket } from '../../app/orders/ticket/ticket';
import { TicketDesk } from '../../app/orders/ticket/ticketDesk';
import type { Disposable } from '../../app/platform/ports';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { Account } from '../../app/session/accounts/accounts';
import { SecurityParts } from '../../app/security/securityParts';
import { quietClient } from '../../app/session/serviceAccess';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import type { Attempt, OrderTarget } from '../../domain/orders/orderAttempts';
import { hasLimitPrice, needsAuxPrice } from '../../domain/orders/orderRules';
import { unknownMarket } from '../../domain/orders/orderWarnings';
import type { MarketFacts } from '../../domain/orders/orderWarnings';
import { nextTick } from '../../domain/orders/ticketForm';
import { paperCodes } from '../../domain/orders/paperCode';
import { serviceIdentity } from '../../domain/orders/serviceIdentity';
import type { OrderRecord } from '../../service/records';
import type { Books } from '../../container/books';
import { sayWarning } from '../platform/say/messages';
import { subjectOf } from '../platform/trees/treeModel';
import { digitsFrom } from '../platform/words/orderLine';
import { changedBack, TicketForms } from './form/openForm';
import { offerAcknowledgment } from './journal/journalCommands';
import type { TicketFormDependencies } from './form/ticketFormDependencies';
import { cancelAllCommand } from './cancel/cancelAllCommand';
import { CanceledPanel } from './cancel/canceledPanel';
import { CancelUi } from './cancel/cancelUi';
import { placeAgain } from './cancel/placeAgain';
import { chooseTicket } from './chooseTicket';
import { chooseNewOrder } from './place/chooseNewOrder';
import type { NewOrderChoice } from './place/chooseNewOrder';
import { chooseClosing } from './place/closePosition';
import { rehearse } from './place/rehearse';
import type { SandboxDesk } from './place/rehearse';
import { hostOf } from './orderText';
import { isPicked, orderFor } from './pickedPrice';
import type { OutcomeNews } from './outcomeNews';
import { ResolveUi } from './resolveUi';
import { orderLimits } from './limits/readLimits';
import { OutcomeUi } from './outcomeUi';
import type { SendingStop } from '../../app/orders/write/stop/sendingStop';
import { AttemptSubject } from './tree/attemptSubject';
import { openTicket } from './ticket/openTicket';
import { ticketLists } from './ticket/ticketLists';
import type { TicketLists } from './ticket/ticketLists';
import type { UiPorts } from '../platform/ports';

/** The commands that modify or cancel orders, or resolve unknown outcomes. Each takes its command's argument. */
export interface OrderChanges extends Disposable {
  /** The tickets that are open as forms. */
  readonly forms: Pick<TicketForms, 'show'>;
  modify(argument: unknown): Promise<void>;
  changeBack(row: unknown): Promise<void>;
  /** Asks whether to move the price of an order of the user’s by one tick. @param argument - A row, or the order’s place; without one, the order is asked for. */
  moveByTick(argument: unknown, direction: 'up' | 'down'): Promise<void>;
  cancel(argument: unknown): Promise<void>;
  cancelAll(row: unknown): Promise<void>;
  placeAgain(row: unknown): Promise<void>;
  /** @param side - Of an order whose argument names none. */
  place(argument: unknown, choice?: NewOrderChoice): Promise<void>;
  /** The form with the order that closes a position. */
  close(argument: unknown, part?: 'all' | 'half'): Promise<void>;
  readBack(row: unknown): Promise<void>;
  resolve(row: unknown): Promise<void>;
  /** Takes over the tab of a ticket that the editor restored. */
  restoreTicket(panel: vscode.WebviewPanel, stored: unknown): Promise<void>;
}

/** What the Orders view provides for order changes. */
export interface OrderChangesParts {
  readonly orders: Pick<OrdersBook, 'state' | 'read' | 'find' | 'readAll' | 'onDidChange' | 'watch'>;
  readonly readBack: OrderReadBack;
  readonly news: OutcomeNews;
  /** Called when an order was read; lists may show an older state of it. */
  readonly orderRead: (target: OrderTarget, order: OrderRecord | undefined) => void;
}

/** How long a form waits for what a lot or a tick is. */
const quoteMs = 3_000;

/** Tickets and everything after them. Loaded on the first order change. */
export function createOrderChanges(
  dependencies: OrderChangesParts &
    Pick<
      UiPorts,
      'access' | 'links' | 'documents' | 'clock' | 'timers' | 'state' | 'timeZone' | 'log' | 'report' | 'privacy' | 'extensionUri'
    > & {
      readonly books: Pick<Books, 'positions' | 'paperOrders' | 'parts'>;
      readonly writer: OrderWriter;
      readonly sending: SendingStop;
      readonly journal: OrderJournal;
      readonly check: OrderCheck;
      /** Live prices for the ticket form. */
      readonly market: () => Promise<LiveMarket>;
      readonly tickets: TicketFormDependencies['tickets'];
      /** The sandbox as a place to rehearse; undefined in its own desk. */
      readonly sandboxDesk: (() => SandboxDesk) | undefined;
    },
): OrderChanges {
  const { access, journal, writer, sending, check, clock, links, privacy, readBack, news, orderRead } = dependencies;
  const isPrivate = (): boolean => privacy.isOn;
  let live: LiveMarket | undefined;
  dependencies.market().then(
    (market) => (live = market),
    (error: unknown) => dependencies.log.error('The digits of prices are not known', error),
  );
  const digits = digitsFrom((symbol) => live?.book.get(symbol));
  const resolver = new ResolveUi({ journal, writer, readBack, news, orderRead, isPrivate, digits });
  const showUnresolved = (attempt: Attempt, why?: string): void => resolver.showUnresolved(attempt, { why });
  const outcomes = new OutcomeUi({
    writer,
    links,
    news,
    showUnresolved,
    findAttempt: async (root) => journal.find(root),
    readBack: async (attempt) => resolver.readBackFirst(attempt),
    decline: async (attempt, why) => resolver.decline(attempt, why),
    showDamage: async ({ found }) => offerAcknowledgment(journal, found),
    isPrivate,
    digits,
    usesApiKey: () => access.current.connection.kind !== 'none' && access.current.connection.authentication === 'apiKey',
  });
  const desk = new TicketDesk({ access, writer, journal, check, clock, limits: orderLimits });
  const lists = (): TicketLists => ticketLists(dependencies.orders, heldBy(access), dependencies.books.paperOrders);
  const modify = async (argument: unknown): Promise<void> => {
    const given: unknown = subjectOf(argument) ?? argument;
    const origin = Origin.of(given);
    const proposed = Origin.ofProposal(given);
    const picked = given instanceof OrderSubject || proposed !== undefined ? {} : readArguments(given);
    if (isPicked(picked) && forms.take(picked)) return;
    if (forms.refuses(proposed)) return;
    const order = isPicked(picked) ? await orderFor(picked, dependencies.orders.state, isPrivate(), digits) : given;
    if (order === undefined && isPicked(picked)) return;
    const ticket = await chooseTicket({ access, lists, action: 'modify', isPrivate, digits }, order);
    if (ticket !== undefined) await forms.show(from(origin, await withCode(ticket)), proposed);
  };
  /** Prices need the security’s market, which an order of a paper account leaves out. */
  const withCode = async (ticket: Ticket): Promise<Ticket> => {
    const { isPaper, code, order, market, accountId } = ticket;
    if (!isPaper || code !== undefined || order === undefined) return ticket;
    return { ...ticket, code: paperCodes(await journal.attempts())(accountId, market, order.code) };
  };
  // The user saw the earlier values when choosing the command, so only the confirmation is left.
  const changeBack = async (attempt: Attempt): Promise<void> => {
    const ticket = await chooseTicket({ access, lists, action: 'modify', isPrivate, digits }, changedBack(attempt));
    if (ticket !== undefined) await forms.show(await withCode(ticket), 'review');
  };
  const moveByTick = async (argument: unknown, direction: 'up' | 'down'): Promise<void> => {
    const given: unknown = subjectOf(argument) ?? argument;
    const isUsers = given === undefined || given instanceof OrderSubject || isOfPageMenu(given);
    // Of other arguments only the place counts: the new price is a tick away from the order’s own.
    const { accountId, accountKind, orderId } = readArguments(given);
    const order = given instanceof OrderSubject ? given : { accountId, accountKind, orderId };
    const chosen = await chooseTicket({ access, lists, action: 'modify', isPrivate, digits }, order);
    if (chosen === undefined) return;
    const ticket = from(isUsers ? undefined : Origin.command, await withCode(chosen));
    const moved = movedByTick(ticket, await quoteOf(codeOf(ticket)), direction);
    if (moved === undefined) void sayWarning(vscode.l10n.t('The tick of this order’s price isn’t known. Enter the price in the form.'));
    await forms.show(moved ?? ticket, moved === undefined ? undefined : 'review');
  };
  const cancelParts = { writer, desk, check, outcomes, news, isPrivate, digits, showUnresolved };
  const canceling = new CancelUi({ ...cancelParts, tickets: dependencies.tickets });
  const findAttempt = async (root: string): Promise<Attempt | undefined> => journal.find(root);
  const forms = new TicketForms({
    ...dependencies,
    desk,
    checkStatus: async ({ root }) => resolver.readBackCommand(new AttemptSubject(root)),
    resolve: async ({ root }) => resolver.resolveCommand(new AttemptSubject(root)),
    send: async (review, options) => outcomes.send(review, options),
    modify,
    cancelProposed: async (ticket, proposed) => canceling.cancel(ticket, proposed),
    changeBack,
    place: async (argument, choice) => place(argument, choice),
    cancel: async (order) => cancel(order),
    paperOrders: dependencies.books.paperOrders,
    positions: dependencies.books.positions,
    rehearse: async (live, where) => {
      const { books, state, sandboxDesk } = dependencies;
      return rehearse(live, where, { access, positions: books.positions, state, isPrivate, sandbox: sandboxDesk });
    },
    reopen: async (order) => {
      const { ticket } = await openTicket(lists(), order);
      return ticket.order === undefined || ticket.exchange === undefined ? undefined : withCode(ticket);
    },
  });
  const place = async (argument: unknown, choice: NewOrderChoice = {}): Promise<void> => {
    const origin = Origin.of(argument);
    const proposed = Origin.ofProposal(argument);
    if (forms.refuses(proposed)) return;
    const ticket = await chooseNewOrder(
      { access, positions: dependencies.books.positions, isPrivate, memory: dependencies.books.parts.memory },
      argument,
      (code, price) => proposed === undefined && forms.take({ symbol: code, price }),
      choice,
    );
    if (ticket !== undefined) await forms.show(from(origin, ticket), proposed, choice.insteadOf);
  };
  /** What is not read in time is not known. */
  const quoteOf = async (symbol: string): Promise<MarketFacts> => {
    if (symbol === '') return unknownMarket;
    const read = await new SecurityParts(symbol, quietClient(access))
      .quote({ signal: AbortSignal.timeout(quoteMs) })
      .catch(() => undefined);
    return read?.kind === 'read' ? (read.value ?? unknownMarket) : unknownMarket;
  };
  /** A quantity that is not of whole lots is refused by the form, so an unknown lot does no harm. */
  const lotSize = async (symbol: string): Promise<string> => (await quoteOf(symbol)).lotSize;
  const close = async (argument: unknown, part: 'all' | 'half' = 'all'): Promise<void> => {
    const order = await chooseClosing({ access, positions: dependencies.books.positions, lotSize, isPrivate }, argument, part);
    if (order !== undefined) await place({ ...order, origin: Origin.user });
  };
  const cancel = async (argument: unknown): Promise<void> => {
    const proposed = Origin.ofProposal(argument);
    if (forms.refuses(proposed)) return;
    const ticket = await chooseTicket({ access, lists, action: 'cancel', isPrivate, digits }, subjectOf(argument) ?? argument);
    if (ticket === undefined) return;
    // A question is one click from sending: what a program proposes is a form first.
    if (proposed === undefined) await canceling.cancel(from(Origin.of(argument), ticket));
    else await forms.show(from(proposed, await withCode(ticket)), proposed);
  };
  /** Whether the attempt belongs to the service in use; says so if not. */
  const isHere = ({ target }: Attempt): boolean => {
    const { connection } = access.current;
    if (connection.kind !== 'none' && serviceIdentity(connection.baseUrl) === serviceIdentity(target.service)) return true;
    void sayWarning(vscode.l10n.t('This change belongs to {0}. Connect to that service first.', hostOf(target.service)));
    return false;
  };
  return {
    forms,
    modify,
    place,
    close,
    changeBack: async (row) => {
      const subject = subjectOf(row);
      const attempt = subject instanceof AttemptSubject ? await journal.find(subject.root) : undefined;
      if (attempt === undefined) return;
      if (isHere(attempt)) await changeBack(attempt);
    },
    moveByTick,
    cancel,
    cancelAll: async (row) => {
      const { books, report } = dependencies;
      const marketOf = (of: Account, order: OrderRecord): number | undefined => books.paperOrders.marketOf(of, order.orderId, order);
      const page = { ...dependencies, digits, paperOrders: books.paperOrders };
      await cancelAllCommand(row, {
        ...cancelParts,
        ...{ access, sending, lists, findAttempt, single: canceling, marketOf, report, clock },
        timers: dependencies.timers,
        timeZone: dependencies.timeZone,
        keepRoom: (count) => roomFor(writer, count),
        showPage: (shown) => CanceledPanel.open(shown, page),
      });
    },
    placeAgain: async (row) => {
      const subject = subjectOf(row) ?? row;
      const attempt = subject instanceof AttemptSubject ? await journal.find(subject.root) : undefined;
      if (attempt === undefined || !isHere(attempt)) return;
      await placeAgain(attempt, {
        journal,
        timers: dependencies.timers,
        news,
        look: () => ({ isPrivate: isPrivate() }),
        cancel: async (order) => cancel(order),
        place: async (order) => place(order),
        read: async (accountId, orderId, signal) => (await lists().paperOrder(accountId, orderId, signal))?.order,
      });
    },
    readBack: async (row) => resolver.readBackCommand(row),
    resolve: async (row) => resolver.resolveCommand(row),
    restoreTicket: async (panel, stored) => forms.restore(panel, stored),
    dispose: () => forms.dispose(),
  };
}

/** The ticket with its limit price, or else its trigger price, one tick away; undefined if it has none, or the tick is not known. */
function movedByTick(ticket: Ticket, market: MarketFacts, direction: 'up' | 'down'): Ticket | undefined {
  const { orderType = '' } = ticket;
  const field = hasLimitPrice(orderType) ? 'price' : needsAuxPrice(orderType) === true ? 'aux_price' : undefined;
  const now = field === undefined ? undefined : currentOf(ticket)[field];
  if (field === undefined || now === undefined) return undefined;
  const moved = nextTick(now, direction, market, traitsOf(ticket));
  return moved === undefined ? undefined : { ...ticket, typed: { [field]: moved } };
}

/** The ticket with whoever filled it in, as data that stays with its values. */
function from(origin: Origin | undefined, ticket: Ticket): Ticket {
  return origin === undefined || origin === Origin.user ? ticket : { ...ticket, origin: origin.order };
}

/** Keeps room in the limits of the current service for writes, until the result is called. */
function roomFor(writer: Pick<OrderWriter, 'keepRoom'>, count: number): () => void {
  let [free, isOver] = [(): void => undefined, false];
  writer.keepRoom(count).then(
    (release) => (isOver ? release() : (free = release)),
    () => undefined,
  );
  return () => {
    isOver = true;
    free();
  };
}

/** How long reads from the current service are delayed; errors in creating the client are reported by the reads themselves. */
function heldBy(access: ServiceAccess): () => number | undefined {
  let heldMs = (): number | undefined => undefined;
  access.client().then(
    (client) => (heldMs = () => client.heldMs()),
    () => undefined,
  );
  return () => heldMs();
}
