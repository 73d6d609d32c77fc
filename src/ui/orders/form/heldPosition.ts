import type { Account } from '../../../app/session/accounts/accounts';
import type { AccountWatch, AccountWatchOptions } from '../../../app/accounts/accountBook';
import { codeOf } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { Disposable } from '../../../app/platform/ports';
import { isSameSecurity } from '../../../domain/market/security';
import { heldOf } from '../../../domain/positions/positionAfter';
import type { Held } from '../../../domain/positions/positionAfter';
import type { ReadHolding } from '../../../domain/positions/holding';
import { hasEnded, withoutZero } from '../../../domain/orders/orderRules';
import { parseAmount } from '../../../domain/values/amount';
import type { Amount } from '../../../domain/values/amount';
import type { OrderRecord } from '../../../service/records';
import { seen } from '../../../service/lists/list';
import type { TicketFormDependencies } from './ticketFormDependencies';

/** What is held of a ticket's security; `unread` if nothing recent was read, `unclear` if what was read doesn't say it for certain. */
export type KnownHeld = (Held & { readonly open?: readonly OpenOrder[] }) | 'unread' | 'unclear';

/** An order in the same security that may still fill, as far as such orders were read. */
export interface OpenOrder {
  readonly orderId: string;
  readonly side: string;
  /** What it is still to trade. */
  readonly rest: Amount;
}

const freshMs = 150_000;
/** The views that show positions read them every half minute or minute; where none does, the form does, before what it knows is old. */
const readMs = 120_000;

/** What a ticket's account holds of its security. */
export class HeldPosition implements Disposable {
  readonly #positions: AccountWatch<ReadHolding>;
  readonly #orders: AccountWatch<OrderRecord>;
  readonly #code: string;
  #fills: string | undefined;
  #open: readonly OpenOrder[] = [];
  /** Wall clock when a fill was seen that a position read earlier doesn't have. */
  #filledAtMs = Number.NEGATIVE_INFINITY;
  #aging: Disposable | undefined;
  /** Whoever made it can be told. */
  #isBegun = false;

  /** @param changed - Called when it may be another one. */
  constructor(
    private readonly dependencies: Pick<TicketFormDependencies, 'positions' | 'orders' | 'paperOrders' | 'clock' | 'timers'>,
    ticket: Ticket,
    private readonly changed: () => void,
  ) {
    const { positions, orders, paperOrders } = dependencies;
    const isIts = ({ id, kind }: Account): boolean => id === ticket.accountId && kind === (ticket.isPaper ? 'simulated' : 'live');
    this.#code = codeOf(ticket);
    const watched = (maxAgeMs: number, tell: () => void): AccountWatchOptions => ({
      choose: (accounts) => accounts.filter(isIts),
      maxAgeMs: () => maxAgeMs,
      changed: tell,
    });
    this.#positions = positions.watch(
      watched(readMs, () => {
        this.#age();
        this.changed();
      }),
    );
    this.#orders = (ticket.isPaper ? paperOrders : orders).watch(watched(0, () => this.#look()));
    this.#age();
    this.#look();
    this.#isBegun = true;
  }

  /** @param isVisible - The form is in sight. */
  setVisible(isVisible: boolean): void {
    this.#positions.setOn(isVisible && this.#code !== '');
  }

  /** Undefined if the ticket's security isn't known. */
  get known(): KnownHeld | undefined {
    if (this.#code === '') return undefined;
    const { list, updatedAtMs } = this.#positions.state.accounts?.[0] ?? {};
    if (list === undefined || updatedAtMs === undefined) return 'unread';
    if (updatedAtMs <= this.#filledAtMs || this.#ageMs(updatedAtMs) >= freshMs) return 'unread';
    if (list.verdict !== 'complete') return 'unclear';
    const held = heldOf(
      list.items.map(({ holding }) => holding),
      this.#code,
    );
    return held === undefined ? 'unclear' : { ...held, open: this.#open };
  }

  /** The currency of the position, as the service states it: that of a security doesn’t change. Undefined if it isn’t known. */
  get currency(): string | undefined {
    const { list } = this.#positions.state.accounts?.[0] ?? {};
    if (list === undefined || this.#code === '') return undefined;
    const own = seen(list).items.filter(({ holding: { symbol } }) => isSameSecurity(symbol, this.#code));
    const [currency, another] = new Set(own.flatMap(({ holding }) => holding.currency ?? []));
    return another === undefined ? currency : undefined;
  }

  dispose(): void {
    this.#aging?.dispose();
    this.#positions.dispose();
    this.#orders.dispose();
  }

  /** Tells when what is known is old. */
  #age(): void {
    const { updatedAtMs } = this.#positions.state.accounts?.[0] ?? {};
    const leftMs = updatedAtMs === undefined ? 0 : freshMs - this.#ageMs(updatedAtMs);
    this.#aging?.dispose();
    this.#aging = leftMs <= 0 ? undefined : this.dependencies.timers.after(leftMs, this.changed);
  }

  /** Notices fills in this security, and what is still open. */
  #look(): void {
    const { list } = this.#orders.state.accounts?.[0] ?? {};
    if (list === undefined) return;
    const orders = seen(list).items.filter(({ code }) => isSameSecurity(code, this.#code));
    const filled = orders.filter(({ dealtQuantity }) => withoutZero(dealtQuantity) !== '');
    const fills = JSON.stringify(filled.map(({ orderId, dealtQuantity }) => [orderId, dealtQuantity]).toSorted());
    if (this.#fills !== undefined && fills !== this.#fills) {
      this.#filledAtMs = this.dependencies.clock.wallMs();
      this.changed();
    }
    this.#fills = fills;
    const open = orders.flatMap(openOrder);
    const isSame = open.length === this.#open.length && open.every((one, at) => isAlike(one, this.#open[at]));
    this.#open = open;
    if (!isSame && this.#isBegun) this.changed();
  }

  #ageMs(updatedAtMs: number): number {
    return this.dependencies.clock.wallMs() - updatedAtMs;
  }
}

function openOrder({ orderId, side, status, quantity, dealtQuantity }: OrderRecord): readonly OpenOrder[] {
  const [whole, filled] = [parseAmount(quantity), parseAmount(dealtQuantity) ?? 0n];
  return hasEnded(status) || whole === undefined || whole <= filled ? [] : [{ orderId, side, rest: whole - filled }];
}

function isAlike(one: OpenOrder, other: OpenOrder | undefined): boolean {
  return one.orderId === other?.orderId && one.side === other.side && one.rest === other.rest;
}
