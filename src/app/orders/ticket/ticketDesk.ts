import { underSignals } from '../../../service/abortable';
import { isSameAccount, isSameOrder, isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt, OrderFacts, OrderTarget } from '../../../domain/orders/orderAttempts';
import { checkDraft } from '../../../domain/orders/orderDraft';
import type { CheckedChange } from '../../../domain/orders/orderDraft';
import type { CheckedPlacement, PlacementProblem } from '../../../domain/orders/placing/placement';
import {
  accountWarnings,
  contractWarnings,
  mostWarnings,
  orderValue,
  orderWarnings,
  unknownMarket,
  unknownOrder,
  valueWarnings,
} from '../../../domain/orders/orderWarnings';
import type { LimitFacts, MarketFacts, OrderWarning, WarnedOrder } from '../../../domain/orders/orderWarnings';
import { contractSize } from '../../../domain/orders/limits/orderEstimate';
import { limitBreach } from '../../../domain/orders/limits/hardLimits';
import type { OrderLimits } from '../../../domain/orders/limits/limits';
import { canonicalCode, isContract, isQuotable, isSameSecurity, kindOf } from '../../../domain/market/security';
import { difference, product } from '../../../domain/values/decimal';
import { hasLimitPrice, withoutZero } from '../../../domain/orders/orderRules';
import { expectedPrice } from '../../../domain/orders/placing/startValues';
import type { ExpectedPrice } from '../../../domain/orders/placing/startValues';
import { findIn } from '../../../service/lists/list';
import { readList } from '../../../service/lists/readList';
import { snapshotPart } from '../../../service/endpoints/sources';
import type { OrderRecord } from '../../../service/records';
import type { CallOptions } from '../../../service/serviceClient';
import type { OrderJournal } from '../journal/orderJournal';
import type { OrderWriter } from '../write/orderWriter';
import type { Blocked, ChangePreview, ChangeResult, Locked, PlacePreview } from '../request/orderRequest';
import { limitedOrder, limitFacts, unknownFacts } from '../write/limits/limitCheck';
import { checkPlacing, factsOfPlacing } from './placingTicket';
import { Moment } from '../../platform/moment';
import { isStale } from '../request/basis';
import type { BasisVerdict, StaleVerdict } from '../request/basis';
import type { OrderCheck } from '../eye/orderCheck';
import { codeOf, draftOf, withNewValues } from './ticket';
import type { Placing, Ticket } from './ticket';
import type { SnapshotQuote } from '../../../service/marketRecords';
import type { Ports } from '../../ports';

export interface TicketDeskDependencies extends Pick<Ports, 'access' | 'clock'> {
  readonly writer: OrderWriter;
  readonly journal: Pick<OrderJournal, 'unresolvedFor' | 'latestFor' | 'attempts'>;
  readonly check: OrderCheck;
  readonly limits: () => OrderLimits;
}

/** A valid change or new order while the user reviews it. */
export interface Review {
  readonly ticket: Ticket;
  readonly preview: ChangePreview | PlacePreview;
  /** The order's security; undefined if no record has it. */
  readonly facts: OrderFacts | undefined;
}

/** The value of an order at its limit price, before and after a change, in the order's currency. */
export interface OrderValue {
  readonly old: string | undefined;
  readonly kept: string;
  readonly difference: string | undefined;
  /** The multiplier of its price; `1` for shares. */
  readonly size: string;
}

/** The value of an order without a limit price, at the price that it is expected to be filled at. */
export type Estimate = ExpectedPrice & Pick<OrderValue, 'size'> & { readonly value: string };

/** A ticket while it is being filled in: the change and its warnings, or what is wrong with it. */
export type TicketDraft =
  | { readonly ok: true; readonly shown: Review; readonly warnings: readonly OrderWarning[] }
  | { readonly ok: false; readonly problems: readonly PlacementProblem[] };

