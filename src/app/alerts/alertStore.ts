import * as v from 'valibot';
import type { Alert } from '../../domain/alerts/alert';
import { isArmed } from '../../domain/alerts/alert';
import type { CrossProcessLock, Event } from '../platform/ports';

/** A small file that all windows of this machine share. */
export interface AlertsFile {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  readonly onDidChange: Event<void>;
}

const text = v.pipe(v.string(), v.maxLength(300));
const Rule = v.variant('kind', [
  v.object({ kind: v.literal('above'), symbol: text, price: text }),
  v.object({ kind: v.literal('below'), symbol: text, price: text }),
  v.object({ kind: v.literal('dayChange'), symbol: text, percent: text }),
  v.object({ kind: v.literal('release'), name: text, atMs: v.number(), minutesBefore: v.number() }),
  v.object({ kind: v.literal('order'), event: v.picklist(['filled', 'changed', 'rejected']) }),
]);
const Entry = v.object({ id: text, rule: Rule, firedAtMs: v.optional(v.number()), quietUntilMs: v.number() });
const Stored = v.object({ alerts: v.array(v.unknown()), told: v.fallback(v.array(v.object({ key: text, atMs: v.number() })), []) });

interface State {
  readonly alerts: readonly Alert[];
  /** Order events that were told of late, so that no two windows tell the same. */
  readonly told: readonly { readonly key: string; readonly atMs: number }[];
}

const lockName = 'alerts';
const patienceMs = 5_000;
const mostAlerts = 200;
/** Both windows hear of an event within this time. */
const sameEventMs = 10_000;

/** All alerts, in a file that all windows share. Whoever tells one has claimed it first, under a lock: nobody else tells it. */
export class AlertStore {
  constructor(
    private readonly file: AlertsFile,
    private readonly locks: CrossProcessLock,
  ) {}

  get onDidChange(): Event<void> {
    return this.file.onDidChange;
  }

  async all(): Promise<readonly Alert[]> {
    return (await this.#read()).alerts;
  }

  /** @returns false where there are too many, or the file is busy. */
  async add(alert: Alert): Promise<boolean> {
    return this.#change((state) => (state.alerts.length >= mostAlerts ? undefined : { ...state, alerts: [...state.alerts, alert] }));
  }

  async remove(id: string): Promise<boolean> {
    return this.#change((state) => ({ ...state, alerts: state.alerts.filter((alert) => alert.id !== id) }));
  }

  /** Waits again, from `quietUntilMs` on. */
  async rearm(id: string, quietUntilMs: number): Promise<boolean> {
    return this.#change((state) => ({
      ...state,
      alerts: state.alerts.map((alert) => (alert.id === id ? { ...alert, firedAtMs: undefined, quietUntilMs } : alert)),
    }));
  }

  /** True for exactly one window: that one tells it. */
  async claim(id: string, nowMs: number): Promise<boolean> {
    return this.#change((state) => {
      const found = state.alerts.find((alert) => alert.id === id);
      if (found === undefined || !isArmed(found, nowMs)) return undefined;
      return { ...state, alerts: state.alerts.map((alert) => (alert.id === id ? { ...alert, firedAtMs: nowMs } : alert)) };
    });
  }

  /** As {@link claim}, for one event of an order. */
  async claimEvent(key: string, nowMs: number): Promise<boolean> {
    return this.#change((state) => {
      const recent = state.told.filter(({ atMs }) => Math.abs(nowMs - atMs) < sameEventMs);
      return recent.some((told) => told.key === key) ? undefined : { ...state, told: [...recent, { key, atMs: nowMs }] };
    });
  }

  /** @param change - Undefined leaves everything as it is. */
  async #change(change: (state: State) => State | undefined): Promise<boolean> {
    const lock = await this.locks.acquire(lockName, { signal: AbortSignal.timeout(patienceMs) });
    if (lock === undefined) return false;
    try {
      const next = change(await this.#read());
      if (next === undefined) return false;
      await this.file.write(JSON.stringify(next));
      return true;
    } finally {
      await lock.release();
    }
  }

  async #read(): Promise<State> {
    const stored = parse(await this.file.read());
    const alerts = (stored?.alerts ?? []).flatMap((entry): readonly Alert[] => {
      const read = v.safeParse(Entry, entry);
      return read.success ? [{ ...read.output, firedAtMs: read.output.firedAtMs }] : [];
    });
    return { alerts, told: stored?.told ?? [] };
  }
}

function parse(content: string | undefined): v.InferOutput<typeof Stored> | undefined {
  if (content === undefined) return undefined;
  try {
    const read = v.safeParse(Stored, JSON.parse(content));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}
