import type { FaultAction } from './actions';

/** The requests that a fault waits for; an omitted property matches everything. */
export interface FaultMatch {
  readonly method?: string | undefined;
  /** The exact path, or a template such as `/api/v1.0/accounts/{acc_id}/orders/{order_id}`. */
  readonly path?: string | undefined;
  /** Tested against the path without the query. */
  readonly pattern?: RegExp | undefined;
  /** The path without the query, where `*` stands for any text. */
  readonly glob?: string | undefined;
}

export interface FaultRule {
  readonly match?: FaultMatch | undefined;
  readonly action: FaultAction;
  /** How many responses are changed; 1 by default. */
  readonly times?: number | undefined;
  /** How many matching requests are left unchanged first. */
  readonly skip?: number | undefined;
}

/** A rule that was set; `used` counts the responses it has changed. */
export interface FaultHandle {
  readonly used: number;
  cancel(): void;
}

/** What waits for its occasions, oldest first: it is taken as often as it is to happen, after those that it lets pass. */
export class Waiting<T> {
  #entries: { readonly what: T; left: number; skip: number }[] = [];

  get all(): readonly T[] {
    return this.#entries.map(({ what }) => what);
  }

  /** @param often - Once by default, and at the first occasion. */
  add(what: T, { times = 1, skip = 0 }: { readonly times?: number | undefined; readonly skip?: number | undefined }): void {
    this.#entries.push({ what, left: times, skip });
  }

  /** Takes what waits for this occasion, if anything does. */
  take(isIt: (what: T) => boolean): T | undefined {
    const entry = this.#entries.find(({ what }) => isIt(what));
    if (entry === undefined) return undefined;
    if (entry.skip > 0) {
      entry.skip -= 1;
      return undefined;
    }
    entry.left -= 1;
    if (entry.left === 0) this.drop(entry.what);
    return entry.what;
  }

  drop(what: T): void {
    this.#entries = this.#entries.filter((entry) => entry.what !== what);
  }

  clear(): void {
    this.#entries = [];
  }
}

interface Armed {
  readonly matches: (method: string, path: string) => boolean;
  readonly action: FaultAction;
  readonly bytes: number;
  used: number;
}

/** The approximate size of a rule without its response. */
const ruleBytes = 1000;

/** Faults waiting for their request, oldest first. Each request gets at most one. */
export class FaultQueue {
  readonly #armed = new Waiting<Armed>();

  /** Changes the next matching response (or the next `times` of them), then is removed. */
  once(rule: FaultRule): FaultHandle {
    const { action } = rule;
    const armed: Armed = { matches: matcher(rule.match ?? {}), action, bytes: JSON.stringify(action).length + ruleBytes, used: 0 };
    this.#armed.add(armed, rule);
    return {
      get used() {
        return armed.used;
      },
      cancel: () => this.#armed.drop(armed),
    };
  }

  /** Rules that have not changed all their responses yet. */
  get waiting(): number {
    return this.#armed.all.length;
  }

  /** The approximate size of the waiting rules in bytes. */
  get waitingBytes(): number {
    return this.#armed.all.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  clear(): void {
    this.#armed.clear();
  }

  /** Takes the fault for this request, if there is one. */
  take(method: string, path: string): FaultAction | undefined {
    const armed = this.#armed.take(({ matches }) => matches(method, path));
    if (armed !== undefined) armed.used += 1;
    return armed?.action;
  }
}

function matcher(match: FaultMatch): (method: string, path: string) => boolean {
  const method = match.method?.toUpperCase();
  const template = match.path === undefined ? undefined : templatePattern(match.path);
  const pattern = match.pattern === undefined ? undefined : new RegExp(match.pattern.source, match.pattern.flags.replace(/[gy]/g, ''));
  return (actualMethod, path) =>
    (method === undefined || method === actualMethod) &&
    (template?.test(path) ?? true) &&
    (pattern?.test(path) ?? true) &&
    (match.glob === undefined || fits(match.glob, path));
}

/** Runs in linear time for any texts, because every program on this machine may send them. */
function fits(glob: string, path: string): boolean {
  const [first = '', ...others] = glob.split('*');
  const last = others.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

function templatePattern(template: string): RegExp {
  const parts = template.split(/\{[^{}/]+\}/).map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
