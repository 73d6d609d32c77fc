import type { NewOrderChoice } from '../place/chooseNewOrder';
import * as vscode from 'vscode';
import { anotherOrder, inOtherAccount, renewed } from '../../../app/orders/ticket/placingTicket';
import type { PlaceArguments } from '../../../app/orders/ticket/placingTicket';
import { accountKey } from '../../../app/session/accounts/accounts';
import { isSameSession } from '../../../app/session/connection';
import type { ConnectionState } from '../../../app/session/connection';
import type { Origin } from '../../../app/orders/request/origin';
import type { ModifyArguments, Ticket } from '../../../app/orders/ticket/ticket';
import type { TicketEvent } from '../../../app/orders/ticket/ticketEvents';
import { formerValues } from '../../../domain/orders/changeBack';
import { orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt, OrderTarget } from '../../../domain/orders/orderAttempts';
import { idText } from '../../../domain/text/visibleText';
import { PagePanels } from '../../platform/pages/pagePanels';
import type { PanelContent } from '../../platform/pages/pagePanels';
import { sayWarning } from '../../platform/say/messages';
import { front } from '../../platform/say/front';
import { nameTab } from '../../platform/say/surfaces';
import type { PickedPrice } from '../pickedPrice';
import { orderName } from '../story/names';
import { rehearsalText } from '../place/rehearse';
import type { OpenRehearsal, RehearsalPlace } from '../place/rehearse';
import { readKept, RestoredTicket } from './restoredTicket';
import { TicketPanel } from './ticketPanel';
import type { Rehearsed, TicketFormDependencies } from './ticketFormDependencies';

export interface TicketFormsDependencies extends TicketFormDependencies {
  /** *Modify Order…*, with arguments or without. */
  readonly modify: (argument?: ModifyArguments) => Promise<void>;
  /** Asks whether to cancel the order of a form that a program proposed. */
  readonly cancelProposed: (ticket: Ticket, proposed: Origin | undefined) => Promise<void>;
  /** Asks whether to undo an applied change. */
  readonly changeBack: (attempt: Attempt) => Promise<void>;
  /** *Cancel Order…* for an order. */
  readonly cancel: (order: ModifyArguments) => Promise<void>;
  /** *New Order…*, with arguments or without. */
  readonly place: (argument?: PlaceArguments, choice?: NewOrderChoice) => Promise<void>;
  /** The live order in a paper account or the sandbox; undefined if that is not possible, which was reported to the user. */
  readonly rehearse: (live: Ticket, where: RehearsalPlace) => Promise<OpenRehearsal | undefined>;
  /** The ticket of an order as it is now, without asking the user; undefined if that is not possible. */
  readonly reopen: (order: ModifyArguments) => Promise<Ticket | undefined>;
}

/** The order tickets that are open as forms, one for each order. */
export class TicketForms implements vscode.Disposable {
  readonly #panels: PagePanels<TicketTab>;
  readonly #watched: { dispose(): void };
  #serializer: vscode.WebviewPanelSerializer | undefined;

  constructor(private readonly dependencies: TicketFormsDependencies) {
    this.#panels = new PagePanels<TicketTab>({
      shell: { restorePanels: (_, serializer) => (this.#serializer = serializer) },
      type: 'marketDesk.orderTicket',
      title: () => vscode.l10n.t('Order ticket'),
      create: (panel, stored) => new TicketTab(panel, stored, dependencies, async (...ticket) => this.#rehearse(...ticket, 'asBefore')),
    });
    this.#watched = front.watch(() => this.#panels.contents.some((tab) => tab.panel.visible && tab.isInUse));
  }

  /** Whether a proposal is refused because the user is about to confirm an order; reports the refusal. */
  refuses(proposed: Origin | undefined): boolean {
    if (proposed === undefined || !this.#panels.contents.some((tab) => tab.isConfirming)) return false;
    this.#refuse(proposed);
    return true;
  }

  /**
   * Shows the ticket as a form. It replaces the form of the same order, unless that one is in use and the new one is not prefilled. A
   * program's proposal never replaces a form that the user is working on.
   *
   * @param asked - The proposing program, or that the confirmation is asked for at once.
   * @param insteadOf - The form whose place it takes, while that is being edited.
   */
  async show(ticket: Ticket, asked?: Origin | Rehearsed | 'review', insteadOf?: object): Promise<void> {
    const proposed = isOrigin(asked) ? asked : undefined;
    const target = this.dependencies.desk.targetOf(ticket);
    if (target === undefined) return;
    const [key, name] = [keyOf(target), titleOf(ticket)];
    if (this.refuses(proposed)) return;
    if (proposed !== undefined && this.#panels.contents.some((other) => other.key === key && other.isInHand)) {
      this.#refuse(proposed);
      return;
    }
    const tab = await this.#panels.show({
      // A restored tab that does not know its order is free.
      isIt: (other) => other.key === key || other.key === undefined || (other === insteadOf && other.isDraft),
      isTitled: (title) => title === name,
    });
    const isPrefilled = Object.keys(ticket.typed).length > 0;
    // A restored tab may have loaded with what the user typed.
    if (proposed !== undefined && tab.key === key && tab.isInHand) this.#refuse(proposed);
    else if (isPrefilled || asked !== undefined) tab.open(ticket, target, asked);
    else if (tab === insteadOf) tab.open(ticket, target);
    else if (!tab.isInUse) tab.open({ ...ticket, typed: tab.typed, origin: tab.origin ?? ticket.origin }, target);
  }

