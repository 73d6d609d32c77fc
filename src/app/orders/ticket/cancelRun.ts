import type { OrderRecord } from '../../../service/records';
import { createDeferred } from '../../platform/deferred';
import { Emitter } from '../../platform/emitter';
import type { Disposable, Timers } from '../../platform/ports';
import type { Account } from '../../session/accounts/accounts';
import type { CancelPreview, ChangeResult } from '../request/orderRequest';
import type { OrderWriter } from '../write/orderWriter';

/** A cancellation that the user is asked about: its request is fixed before the question. */
export interface ToCancel {
  readonly account: Account;
  readonly order: OrderRecord;
  readonly preview: CancelPreview;
}

/** One order of a {@link CancelRun}, with what its request led to; undefined while it is on its way. */
export interface CanceledOrder extends ToCancel {
  readonly result: ChangeResult | undefined;
}

/** A response that does not come must not keep the others from being compared with their orders. */
const patienceMs = 40_000;

/**
 * The cancellations of many orders that the user confirmed with one answer. All of them are sent at once, as fast as the limits of the
 * service allow; nothing about them is read until all have been sent, and one of them never waits for the outcome of another.
 */
export class CancelRun implements Disposable {
  readonly #changed = new Emitter<void>();
  /** Fires when an order was sent, or had its outcome. */
  readonly onDidChange = this.#changed.event;
  /** Bounded by the orders that are canceled. */
  readonly #results = new Map<string, ChangeResult>();
  /** Roots of the requests that have a response, or will get none. Bounded by the orders that are canceled. */
  readonly #answered = new Set<string>();
  readonly #allAnswered = createDeferred<undefined>();
  readonly #wait: Disposable;

  constructor(
    private readonly asked: readonly ToCancel[],
    private readonly writer: Pick<OrderWriter, 'submit'>,
    timers: Timers,
  ) {
    this.#wait = timers.after(patienceMs, () => this.#allAnswered.resolve(undefined));
  }

  get orders(): readonly CanceledOrder[] {
    return this.asked.map((each) => ({ ...each, result: this.#results.get(each.preview.root) }));
  }

  /** How many have a response, or were not sent. */
  get done(): number {
    return this.#answered.size;
  }

  has(root: string): boolean {
    return this.asked.some(({ preview }) => preview.root === root);
  }

  /** Sends all of them. Never rejects: every outcome is a result. */
  async send(signal: AbortSignal): Promise<readonly CanceledOrder[]> {
    const one = async ({ preview }: ToCancel): Promise<ChangeResult> => {
      const { root } = preview;
      const othersSent = async (): Promise<void> => {
        this.#answer(root);
        await this.#allAnswered.promise;
      };
      const result = await this.writer.submit(preview, { signal, othersSent });
      this.#results.set(root, result);
      this.#answer(root);
      return result;
    };
    await Promise.all(this.asked.map(one));
    return this.orders;
  }

  dispose(): void {
    this.#wait.dispose();
    this.#allAnswered.resolve(undefined);
    this.#changed.dispose();
  }

  #answer(root: string): void {
    this.#answered.add(root);
    if (this.#answered.size === this.asked.length) this.#allAnswered.resolve(undefined);
    this.#changed.fire();
  }
}
