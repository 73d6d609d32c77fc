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

interface Armed {
  readonly matches: (method: string, path: string) => boolean;
  readonly action: FaultAction;
  readonly bytes: number;
  left: number;
  skip: number;
  used: number;
}

/** The approximate size of a rule without its response. */
const ruleBytes = 1000;

/** Faults waiting for their request, oldest first. Each request gets at most one. */
export class FaultQueue {
  #armed: Armed[] = [];

  /** Changes the next matching response (or the next `times` of them), then is removed. */
  once(rule: FaultRule): FaultHandle {
    const armed: Armed = {
      matches: matcher(rule.match ?? {}),
      action: rule.action,
      bytes: JSON.stringify(rule.action).length + ruleBytes,
      left: rule.times ?? 1,
      skip: rule.skip ?? 0,
      used: 0,
    };
    this.#armed.push(armed);
    return {
      get used() {
        return armed.used;
      },
      cancel: () => this.#drop(armed),
    };
  }

  /** Rules that have not changed all their responses yet. */
  get waiting(): number {
    return this.#armed.length;
  }

  /** The approximate size of the waiting rules in bytes. */
  get waitingBytes(): number {
    return this.#armed.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  clear(): void {
    this.#armed = [];
  }

  /** Takes the fault for this request, if there is one. */
  take(method: string, path: string): FaultAction | undefined {
    const armed = this.#armed.find((candidate) => candidate.matches(method, path));
    if (armed === undefined) return undefined;
    if (armed.skip > 0) {
      armed.skip -= 1;
      return undefined;
    }
    armed.left -= 1;
    armed.used += 1;
    if (armed.left === 0) this.#drop(armed);
    return armed.action;
  }

  #drop(armed: Armed): void {
    this.#armed = this.#armed.filter((candidate) => candidate !== armed);
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
