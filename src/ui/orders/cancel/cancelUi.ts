import * as vscode from 'vscode';
import type { CancelPreview } from '../../../app/orders/request/orderRequest';
import type { OrderWriter } from '../../../app/orders/write/orderWriter';
import type { StaleVerdict, TicketBasis } from '../../../app/orders/request/basis';
import type { OrderCheck } from '../../../app/orders/eye/orderCheck';
import type { Origin } from '../../../app/orders/request/origin';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { factsOf } from '../../../app/orders/ticket/ticketDesk';
import type { TicketDesk } from '../../../app/orders/ticket/ticketDesk';
import type { TicketEvent } from '../../../app/orders/ticket/ticketEvents';
import type { Emitter } from '../../../app/platform/emitter';
import type { Attempt, OrderTarget } from '../../../domain/orders/orderAttempts';
import { deriveExchange, hasEnded } from '../../../domain/orders/orderRules';
import { sentences } from '../../../domain/text/sentences';
import { idText } from '../../../domain/text/visibleText';
import type { OrderRecord } from '../../../service/records';
import { countedProgress, lateProgress } from '../../platform/say/progress';
import { orderLine } from '../../platform/words/orderLine';
import type { DigitsOf } from '../../platform/words/orderLine';
import { hostOf, originText, worldLines } from '../orderText';
import { briefName, filledText } from '../story/names';
import { notSentText, staleText } from '../story/notSent';
import { askOrShowOrders } from '../askOrShowOrders';
import type { OutcomeNews } from '../outcomeNews';
import type { OutcomeUi } from '../outcomeUi';
import { cancelQuestion } from '../words/dealWords';
import { statusWord } from '../../platform/words/wireWords';

/** A cancellation that the user is asked about: its request is fixed before the question. */
export interface AskedCancellation {
  readonly preview: CancelPreview;
  /** Undefined if the service doesn’t list the order. */
  readonly order: OrderRecord | undefined;
  /** Whether the service lists orders. */
  readonly isListing: boolean;
  /** False if the order could not be read again in time. */
  readonly isRead: boolean;
}

/** *Cancel Order…*: asks about the order as it is now, then sends one request. */
export class CancelUi {
  constructor(
    private readonly dependencies: {
      /** Reports the outcome of a cancellation to the program that proposed it. */
      readonly tickets?: Pick<Emitter<TicketEvent>, 'fire'>;
      readonly writer: Pick<OrderWriter, 'previewCancel'>;
      readonly desk: Pick<TicketDesk, 'begin' | 'targetOf'>;
      readonly check: Pick<OrderCheck, 'glance'>;
      readonly outcomes: Pick<OutcomeUi, 'cancel'>;
      readonly news: Pick<OutcomeNews, 'notify'>;
      readonly showUnresolved: (attempt: Attempt, why: string) => void;
      /** Whether figures are hidden in messages. They are always shown in a question that the user confirms. */
      readonly isPrivate: () => boolean;
      /** What is known of prices: those of orders have as many digits. */
      readonly digits?: DigitsOf;
    },
  ) {}

  /** Asks, and cancels one order; asks again if the order has changed meanwhile. */
  async cancel(ticket: Ticket, proposed?: Origin): Promise<void> {
    const { accountId, orderId } = ticket;
    const tell = (kind: TicketEvent['kind'], root?: string): void => {
      const proposal = proposed?.proposal;
      if (proposal === undefined) return;
      this.dependencies.tickets?.fire({ kind, accountId, orderId, proposal, ...(root === undefined ? {} : { root }) });
    };
    const asked = await this.#look(ticket);
    if (asked === undefined) return;
    tell('opened');
    try {
      await this.#ask(ticket, asked, originText(ticket.origin), tell);
    } finally {
      tell('closed');
    }
  }