  #refuse({ proposal }: Origin): void {
    this.dependencies.tickets.fire({ kind: 'inUse', accountId: '', orderId: '', ...(proposal === undefined ? {} : { proposal }) });
  }

  /** Opens the live order in a paper account or the sandbox, beside its own ticket. */
  async #rehearse(live: Ticket, begun: ConnectionState, where: RehearsalPlace): Promise<void> {
    const { rehearse, privacy } = this.dependencies;
    if (!this.#isStill(begun)) return;
    const rehearsal = await rehearse(live, where);
    if (rehearsal === undefined) return;
    await (rehearsal.forms ?? this).show(
      { ...rehearsal.ticket, origin: live.origin },
      {
        rehearsed: rehearsalText(rehearsal, privacy.isOn),
        back: async () => this.#goBack(live, begun),
        elsewhere: { label: vscode.l10n.t('Rehearse Elsewhere…'), run: async () => this.#rehearse(live, begun, 'asked') },
      },
    );
  }

  #isStill(begun: ConnectionState): boolean {
    if (isSameSession(begun, this.dependencies.access.current)) return true;
    void sayWarning(vscode.l10n.t('Nothing was sent: the service or user changed while the ticket was open.'));
    return false;
  }

  /** Returns to the live ticket as it was left; if it was closed, opens a new one with the same values. */
  async #goBack(live: Ticket, begun: ConnectionState): Promise<void> {
    if (!this.#isStill(begun)) return;
    const target = this.dependencies.desk.targetOf(live);
    const open = target === undefined ? undefined : this.#panels.contents.find(({ key }) => key === keyOf(target));
    if (open === undefined) await this.show(renewed(live));
    else open.panel.reveal();
  }

  /** Takes over a tab that the editor restored after a reload of the window. */
  async restore(panel: vscode.WebviewPanel, stored: unknown): Promise<void> {
    await this.#serializer?.deserializeWebviewPanel(panel, stored);
  }

  /** Fills a picked price into an open ticket of that order that can be edited. @returns False if there is none. */
  take(picked: PickedPrice): boolean {
    const taker = this.#panels.contents.findLast((tab) => tab.take(picked));
    taker?.panel.reveal(undefined, true);
    return taker !== undefined;
  }

  dispose(): void {
    this.#watched.dispose();
    this.#panels.dispose();
  }
}

/** The tab of one order: its ticket, or after a reload of the window, why the ticket cannot be restored yet. */
class TicketTab implements PanelContent {
  #shown: TicketPanel | RestoredTicket | undefined;
  /** Called when the ticket is closed. */
  #closed: (() => void) | undefined;
  #key: string | undefined;

