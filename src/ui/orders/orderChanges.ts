import type { ExtensionContext } from 'vscode';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import type { OrderWriter } from '../../app/orders/modifyOrder';
import type { OrdersBook } from '../../app/orders/ordersBook';
import type { OrderReadBack } from '../../app/orders/orderReadBack';
import type { OrderCheck } from '../../app/orders/ticket/orderCheck';
import { TicketDesk } from '../../app/orders/ticket/ticketDesk';
import type { Disposable, LinkOpener, Log, MachineClock, Timers } from '../../app/platform/ports';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import type { Attempt, OrderTarget } from '../../domain/orders/orderAttempts';
import type { SoftLimits } from '../../domain/orders/orderWarnings';
import type { OrderRecord } from '../../service/records';
import type { ReportError } from '../platform/errors/reportError';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import { readSetting } from '../platform/settings';
import { subjectOf } from '../platform/trees/treeModel';
import { TicketForms } from './form/openForm';
import { offerAcknowledgment } from './journal/journalCommands';
import { modifyInFormCommand, modifyOrderCommand } from './modifyCommand';
import type { ModifyDependencies } from './modifyCommand';
import { ResolveUi } from './resolveAttempt';
import { OutcomeUi } from './showOutcome';
import { ticketLists } from './ticket/ticketLists';

/** The commands that modify orders or resolve changes. Each takes its command's argument. */
export interface OrderChanges extends Disposable {
  /** *Modify Order…* with the ticket chosen in the settings. */
  modify(argument: unknown): Promise<void>;
  modifyInForm(argument: unknown): Promise<void>;
  modifyInSteps(argument: unknown): Promise<void>;
  readBack(row: unknown): Promise<void>;
  resolve(row: unknown): Promise<void>;
}

/** What the Orders view provides for order changes. */
export interface OrderChangesParts {
  readonly orders: Pick<OrdersBook, 'read'>;
  readonly readBack: OrderReadBack;
  /** An order was read; lists may show an older state of it. */
  readonly orderRead: (target: OrderTarget, order: OrderRecord | undefined) => void;
}

export interface OrderChangesDependencies extends OrderChangesParts {
  readonly access: ServiceAccess;
  readonly writer: OrderWriter;
  readonly journal: OrderJournal;
  readonly check: OrderCheck;
  readonly links: LinkOpener;
  readonly documents: ReadOnlyDocuments;
  readonly clock: MachineClock;
  readonly timers: Timers;
  /** IANA zone of all times shown. */
  readonly timeZone: () => string;
  readonly log: Log;
  readonly report: ReportError;
  readonly privacy: PrivacyMode;
  /** Live prices for the ticket form. */
  readonly market: () => Promise<LiveMarket>;
  readonly extensionUri: ExtensionContext['extensionUri'];
}

/** Tickets and everything after them. Loaded on the first order change. */
export function createOrderChanges(dependencies: OrderChangesDependencies): OrderChanges {
  const { access, journal, writer, check, clock, links, documents, timeZone, report, privacy, readBack, orderRead } = dependencies;
  const isPrivate = (): boolean => privacy.isOn;
  const resolver = new ResolveUi({ journal, writer, readBack, report, orderRead, isPrivate });
  const showUnresolved = async (attempt: Attempt): Promise<void> => resolver.showUnresolved(attempt);
  const outcomes = new OutcomeUi({
    writer,
    links,
    showUnresolved,
    findAttempt: async (root) => journal.find(root),
    readBack: async (attempt) => resolver.readBackFirst(attempt),
    decline: async (attempt, why) => resolver.decline(attempt, why),
    showDamage: async ({ found }) => offerAcknowledgment(journal, found),
    isPrivate,
    usesApiKey: () => access.current.connection.kind !== 'none' && access.current.connection.authentication === 'apiKey',
  });
  const limits = (): SoftLimits => ({
    maxValue: readSetting('orders.maxValue'),
    maxQuantity: readSetting('orders.maxQuantity'),
    maxDistancePercent: readSetting('orders.maxDistancePercent'),
  });
  const desk = new TicketDesk({ access, writer, journal, check, clock, limits });
  const ticket: ModifyDependencies = {
    access,
    lists: () => ticketLists(dependencies.orders, heldBy(access)),
    desk,
    documents,
    timeZone,
    isPrivate,
    showUnresolved,
    send: async (review) => outcomes.send(review),
  };
  const modifyInSteps = async (argument: unknown): Promise<void> => modifyOrderCommand(ticket, subjectOf(argument) ?? argument);
  const modifyInForm = async (argument: unknown): Promise<void> =>
    modifyInFormCommand(ticket, subjectOf(argument) ?? argument, (filled) => forms.show(filled));
  const forms = new TicketForms({ ...dependencies, desk, showUnresolved, send: ticket.send }, modifyInForm);
  return {
    modify: async (argument) => (readSetting('orders.ticket') === 'form' ? modifyInForm(argument) : modifyInSteps(argument)),
    modifyInForm,
    modifyInSteps,
    readBack: async (row) => resolver.readBackCommand(row),
    resolve: async (row) => resolver.resolveCommand(row),
    dispose: () => forms.dispose(),
  };
}

/** How long reads from the current service are delayed; errors in creating the client surface in the reads themselves. */
function heldBy(access: ServiceAccess): () => number | undefined {
  let heldMs = (): number | undefined => undefined;
  access.client().then(
    (client) => (heldMs = () => client.heldMs()),
    () => undefined,
  );
  return () => heldMs();
}
