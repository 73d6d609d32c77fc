import { canonicalCode } from '../../domain/market/security';
import * as v from 'valibot';
import type { Alert, AlertRule } from '../../domain/alerts/alert';
import { isArmed } from '../../domain/alerts/alert';
import { mostFired } from '../../domain/alerts/firedAlert';
import type { FiredAlert, FiredFacts } from '../../domain/alerts/firedAlert';
import { outsideSessions } from '../../domain/quotes/outsideHours';
import { Emitter } from '../platform/emitter';
import type { CrossProcessLock, Event, KeptFile } from '../platform/ports';
import { readStored } from '../platform/storedJson';
import { lockNames } from '../platform/storedNames';
import type { ToldEvent } from '../orders/eye/orderTelling';

const text = v.pipe(v.string(), v.maxLength(300));
/** Earlier versions kept it as it was typed: `US.aapl`, `AAPL.US`. */
const symbol = v.pipe(text, v.transform(canonicalCode));
/** Prices outside the regular hours count too. */
const hours = { extended: v.exactOptional(v.literal(true)) };
const session = v.exactOptional(v.picklist(outsideSessions));
const figureRules = [
  v.looseObject({ kind: v.literal('above'), symbol, price: text, ...hours }),
  v.looseObject({ kind: v.literal('below'), symbol, price: text, ...hours }),
  v.looseObject({ kind: v.literal('dayChange'), symbol, percent: text, ...hours }),
] as const;
const ReleaseRule = v.looseObject({ kind: v.literal('release'), name: text, atMs: v.number(), minutesBefore: v.number() });
const orderEvent = v.picklist(['filled', 'changed', 'rejected']);
const Rule = v.variant('kind', [...figureRules, ReleaseRule, v.looseObject({ kind: v.literal('order'), event: orderEvent })]);
const Facts = v.variant('kind', [
  v.looseObject({
    kind: v.literal('price'),
    rule: v.variant('kind', figureRules),
    name: text,
    lastPrice: text,
    previousClose: text,
    isPast: v.exactOptional(v.literal(true)),
    session,
  }),
  v.looseObject({ kind: v.literal('release'), rule: ReleaseRule }),
  v.looseObject({
    kind: v.literal('order'),
    event: orderEvent,
    feedEvent: text,
    orderId: text,
    isPaper: v.optional(v.boolean()),
    order: v.optional(v.looseObject({ dealtQuantity: text, quantity: text })),
  }),
]);
const Fired = v.looseObject({ id: text, atMs: v.number(), isSeen: v.boolean(), facts: Facts });
const Entry = v.looseObject({ id: text, rule: Rule, firedAtMs: v.optional(v.number()), quietUntilMs: v.number() });
const Told = v.looseObject({
  key: v.pipe(v.string(), v.maxLength(500)),
  atMs: v.number(),
  became: v.optional(text, ''),
  updatedAt: v.optional(text, ''),
  readMs: v.optional(v.number(), 0),
  isUnseen: v.optional(v.boolean(), false),
});
const Stored = v.object({
  alerts: v.array(v.unknown()),
  told: v.fallback(v.array(Told), []),
  fired: v.optional(v.fallback(v.array(v.unknown()), []), []),
});

interface State {
  readonly alerts: readonly Alert[];
  readonly told: readonly ToldEvent[];
  /** The latest last. */
  readonly fired: readonly FiredAlert[];
  /** Entries of a later version, which another window may run: they stay in the file as they are. */
  readonly unknown: { readonly alerts: readonly unknown[]; readonly fired: readonly unknown[] };
}

const patienceMs = 5_000;
const mostAlerts = 200;
/** Services list ended orders for a day; after two days no more events are expected for one. */
const rememberedMs = 2 * 24 * 60 * 60_000;
const mostRemembered = 300;

/** All alerts, in a file that all windows share. A window claims an alert under a lock before it notifies, so no other window does. */
export class AlertStore {
  /** Calls in this window queue here rather than at the lock, which would serve them in random order. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #setAside = new Emitter<string>();
  /** Fires when this window finds the file damaged, with the path under which it is kept; there are no alerts from then on. */
  readonly onDidSetAside = this.#setAside.event;
  readonly #written = new Emitter<undefined>();

