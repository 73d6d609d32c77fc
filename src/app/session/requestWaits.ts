import type { PacerWait } from '../../service/requests/pacer';
import type { WaitKind } from '../../service/requests/limits';
import { Emitter } from '../platform/emitter';
import type { Disposable, Timers } from '../platform/ports';

/** Why loading takes so long: the service's limits, for a number of seconds, or a slow response. */
export type Wait = { readonly kind: 'limit'; readonly seconds: number } | { readonly kind: 'slow' };

/** Knows what its requests are waiting for. */
export interface WaitingRequests {
  waitOf(kind: WaitKind): PacerWait;
}

const lookMs = 500;
/** A shorter wait would be over before it could be read. */
const shortestShownMs = 1_000;
const slowMs = 3_000;
const kinds: readonly WaitKind[] = ['trading', 'market'];

/** What the window's requests wait for; checked while there are any. */
export class RequestWaits implements Disposable {
  readonly #changed = new Emitter<void>();
  /** Fires when a wait begins or ends, and every second during it. */
  readonly onDidChange = this.#changed.event;
  readonly #busy = new Set<WaitingRequests>();
  /** Bounded by the kinds of waits. */
  readonly #waits = new Map<WaitKind, Wait | undefined>();
  #timer: Disposable | undefined;

  constructor(private readonly timers: Timers) {}

  of(kind: WaitKind): Wait | undefined {
    return this.#waits.get(kind);
  }

  /** Call when some of these requests begin. */
  busy(requests: WaitingRequests): void {
    this.#busy.add(requests);
    this.#timer ??= this.timers.after(lookMs, () => this.#look());
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#busy.clear();
    this.#changed.dispose();
  }

  #look(): void {
    const before = JSON.stringify(kinds.map((kind) => this.of(kind)));
    for (const kind of kinds) this.#waits.set(kind, waitIn([...this.#busy].map((requests) => requests.waitOf(kind))));
    for (const requests of this.#busy) if (kinds.every((kind) => isIdle(requests.waitOf(kind)))) this.#busy.delete(requests);
    this.#timer = this.#busy.size === 0 ? undefined : this.timers.after(lookMs, () => this.#look());
    if (JSON.stringify(kinds.map((kind) => this.of(kind))) !== before) this.#changed.fire();
  }
}

function isIdle({ heldMs, oldestMs }: PacerWait): boolean {
  return heldMs === undefined && oldestMs === undefined;
}

function waitIn(waits: readonly PacerWait[]): Wait | undefined {
  const heldMs = Math.max(0, ...waits.map((wait) => wait.heldMs ?? 0));
  if (heldMs >= shortestShownMs) return { kind: 'limit', seconds: Math.ceil(heldMs / 1000) };
  return waits.some(({ oldestMs = 0 }) => oldestMs >= slowMs) ? { kind: 'slow' } : undefined;
}