/** What the final confirmation shows in addition to the review, or why it must not be shown. */
export type ReviewCheck =
  | {
      readonly kind: 'ready';
      /** Wall clock of the last read; undefined if the service cannot return the order. */
      readonly readAtMs: number | undefined;
      readonly warnings: readonly OrderWarning[];
      /** What the warnings are computed from, as read for this check; undefined if they couldn't be read in time. */
      readonly prices: SnapshotQuote | undefined;
      /**
       * An accepted change that the order does not show yet, and that this one may undo. For a new order, another one of the same security
       * whose outcome is not settled.
       */
      readonly pending: Attempt | undefined;
      readonly value: OrderValue | undefined;
      readonly estimate: Estimate | undefined;
    }
  | Extract<Blocked, { reason: 'stale' }>
  | Locked;

/** A check of the order older than this must be repeated when the user continues. */
const freshMs = 2_000;
/** Lot size and prices are only for warnings, so the wait for them is short. */
const marketPatienceMs = 3_000;

/**
 * Tickets and their rules, independent of the UI. A ticket is started ({@link begin}), filled in, reviewed ({@link review}), checked again ({@link OpenReview.check}), and confirmed
 * ({@link OpenReview.confirm}), which checks once more and sends at most once.
 */
export class TicketDesk {
  constructor(private readonly dependencies: TicketDeskDependencies) {}

  /** The ticket's target; undefined while not connected or while no order is selected. */
  targetOf({ accountId, orderId, exchange, isPaper, placing, market: own }: Ticket): OrderTarget | undefined {
    const { connection } = this.dependencies.access.current;
    if (connection.kind === 'none' || (orderId === '' && placing === undefined)) return undefined;
    const { mark, market = own } = placing ?? {};
    return {
      service: connection.baseUrl,
      isSandbox: connection.kind === 'sandbox',
      ...(isPaper ? { isPaper } : {}),
      accountId,
      orderId,
      exchange: exchange ?? '',
      ...(mark === undefined ? {} : { mark }),
      ...(market === undefined ? {} : { market }),
    };
  }

  /**
   * The ticket for its order, with the journal's current knowledge of that order; or the attempt that locks it.
   *
   * @throws {@link JournalError} when the journal cannot be read.
   */
  async begin(ticket: Ticket): Promise<{ readonly kind: 'open'; readonly ticket: Ticket } | Extract<Locked, { reason: 'unresolved' }>> {
    const target = this.targetOf(ticket);
    if (target === undefined) return { kind: 'open', ticket };
    const [locking, latest] = await Promise.all([
      this.dependencies.journal.unresolvedFor(target),
      this.dependencies.journal.latestFor(target),
    ]);
    if (locking !== undefined) return { kind: 'blocked', reason: 'unresolved', attempt: locking };
    return { kind: 'open', ticket: { ...ticket, latestRoot: latest?.root ?? null } };
  }

  /**
   * Validates the ticket and fixes the request. The order is read again at once, during the review.
   *
   * @param most - What the account can trade, as known when the review has read everything.
   * @throws {@link AuthError} `sign-in-required` when no longer signed in.
   */
  review(
    ticket: Ticket,
    options: CallOptions,
    most = (): string | undefined => ticket.placing?.most,
  ): { readonly ok: true; readonly review: OpenReview } | { readonly ok: false; readonly problems: readonly PlacementProblem[] } {
    const fixed = this.#fix(ticket);
    return fixed.ok ? { ok: true, review: new OpenReview(fixed.shown, this.dependencies, options, most) } : fixed;
  }

  /**
   * The change that the ticket currently describes, for a UI that shows it while it is filled in. Nothing is read, and the result cannot be
   * confirmed.
   *
   * @param known - What {@link limitFacts} read; without it, limits on the account and the pace are left out.
   * @throws {@link AuthError} `sign-in-required` when no longer signed in.
   */
  draft(ticket: Ticket, market: MarketFacts, known?: LimitFacts): TicketDraft {
    const fixed = this.#fix(ticket);
    if (!fixed.ok) return fixed;
    const warnings = warningsOf(fixed.shown, this.dependencies.limits(), market, known ?? unknownFacts, ticket.placing?.most);
    // While prices and the account are still being loaded, it is too early to say that a limit can't be checked.
    return { ...fixed, warnings: warnings.filter((warning) => !isUnchecked(warning) || (known !== undefined && isOfAccount(warning))) };
  }