  constructor(
    readonly panel: vscode.WebviewPanel,
    stored: unknown,
    private readonly dependencies: TicketFormsDependencies,
    private readonly rehearse: (ticket: Ticket, begun: ConnectionState) => Promise<void>,
  ) {
    if (stored === undefined) return;
    const kept = readKept(stored);
    if (kept !== undefined) {
      const isPaper = kept.order.accountKind === 'simulated';
      this.#key = keyOf({ service: kept.service, accountId: '', isPaper, orderId: '', ...kept.order });
    }
    this.#shown = new RestoredTicket(panel, kept, {
      ...dependencies,
      opened: (ticket) => {
        const target = dependencies.desk.targetOf(ticket);
        if (target !== undefined) this.open(ticket, target);
      },
    });
  }

  /** Identifies the order; undefined while the tab has none. */
  get key(): string | undefined {
    return this.#key;
  }

  /** Whether the ticket is being edited or sent. */
  get isInUse(): boolean {
    return this.isConfirming || (this.#shown instanceof TicketPanel && this.#shown.state === 'editing');
  }

  /** Whether nothing of it was sent. */
  get isDraft(): boolean {
    return this.#shown instanceof TicketPanel && this.#shown.state === 'editing';
  }

  /** Whether the user has typed something in it or may still confirm it. */
  get isInHand(): boolean {
    return this.#shown instanceof TicketPanel ? this.#shown.state !== 'ended' : Object.keys(this.typed).length > 0;
  }

  /** Whether the user is being asked to confirm, or the order is being sent. */
  get isConfirming(): boolean {
    return this.#shown instanceof TicketPanel && (this.#shown.state === 'checking' || this.#shown.state === 'sending');
  }

  /** Who filled in what was typed before a reload of the window, until the ticket is restored. */
  get origin(): Ticket['origin'] {
    return this.#shown instanceof RestoredTicket ? this.#shown.origin : undefined;
  }

  /** What was typed before a reload of the window, until the ticket is restored. */
  get typed(): Ticket['typed'] {
    return this.#shown instanceof RestoredTicket ? this.#shown.typed : {};
  }

  open(ticket: Ticket, target: OrderTarget, asked?: Origin | Rehearsed | 'review'): void {
    this.#end();
    this.#key = keyOf(target);
    nameTab(this.panel, titleOf(ticket));
    const { accountId, orderId, exchange } = ticket;
    const order = { accountId, orderId, ...(exchange === undefined ? {} : { exchange }), ...kindOf(ticket.isPaper) };
    const { modify, cancel, changeBack, place, access } = this.dependencies;
    const { placing } = ticket;
    const begun = access.current;
    const proposed = isOrigin(asked) ? asked : undefined;
    const others = {
      cancelProposed: async (now: Ticket) => this.dependencies.cancelProposed(now, proposed),
      rehearse: async (now: Ticket) => (isRehearsed(asked) ? asked.back() : this.rehearse(now, begun)),
      modifyAgain: async () => (placing === undefined ? modify(order) : place(anotherOrder(ticket, placing))),
      changeBack,
      modify: async (attempt: Attempt) => modify(orderOf(attempt)),
      cancel: async (attempt: Attempt) => cancel(orderOf(attempt)),
      askToCancel: async () => cancel(order),
      // Another security in the same account.
      chooseAnother: async () =>
        placing === undefined ? modify() : place({ accountId, accountKind: ticket.isPaper ? 'simulated' : 'live' }, { insteadOf: this }),
      chooseAccount: async (now: Ticket) =>
        placing === undefined
          ? modify()
          : place(inOtherAccount(now, now.placing ?? placing), {
              otherThan: accountKey({ kind: ticket.isPaper ? 'simulated' : 'live', id: accountId }),
              insteadOf: this,
            }),
    };
    const of = proposed?.proposal === undefined ? {} : { proposal: proposed.proposal };
    const tell = (event: Pick<TicketEvent, 'kind' | 'root'>): void =>
      this.dependencies.tickets.fire({ ...event, accountId, orderId, ...of });
    const send: TicketFormDependencies['send'] = async (review, options) => {
      const { root } = review.shown.preview;
      tell({ kind: 'sending', root });
      try {
        return await this.dependencies.send(review, options);
      } finally {
        tell({ kind: 'confirmed', root });
      }
    };
    this.#shown = new TicketPanel(
      this.panel,
      ticket,
      target,
      begun,
      others,
      { ...this.dependencies, send },
      isOrigin(asked) ? undefined : asked,
    );
    this.#closed = () => tell({ kind: 'closed' });
    tell({ kind: 'opened' });
  }

  take(picked: PickedPrice): boolean {
    return this.#shown instanceof TicketPanel && this.#shown.take(picked);
  }

  setVisible(isVisible: boolean): void {
    this.#shown?.setVisible(isVisible);
  }

  dispose(): void {
    this.#end();
  }

  #end(): void {
    this.#shown?.dispose();
    this.#shown = undefined;
    this.#closed?.();
    this.#closed = undefined;
  }
}

function isRehearsed(asked: Origin | Rehearsed | 'review' | undefined): asked is Rehearsed {
  return typeof asked === 'object' && 'rehearsed' in asked;
}

function isOrigin(asked: Origin | Rehearsed | 'review' | undefined): asked is Origin {
  return typeof asked === 'object' && !isRehearsed(asked);
}

/** New orders are told apart by their marks. */
function keyOf({
  service,
  accountId,
  isPaper = false,
  orderId,
  mark,
}: Pick<OrderTarget, 'service' | 'accountId' | 'isPaper' | 'orderId' | 'mark'>): string {
  return JSON.stringify([service, accountId, isPaper, orderId, mark]);
}

function titleOf({ orderId, order, placing, rehearses }: Ticket): string {
  if (placing !== undefined && rehearses !== undefined) return vscode.l10n.t('Rehearsal {0}', idText(placing.code));
  if (placing !== undefined) return vscode.l10n.t('New Order {0}', idText(placing.code));
  return order === undefined ? idText(orderId) : orderName({ orderId }, order);
}

/** *Modify Order…*, prefilled with the values from before a change. */
export function changedBack({ target, fields }: Pick<Attempt, 'target' | 'fields'>): ModifyArguments {
  const { qty, price, aux_price: auxPrice } = formerValues(fields) ?? {};
  return {
    accountId: target.accountId,
    orderId: target.orderId,
    exchange: target.exchange,
    ...kindOf(target.isPaper === true),
    ...(qty === undefined ? {} : { qty }),
    ...(price === undefined ? {} : { price }),
    ...(auxPrice === undefined ? {} : { auxPrice }),
  };
}

/** The order of an attempt, also of one that placed it. */
function orderOf(attempt: Attempt): ModifyArguments {
  const { accountId, exchange, isPaper } = attempt.target;
  return { accountId, orderId: orderIdOf(attempt), ...(exchange === '' ? {} : { exchange }), ...kindOf(isPaper === true) };
}

function kindOf(isPaper: boolean): Pick<ModifyArguments, 'accountKind'> {
  return isPaper ? { accountKind: 'simulated' } : {};
}
