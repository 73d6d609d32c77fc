import * as v from 'valibot';
import type { Attempt } from '../../domain/orders/orderAttempts';
import type { Watchlist } from '../../domain/watchlist/watchlist';
import { dayOfDate } from '../../domain/time/zones';
import { InvalidInputError } from '../../service/errors';
import type { ReadingClient } from '../../service/serviceClient';
import type { Account } from '../session/accounts/accounts';
import type { OrdersBook } from '../orders/ordersBook';
import type { PositionsBook } from '../positions/positionsBook';
import type { AccountMask } from './accountMask';

/** How answers name the user's accounts. */
export interface ToldAccounts {
  /** Its number, or what stands for it in this window. */
  readonly name: (account: Pick<Account, 'kind' | 'id'>) => string;
  /** Numbers of accounts are kept back, and with them every field of a record that this version does not know. */
  readonly areMasked: boolean;
  /** Writes a text of the service, in a field of this name, as it may be told. */
  readonly told: AccountMask;
}

/** Accounts under their numbers. */
export const numberedAccounts: ToldAccounts = { name: ({ id }) => id, areMasked: false, told: (text) => text };

/** What a question of a language model is answered with and from. */
export interface ToolSource {
  readonly client: ReadingClient;
  readonly books: { readonly positions: Pick<PositionsBook, 'read'>; readonly orders: Pick<OrdersBook, 'read'> };
  /** The user's own watchlist. */
  readonly watchlist: () => Watchlist;
  /** The order changes that were tried from this machine, oldest first. */
  readonly attempts: () => Promise<readonly Attempt[]>;
  readonly accounts: ToldAccounts;
  /** IANA zone of all times in answers. */
  readonly zone: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/**
 * One thing that a language model may look up. Nothing here changes anything: no tool calls a writing method of the client.
 */
export interface ReadTool {
  /** Account data goes to whoever runs the model, so the editor asks the user, each time unless told otherwise. */
  readonly isPersonal: boolean;
  /**
   * @param input - As the model wrote it, unchecked.
   * @throws {@link InvalidInputError} naming the field that is wrong, {@link ServiceError} of a request that failed.
   */
  answer(input: unknown, source: ToolSource): Promise<object>;
}

/** `yyyy-MM-dd`, a day that exists. */
export const IsoDate = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((date) => dayOfDate(date) !== undefined, 'must be a valid date'),
);

export function publicTool<S extends v.GenericSchema>(
  schema: S,
  run: (input: v.InferOutput<S>, source: ToolSource) => Promise<object>,
): ReadTool {
  return tool(false, schema, run);
}

export function personalTool<S extends v.GenericSchema>(
  schema: S,
  run: (input: v.InferOutput<S>, source: ToolSource) => Promise<object>,
): ReadTool {
  return tool(true, schema, run);
}

function tool<S extends v.GenericSchema>(
  isPersonal: boolean,
  schema: S,
  run: (input: v.InferOutput<S>, source: ToolSource) => Promise<object>,
): ReadTool {
  return {
    isPersonal,
    answer: async (input, source) => run(checked(schema, input), source),
  };
}

/** @throws {@link InvalidInputError} naming the field that is wrong. */
export function checked<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, input);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new InvalidInputError(v.getDotPath(issue) ?? 'input', { kind: 'tool-input', expected: issue.expected ?? issue.message });
}