  /**
   * What the limits need to know about the account and the pace, read now for a UI that shows a {@link draft}; undefined if no limit needs it,
   * or before the order is known. Never rejects.
   */
  async limitFacts(ticket: Ticket, options: CallOptions): Promise<LimitFacts | undefined> {
    const target = this.targetOf(ticket);
    return target === undefined ? undefined : readFacts(this.dependencies, target, codeOf(ticket), options);
  }

  /** The ticket to continue with after a review turned out to be stale; undefined if there is none. */
  adopt(ticket: Ticket, verdict: StaleVerdict): Ticket | undefined {
    if (verdict.kind === 'changed') return withNewValues(ticket, verdict.order, verdict.latestRoot);
    if (verdict.kind !== 'newerAttempt') return undefined;
    const { attempt, order = ticket.order } = verdict;
    return order === undefined ? { ...ticket, latestRoot: attempt.root } : withNewValues(ticket, order, attempt.root);
  }

  #fix(
    ticket: Ticket,
  ): { readonly ok: true; readonly shown: Review } | { readonly ok: false; readonly problems: readonly PlacementProblem[] } {
    if (ticket.placing !== undefined) return this.#fixPlacing(ticket, ticket.placing);
    const checked = checkDraft(draftOf(ticket));
    if (!checked.ok) return checked;
    const { order, latestRoot = null } = ticket;
    const facts = order === undefined ? undefined : factsOf(order);
    const basis = { order, latestRoot };
    const fixed = this.dependencies.writer.preview(checked.change, basis, {
      ...{ order: facts, isPaper: ticket.isPaper, market: ticket.market },
      code: ticket.isPaper && order !== undefined ? ticket.code : undefined,
    });
    const preview = { ...fixed, origin: ticket.origin };
    return { ok: true, shown: { ticket, preview, facts } };
  }

  #fixPlacing(
    ticket: Ticket,
    placing: Placing,
  ): { readonly ok: true; readonly shown: Review } | { readonly ok: false; readonly problems: readonly PlacementProblem[] } {
    const checked = checkPlacing(ticket, placing);
    if (!checked.ok) return checked;
    const facts = factsOfPlacing({ ...placing, code: checked.placement.code });
    const preview = { ...this.dependencies.writer.previewPlace(checked.placement, facts), origin: ticket.origin };
    return { ok: true, shown: { ticket, preview, facts } };
  }
}

/** One review: what is shown, the check of the order behind it, and its single confirmation. */
export class OpenReview {
  #look: { readonly result: Promise<Look>; doneAt: Moment | undefined };

  constructor(
    readonly shown: Review,
    private readonly dependencies: TicketDeskDependencies,
    private readonly cancellable: CallOptions,
    private readonly most: () => string | undefined,
  ) {
    this.#look = this.#begin(Promise.resolve());
  }

  /** Waits for the check in progress, or checks again if the last one is old. */
  async check(): Promise<ReviewCheck> {
    if (this.ageMs > freshMs) this.retry();
    const { verdict, prices, facts } = await this.#look.result;
    if (verdict.kind === 'blocked') return verdict;
    return isStale(verdict) ? { kind: 'blocked', reason: 'stale', verdict } : this.#ready(verdict, prices, facts);
  }

  /** How long ago the last check ended; 0 while one is in progress. */
  get ageMs(): number {
    const { doneAt } = this.#look;
    return doneAt?.ageMs ?? 0;
  }

  /** Makes the next {@link check} read the order again, after one that failed. */
  retry(): void {
    this.#look = this.#begin(this.#look.result);
  }

  /** Sends the change that was shown, after checking the order once more under its lock. Never rejects; a second call sends nothing. */
  async confirm(options: CallOptions): Promise<ChangeResult> {
    // A check in progress holds the order's lock.
    await this.#look.result;
    return this.dependencies.writer.submit(this.shown.preview, options);
  }