  constructor(
    private readonly file: KeptFile,
    private readonly locks: CrossProcessLock,
  ) {}

  /** For changes of this window too: the editor may not tell of a file whose folder was new, or tell late. */
  readonly onDidChange: Event<void> = (listener) => {
    const both = [this.file.onDidChange(listener), this.#written.event(() => listener())];
    return { dispose: () => both.forEach((one) => one.dispose()) };
  };

  /** Keeps a damaged file under another name. To be called before the first read: later changes do the same. */
  async setAsideIfDamaged(): Promise<void> {
    if (isDamaged(await this.file.read())) await this.#change(() => undefined);
  }

  /** Begins a new file where there was one and is none. @returns whether this window did: then alerts are lost. */
  async beginAnewIfGone(): Promise<boolean> {
    return (await this.file.read()) === undefined && (await this.#change((state) => state));
  }

  /** After the changes that this window has begun. */
  async all(): Promise<readonly Alert[]> {
    await this.#last;
    return (await this.#read()).alerts;
  }

  /**
   * Adds an alert; finished alerts make room for it, the oldest first.
   *
   * @returns false if too many are waiting, or the file is busy.
   */
  async add(alert: Alert): Promise<boolean> {
    return this.#change((state) => {
      const kept = withRoom(state.alerts);
      return kept.length >= mostAlerts ? undefined : { ...state, alerts: [...kept, alert] };
    });
  }

  /** True if no alert can be added because every stored one is still waiting. */
  async isFull(): Promise<boolean> {
    return withRoom((await this.#read()).alerts).length >= mostAlerts;
  }

  async remove(id: string): Promise<boolean> {
    return this.#change((state) => ({ ...state, alerts: state.alerts.filter((alert) => alert.id !== id) }));
  }

  /** Makes the alert wait for something else from now on, even if it was triggered before. @returns false if the file is busy. */
  async change(id: string, rule: AlertRule): Promise<boolean> {
    return this.#change((state) => ({
      ...state,
      alerts: state.alerts.map((alert) => (alert.id === id ? { id, rule, firedAtMs: undefined, quietUntilMs: 0 } : alert)),
    }));
  }