  async #ask(
    ticket: Ticket,
    first: AskedCancellation,
    from: string,
    tell: (kind: TicketEvent['kind'], root: string) => void,
  ): Promise<void> {
    let asked = first;
    let why = '';
    for (;;) {
      const { order, preview } = asked;
      if (order !== undefined && hasEnded(order.status)) {
        this.#tell(ticket, 'info', endedText(order, this.dependencies.isPrivate()));
        return;
      }
      const market = order === undefined ? undefined : this.dependencies.digits?.(order.code);
      const name = order === undefined ? idText(ticket.orderId) : orderLine(order, { isPrivate: false, market });
      if (!(await confirms(cancelQuestion(preview.target, order, market), [from, why, stateLine(asked)], preview))) return;
      tell('sending', preview.root);
      const stale = await countedProgress(vscode.l10n.t('Canceling {0}', name), async () =>
        this.dependencies.outcomes.cancel(preview, { signal: new AbortController().signal }),
      ).finally(() => tell('confirmed', preview.root));
      if (stale?.kind !== 'changed') {
        if (stale !== undefined) this.tellStale(preview, stale);
        return;
      }
      const { message, detail } = staleText(briefName(ticket.orderId, order, { isPrivate: false }), stale);
      why = sentences(message, detail);
      asked = cancellationOf(this.dependencies.writer, ticket, { order: stale.order, latestRoot: stale.latestRoot });
    }
  }

  /** Reports why nothing was sent, with figures only if they may be shown. */
  tellStale({ target, facts }: Pick<CancelPreview, 'target' | 'facts'>, stale: StaleVerdict): void {
    const isPrivate = this.dependencies.isPrivate();
    const { message, detail } = staleText(briefName(target.orderId, facts, { isPrivate }), stale);
    this.#tell(target, 'warning', sentences(message, isPrivate ? '' : detail));
  }

  /** Why nothing was sent. The button makes the editor show the whole text. */
  #tell({ isPaper = false }: Pick<OrderTarget, 'isPaper'>, severity: 'info' | 'warning', message: string): void {
    this.dependencies.news.notify({ severity, message }, { isPaper });
  }

  /** Reads the order as it is now; undefined if it can’t be canceled, which was reported to the user. */
  async #look(first: Ticket): Promise<AskedCancellation | undefined> {
    const { desk, check, writer, showUnresolved } = this.dependencies;
    const opened = await desk.begin(first);
    if (opened.kind === 'blocked') {
      showUnresolved(opened.attempt, notSentText(opened));
      return undefined;
    }
    const { ticket } = opened;
    const target = desk.targetOf(ticket);
    if (target === undefined) return undefined;
    const basis = { order: ticket.order, latestRoot: ticket.latestRoot ?? null };
    const title = vscode.l10n.t('Checking order {0}', idText(ticket.orderId));
    const [verdict, isStopped] = await lateProgress(title, async (signal) => [
      await check.glance(target, basis, { signal }),
      signal.aborted,
    ]);
    switch (verdict.kind) {
      case 'same':
      case 'changed':
        return cancellationOf(writer, ticket, { order: verdict.order, latestRoot: basis.latestRoot });
      case 'notFound':
      case 'notOffered':
        return { ...cancellationOf(writer, ticket, basis), isListing: verdict.kind === 'notFound' };
      case 'notRead':
        // Whatever keeps the order from being read must not keep it in the market.
        if (isStopped) return undefined;
        return { ...cancellationOf(writer, ticket, basis), isRead: false };
      case 'blocked': {
        const name = briefName(ticket.orderId, ticket.order, { isPrivate: this.dependencies.isPrivate() });
        if (verdict.reason === 'unresolved') showUnresolved(verdict.attempt, notSentText(verdict));
        else this.#tell(ticket, 'warning', notSentText(verdict, name));
        return undefined;
      }
      default:
        this.tellStale({ target, facts: ticket.order === undefined ? undefined : factsOf(ticket.order) }, verdict);
        return undefined;
    }
  }
}

/**
 * The request that cancels an order as it was read, for the current service and session.
 *
 * @throws {@link AuthError} `sign-in-required` when not signed in.
 */
export function cancellationOf(writer: Pick<OrderWriter, 'previewCancel'>, ticket: Ticket, basis: TicketBasis): AskedCancellation {
  const { order } = basis;
  const place = { accountId: ticket.accountId, orderId: ticket.orderId, exchange: exchangeOf(ticket, order) ?? '' };
  const facts = { order: order === undefined ? undefined : factsOf(order), isPaper: ticket.isPaper, market: ticket.market };
  const origin = ticket.origin === undefined ? {} : { origin: ticket.origin };
  return { preview: { ...writer.previewCancel(place, basis, facts), ...origin }, order, isListing: true, isRead: true };
}

/** The exchange that the order's symbol gives, otherwise the one that the user named. */
export function exchangeOf(ticket: Pick<Ticket, 'exchange'>, order: OrderRecord | undefined): string | undefined {
  return (order === undefined ? undefined : deriveExchange(order.code, order.securityType)) ?? ticket.exchange;
}

/** The final confirmation. The account and service come first, because long texts are cut at their end. */
async function confirms(
  question: string,
  lines: readonly string[],
  { target, whileStopped }: Pick<CancelPreview, 'target' | 'whileStopped'>,
): Promise<boolean> {
  const account = vscode.l10n.t('Account {0}', idText(target.accountId));
  const place = [account, target.exchange, hostOf(target.service)].filter((part) => part !== '').join(' · ');
  const stopped = whileStopped ? vscode.l10n.t('Sending orders is stopped. Cancellations are still sent.') : '';
  const detail = [...worldLines(target), place, stopped, ...lines].filter((line) => line !== '').join('\n');
  return askOrShowOrders(question, detail, vscode.l10n.t('Cancel Order'), vscode.l10n.t('Keep Order'));
}

function stateLine({ order, isListing, isRead, preview }: AskedCancellation): string {
  const unread = vscode.l10n.t('Its current state couldn’t be read in time.');
  if (order === undefined && !isRead) return unread;
  if (order === undefined)
    return isListing
      ? vscode.l10n.t('The service doesn’t list this order. Check its ID.')
      : vscode.l10n.t('This service doesn’t list orders: check with your broker what is open.');
  const filled = filledText(order, { isPrivate: false });
  return sentences(
    isRead ? '' : unread,
    vscode.l10n.t('Order {0}, status: {1}.', idText(preview.target.orderId), statusWord(order.status)),
    filled === undefined ? '' : vscode.l10n.t('Filled so far: {0}. What is filled stays filled.', filled),
    isListing ? '' : vscode.l10n.t('This service doesn’t list orders: check with your broker what is open.'),
  );
}

/** Why there is nothing to cancel. */
function endedText(order: OrderRecord, isPrivate: boolean): string {
  const filled = filledText(order, { isPrivate });
  return sentences(
    vscode.l10n.t('Nothing to cancel: {0} is {1}.', idText(order.orderId), statusWord(order.status)),
    filled === undefined ? '' : vscode.l10n.t('Filled: {0}.', filled),
  );
}