  #ready(verdict: Exclude<BasisVerdict, StaleVerdict>, prices: SnapshotQuote | undefined, facts: LimitFacts): ReviewCheck {
    const market: MarketFacts = prices ?? unknownMarket;
    const warnings = warningsOf(this.shown, this.dependencies.limits(), market, facts, this.most());
    const readAtMs = verdict.kind === 'same' ? verdict.readAtMs : undefined;
    const worth = { value: valueOf(this.shown, market), estimate: estimateOf(this.shown, market) };
    return { kind: 'ready', readAtMs, warnings, prices, pending: verdict.pending, ...worth };
  }

  /** Two checks at once would lock each other out. */
  #begin(after: Promise<unknown>): { readonly result: Promise<Look>; doneAt: Moment | undefined } {
    const { ticket, preview } = this.shown;
    const basis = { order: ticket.order, latestRoot: ticket.latestRoot ?? null };
    const verdict = after.then(async () =>
      ticket.placing === undefined
        ? this.dependencies.check.look(preview.target, basis, this.cancellable)
        : this.#lookForRival(ticket.placing),
    );
    const look: { readonly result: Promise<Look>; doneAt: Moment | undefined } = {
      result: Promise.all([verdict, this.#prices(), this.#facts()]).then(([found, prices, facts]) => {
        look.doneAt = new Moment(this.dependencies.clock);
        return { verdict: found, prices, facts };
      }),
      doneAt: undefined,
    };
    return look;
  }

  /** A new order cannot be compared with anything, but another one like it may be on its way. */
  async #lookForRival({ code }: Placing): Promise<Look['verdict']> {
    const { target } = this.shown.preview;
    try {
      const open = (await this.dependencies.journal.attempts()).filter(({ action, state }) => action === 'place' && isUnresolved(state));
      const mine = open.find((attempt) => isSameOrder(attempt.target, target));
      if (mine !== undefined) return { kind: 'blocked', reason: 'unresolved', attempt: mine };
      return {
        kind: 'notFound',
        pending: open.find((attempt) => isSameSecurity(attempt.order?.code ?? '', code) && isSameAccount(attempt.target, target)),
      };
    } catch (error) {
      return { kind: 'notRead', error };
    }
  }

  async #facts(): Promise<LimitFacts> {
    const { preview } = this.shown;
    return (await readFacts(this.dependencies, preview.target, limitedOrder(preview).code, this.cancellable)) ?? unknownFacts;
  }

  /** The data that warnings are computed from; without it there are no warnings. */
  async #prices(): Promise<SnapshotQuote | undefined> {
    const code = codeOf(this.shown.ticket);
    if (!isQuotable(code)) return undefined;
    try {
      const part = snapshotPart(async () => this.dependencies.access.client(), [canonicalCode(code)]);
      const quotes = await underSignals([this.cancellable.signal, AbortSignal.timeout(marketPatienceMs)], async (signal) =>
        readList([part], { signal }),
      );
      const found = findIn(quotes, (quote) => isSameSecurity(quote.code, code));
      return typeof found === 'string' ? undefined : found.item;
    } catch {
      return undefined;
    }
  }
}

interface Look {
  readonly verdict: BasisVerdict | Locked;
  readonly prices: SnapshotQuote | undefined;
  readonly facts: LimitFacts;
}

/**
 * What limits on the account and the pace need, with unknown facts if they can't be read. Undefined if no such limit is set.
 *
 * @param code - `{market}.{code}` of the order's security.
 */
async function readFacts(
  { limits, access, journal, clock }: TicketDeskDependencies,
  target: OrderTarget,
  code: string,
  options: CallOptions,
): Promise<LimitFacts | undefined> {
  const { ask, refuse } = limits();
  const wanted = {
    sent: ask.perMinute + refuse.perMinute > 0,
    exposure: ask.exposure + refuse.exposure > 0,
    dayLoss: ask.dayLoss + refuse.dayLoss > 0,
  };
  if (!wanted.sent && !wanted.exposure && !wanted.dayLoss) return undefined;
  try {
    return await limitFacts(await access.client(), target, code, wanted, { journal, clock }, options);
  } catch {
    return unknownFacts;
  }
}