  /** Makes the alert wait again, from `quietUntilMs` on. */
  async rearm(id: string, quietUntilMs: number): Promise<boolean> {
    return this.#change((state) => ({
      ...state,
      alerts: state.alerts.map((alert) => (alert.id === id ? { ...alert, firedAtMs: undefined, quietUntilMs } : alert)),
    }));
  }

  /** True for exactly one window, which then notifies the user. */
  async claim(id: string, nowMs: number): Promise<boolean> {
    return this.#change((state) => {
      const found = state.alerts.find((alert) => alert.id === id);
      if (found === undefined || !isArmed(found, nowMs)) return undefined;
      return { ...state, alerts: state.alerts.map((alert) => (alert.id === id ? { ...alert, firedAtMs: nowMs } : alert)) };
    });
  }

  /** Triggered alerts, the latest first; after the changes that this window has begun. */
  async fired(): Promise<readonly FiredAlert[]> {
    await this.#last;
    return (await this.#read()).fired.toReversed();
  }

  /** Stores a triggered alert. @returns false if the file is busy. */
  async note(fired: FiredAlert): Promise<boolean> {
    return this.#change((state) => ({ ...state, fired: [...state.fired, fired].slice(-mostFired) }));
  }

  /** The user has read these. Alerts that came since are not among them. */
  async markSeen(ids: readonly string[]): Promise<boolean> {
    return this.#change((state) => {
      const isNew = state.fired.some(({ id, isSeen }) => !isSeen && ids.includes(id));
      if (!isNew) return undefined;
      return { ...state, fired: state.fired.map((fired) => (ids.includes(fired.id) ? { ...fired, isSeen: true } : fired)) };
    });
  }

  /** Forgets these alerts. @returns false if the file is busy. */
  async forget(ids: readonly string[]): Promise<boolean> {
    return this.#change((state) => ({ ...state, fired: state.fired.filter(({ id }) => !ids.includes(id)) }));
  }

  /** What is stored about an order event; undefined if nothing is, or if it can't be read: {@link settle} decides. */
  async toldOf(key: string): Promise<ToldEvent | undefined> {
    const state = await this.#read().catch(() => undefined);
    return state?.told.find((told) => told.key === key);
  }

  /**
   * Decides about an order event while no other window does.
   *
   * @param decide - Gets what is stored under this key, and returns a verdict and what to store from now on, if anything new.
   */
  async settle<V extends string>(
    key: string,
    nowMs: number,
    decide: (told: ToldEvent | undefined) => { readonly verdict: V; readonly next?: Omit<ToldEvent, 'key'> },
  ): Promise<V | 'busy'> {
    const verdicts: V[] = [];
    await this.#change((state) => {
      const { verdict, next } = decide(state.told.find((told) => told.key === key));
      verdicts.push(verdict);
      if (next === undefined) return undefined;
      const others = state.told.filter((told) => told.key !== key && Math.abs(nowMs - Math.max(told.atMs, told.readMs)) < rememberedMs);
      return { ...state, told: [...others, { key, ...next }].slice(-mostRemembered) };
    });
    return verdicts[0] ?? 'busy';
  }

  /** @param change - Returns undefined to leave everything as it is. */
  async #change(change: (state: State) => State | undefined): Promise<boolean> {
    const turn = this.#last.then(async () => this.#changeAlone(change));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #changeAlone(change: (state: State) => State | undefined): Promise<boolean> {
    const lock = await this.locks.acquire(lockNames.alerts, { signal: AbortSignal.timeout(patienceMs) });
    if (lock === undefined) return false;
    try {
      if (isDamaged(await this.file.read())) this.#setAside.fire(await this.file.setAside());
      const next = change(await this.#read());
      if (next === undefined) return false;
      const { alerts, told, fired, unknown } = next;
      await this.file.write(JSON.stringify({ alerts: [...alerts, ...unknown.alerts], told, fired: [...unknown.fired, ...fired] }));
      this.#written.fire(undefined);
      return true;
    } finally {
      await lock.release();
    }
  }

  async #read(): Promise<State> {
    const stored = readStored(Stored, await this.file.read());
    const alerts = (stored?.alerts ?? []).map((entry) => ({ entry, read: v.safeParse(Entry, entry) }));
    const fired = (stored?.fired ?? []).map((entry) => ({ entry, read: v.safeParse(Fired, entry) }));
    return {
      alerts: alerts.flatMap(({ read }) => (read.success ? { ...read.output, firedAtMs: read.output.firedAtMs } : [])),
      told: stored?.told ?? [],
      fired: fired.flatMap(({ read }) => (read.success ? { ...read.output, facts: firedFacts(read.output.facts) } : [])),
      unknown: { alerts: unreadOf(alerts).slice(-mostAlerts), fired: unreadOf(fired).slice(-mostFired) },
    };
  }
}

/** A file that a loss of power or another program has spoiled: it can't be read, and writing it would lose what is left. */
function isDamaged(content: string | undefined): boolean {
  return content !== undefined && readStored(Stored, content) === undefined;
}

function unreadOf(entries: readonly { readonly entry: unknown; readonly read: { readonly success: boolean } }[]): readonly unknown[] {
  return entries.flatMap(({ entry, read }) => (read.success ? [] : [entry]));
}

function firedFacts(facts: v.InferOutput<typeof Facts>): FiredFacts {
  return facts.kind === 'order' ? { ...facts, order: facts.order } : facts;
}

/** Drops the alert that was triggered first if there is no room for another. */
function withRoom(alerts: readonly Alert[]): readonly Alert[] {
  if (alerts.length < mostAlerts) return alerts;
  const oldest = alerts
    .filter(({ firedAtMs }) => firedAtMs !== undefined)
    .reduce<Alert | undefined>(
      (first, alert) => (first === undefined || (alert.firedAtMs ?? 0) < (first.firedAtMs ?? 0) ? alert : first),
      undefined,
    );
  return alerts.filter((alert) => alert !== oldest);
}
