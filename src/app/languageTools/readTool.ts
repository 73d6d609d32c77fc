import * as v from 'valibot';
import type { Attempt } from '../../domain/orders/orderAttempts';
import type { Watchlist } from '../../domain/watchlist/watchlist';
import { dayOfDate } from '../../domain/time/zones';
import { InvalidInputError } from '../../service/errors';
import type { ReadingClient } from '../../service/serviceClient';
import type { Account } from '../session/accounts/accounts';
import type { PaperOrdersBook } from '../orders/lists/paperOrdersBook';
import type { OrdersBook } from '../orders/lists/ordersBook';
import type { PositionsBook } from '../positions/positionsBook';
import type { AccountMask } from './accountMask';

/** How answers name the user's accounts. */
export interface ToldAccounts {
  /** The account's number, or its name in this window. */
  readonly name: (account: Pick<Account, 'kind' | 'id'>) => string;
  /** Account numbers are withheld, and with them every record field that this version does not know. */
  readonly areMasked: boolean;
  /** Makes a text from the service safe to pass on, given the name of its field. */
  readonly told: AccountMask;
}

/** Accounts under their numbers. */
export const numberedAccounts: ToldAccounts = { name: ({ id }) => id, areMasked: false, told: (text) => text };

/** What tools answer from. */
export interface ToolSource {
  readonly client: ReadingClient;
  readonly books: {
    readonly positions: Pick<PositionsBook, 'read'>;
    readonly orders: Pick<OrdersBook, 'read'>;
    readonly paperOrders: Pick<PaperOrdersBook, 'read' | 'state'>;
  };
  /** The user's own watchlist. */
  readonly watchlist: () => Watchlist;
  /** Order changes attempted from this machine, oldest first. */
  readonly attempts: () => Promise<readonly Attempt[]>;
  /** The mark of the session in use: see {@link Attempt.session}. */
  readonly session: string;
  readonly accounts: ToldAccounts;
  /** IANA zone of all times in answers. */
  readonly zone: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** A lookup that a language model may use. Tools change nothing: none calls a writing method of the client. */
export interface ReadTool {
  /** Account data goes to whoever runs the model, so the editor asks the user each time unless told otherwise. */
  readonly isPersonal: boolean;
  /** The same question gets the same answer for some seconds. */
  readonly isKept?: boolean;
  /**
   * @param input - As the model wrote it, unchecked.
   * @throws {@link InvalidInputError} naming the field that is wrong, {@link ServiceError} if a request failed.
   */
  answer(input: unknown, source: ToolSource): Promise<object>;
}

/** `yyyy-MM-dd`, a day that exists. */
export const IsoDate = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((date) => dayOfDate(date) !== undefined, 'must be a valid date'),
);

/** A tool for market data. What it has answered is kept for some seconds. */
export function publicTool<S extends v.GenericSchema>(
  schema: S,
  run: (input: v.InferOutput<S>, source: ToolSource) => Promise<object>,
): ReadTool {
  return { isPersonal: false, isKept: true, answer: answerOf(schema, run) };
}

export function personalTool<S extends v.GenericSchema>(
  schema: S,
  run: (input: v.InferOutput<S>, source: ToolSource) => Promise<object>,
): ReadTool {
  return { isPersonal: true, answer: answerOf(schema, run) };
}

function answerOf<S extends v.GenericSchema>(
  schema: S,
  run: (input: v.InferOutput<S>, source: ToolSource) => Promise<object>,
): ReadTool['answer'] {
  return async (input, source) => run(checked(schema, input), source);
}

/** @throws {@link InvalidInputError} naming the field that is wrong. */
export function checked<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, input);
  if (read.success) return read.output;
  const [issue] = read.issues;
  // Of a field that is missing, the schema expects its name.
  const expected = issue.received === 'undefined' ? 'given' : (issue.expected ?? issue.message);
  throw new InvalidInputError(v.getDotPath(issue) ?? 'input', { kind: 'tool-input', expected });
}