function warningsOf(
  { preview, facts, ticket }: Review,
  { ask, refuse }: OrderLimits,
  market: MarketFacts,
  known: LimitFacts,
  most: string | undefined,
): readonly OrderWarning[] {
  const order: WarnedOrder = facts ?? { ...unknownOrder, orderType: ticket.orderType ?? '' };
  const terms = termsOf(preview);
  const limited = limitedOrder(preview);
  const { code, securityType } = limited;
  const breach = limitBreach(limited, refuse, market, known);
  const warnings = [
    ...mostWarnings(terms.quantity, most),
    ...orderWarnings(terms, ask, market, { ...order, code, securityType }),
    ...valueWarnings(limited, ask, market),
    ...accountWarnings(limited, ask, market, known),
    ...(preview.action === 'place' ? contractWarnings(preview.placement.code, market) : []),
  ];
  // What an exchange rejects comes first: a place with little room shows the beginning.
  const ordered = [...warnings.filter(isOffTick), ...warnings.filter((warning) => !isOffTick(warning))];
  if (breach === undefined) return ordered;
  // Nobody needs to hear of the limit that asks beside the one that refuses.
  return [{ kind: 'hard', breach }, ...ordered.filter(({ kind }) => kind !== breach.kind)];
}

function isOffTick({ kind }: OrderWarning): boolean {
  return kind === 'tick';
}

function isUnchecked(warning: OrderWarning): boolean {
  return warning.kind === 'unchecked' || (warning.kind === 'hard' && warning.breach.kind === 'unknown');
}

/** A limit on the account that can't be checked for a reason other than a price still being loaded. */
function isOfAccount(warning: OrderWarning): boolean {
  if (warning.kind === 'unchecked') return isAccountLack(warning.lacks);
  return warning.kind === 'hard' && warning.breach.kind === 'unknown' && isAccountLack(warning.breach.lacks);
}

function isAccountLack(lacks: string): boolean {
  return ['positions', 'security', 'dayProfit', 'side'].includes(lacks);
}

export function factsOf({ code, name, side, quantity, orderType, status, dealtQuantity, lastError }: OrderRecord): OrderFacts {
  return { code, name, side, quantity, orderType, status, filled: dealtQuantity, lastError };
}

/** Undefined if the order has no limit price, or its contract size is not known: a contract costs more than its price. */
export function valueOf({ ticket, preview }: Review, market: MarketFacts): OrderValue | undefined {
  const { order } = ticket;
  const size = sizeOf({ ticket, preview }, market);
  const kept = orderValue(termsOf(preview), size);
  if (size === undefined || kept === undefined) return undefined;
  const hasOld = order !== undefined && hasLimitPrice(order.orderType) && withoutZero(order.price) !== '';
  const old = hasOld ? product(product(order.quantity, order.price) ?? '', size) : undefined;
  return { old, kept, difference: old === undefined ? undefined : difference(kept, old), size };
}

/**
 * The estimated value of an order without a limit price, such as a trailing one whose price is zero; undefined if it has one, if no price is
 * known, or if the contract size is not.
 */
export function estimateOf({ ticket, preview, facts }: Review, market: MarketFacts): Estimate | undefined {
  const { quantity, price = '', auxPrice: trigger = '' } = termsOf(preview);
  const { side = '', orderType = ticket.orderType ?? '' } = preview.action === 'place' ? preview.placement : (facts ?? {});
  const size = sizeOf({ ticket, preview }, market);
  if (orderType === '' || (hasLimitPrice(orderType) && withoutZero(price) !== '') || size === undefined) return undefined;
  const expected = expectedPrice({ side, orderType: 'MARKET', limit: '', trigger }, market);
  const value = expected === undefined ? undefined : product(product(quantity, expected.price) ?? '', size);
  return expected === undefined || value === undefined ? undefined : { ...expected, value, size };
}

/** The multiplier of the price. For an order that is not listed, only the user knows the security: it is taken for one for shares. */
function sizeOf({ ticket, preview }: Pick<Review, 'ticket' | 'preview'>, market: MarketFacts): string | undefined {
  const order = limitedOrder(preview);
  return order.code === '' && !isContract(kindOf(ticket.securityType ?? '')) ? '1' : contractSize(order, market);
}

/** The numbers to be sent. */
export function termsOf(preview: ChangePreview | PlacePreview): CheckedChange | CheckedPlacement {
  return preview.action === 'modify' ? preview.change : preview.placement;
}
