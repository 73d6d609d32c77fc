import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { OrderOrigin, ProposingProgram } from '../../../domain/orders/orderOrigin';
import { onFirstUse } from '../../platform/storedJson';

const longestName = 200;

const stored = onFirstUse(() =>
  v.object({
    kind: v.picklist(['user', 'program', 'command']),
    program: v.optional(v.picklist(['agent', 'chat', 'extension'])),
    name: v.optional(v.pipe(v.string(), v.maxLength(longestName))),
    wants: v.optional(v.literal('cancel')),
    isRestored: v.optional(v.boolean()),
  }),
);

/**
 * Who filled in an order, as an argument of a command. Only this class makes them, so a command that another extension calls can’t claim to be
 * the user, or a proposal.
 */
export class Origin {
  /** A surface of this program on which the user acted. */
  static readonly user = new Origin({ kind: 'user' });
  /** A command that was called with values, by another extension, a task, or a keybinding. */
  static readonly command = new Origin({ kind: 'command' });

  private constructor(
    readonly order: OrderOrigin,
    /** Distinguishes the events of a proposal’s form from those of other forms. */
    readonly proposal?: string,
  ) {}

  /** For `Proposals` alone. */
  static proposed(proposal: string, { kind, name }: ProposingProgram, wants?: 'cancel'): Origin {
    return new Origin(
      { kind: 'program', program: kind, name: name.slice(0, longestName), ...(wants === undefined ? {} : { wants }) },
      proposal,
    );
  }

  /** The origin that came with the argument of a command; undefined if none did. */
  static of(argument: unknown): Origin | undefined {
    if (typeof argument !== 'object' || argument === null || !('origin' in argument)) return undefined;
    return argument.origin instanceof Origin ? argument.origin : undefined;
  }

  /** That of a proposal; undefined for anything else. Such a call does not take over a form that the user already has open. */
  static ofProposal(argument: unknown): Origin | undefined {
    const origin = Origin.of(argument);
    return origin?.proposal === undefined ? undefined : origin;
  }
}

/** What a page or a file kept. Without anything that can be read, the values count as those of a command: the user has to check them. */
export function restoredOrigin(value: unknown): OrderOrigin {
  if (value === undefined) return { kind: 'user', isRestored: true };
  const read = v.safeParse(stored(), value);
  return read.success ? { ...read.output, isRestored: true } : { kind: 'command', isRestored: true };
}

/** Only this program and its pages know it: an argument that has it comes from the menu of one of its pages, as the user chose it there. */
export const pageMenuKey = randomUUID();

export function isOfPageMenu(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'menuKey' in argument && argument.menuKey === pageMenuKey;
}

const values = ['qty', 'price', 'auxPrice', 'side', 'orderType', 'timeInForce', 'session', 'lotType', 'remark'] as const;

/** The argument as it came from outside: if it has values, and not from a surface of ours, it says so. */
export function fromOutside(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || Origin.of(argument) !== undefined) return argument;
  return values.some((name) => name in argument) ? { ...argument, origin: Origin.command } : argument;
}
