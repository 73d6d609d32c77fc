import type { ProposingProgram } from '../../domain/orders/orderOrigin';

/** After each refusal in a row, a program has to wait longer. */
const pausesMs = [60_000, 5 * 60_000, 30 * 60_000] as const;
/** So many refusals in a row mean no. */
const mostRefusals = 3;

/** What the user’s refusals mean for the next proposal of a program. */
export type Patience = { readonly kind: 'may' } | { readonly kind: 'wait'; readonly leftMs: number } | { readonly kind: 'stopped' };

interface Refused {
  readonly count: number;
  readonly untilMs: number;
}

/** Remembers in this window which programs’ proposals the user refused, and for how long nothing of theirs is shown. */
export class ProposalPatience {
  readonly #refused = new Map<string, Refused>();

  constructor(private readonly nowMs: () => number) {}

  of(program: ProposingProgram): Patience {
    const refused = this.#refused.get(keyOf(program));
    if (refused === undefined) return { kind: 'may' };
    if (refused.count >= mostRefusals) return { kind: 'stopped' };
    const leftMs = refused.untilMs - this.nowMs();
    return leftMs > 0 ? { kind: 'wait', leftMs } : { kind: 'may' };
  }

  /** @returns Whether the program is stopped now. */
  refuse(program: ProposingProgram): boolean {
    const count = (this.#refused.get(keyOf(program))?.count ?? 0) + 1;
    const pauseMs = pausesMs[Math.min(count, pausesMs.length) - 1] ?? 0;
    this.#refused.set(keyOf(program), { count, untilMs: this.nowMs() + pauseMs });
    return count >= mostRefusals;
  }

  /** The user wants no more proposals of this program. */
  stop(program: ProposingProgram): void {
    this.#refused.set(keyOf(program), { count: mostRefusals, untilMs: Infinity });
  }

  /** The user sent what it proposed, or allowed it again. */
  forgive(program: ProposingProgram): void {
    this.#refused.delete(keyOf(program));
  }
}

function keyOf({ kind, name }: ProposingProgram): string {
  return `${kind} ${name}`;
}
