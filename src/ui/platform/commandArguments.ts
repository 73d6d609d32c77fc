import * as v from 'valibot';
import * as vscode from 'vscode';
import { recordsTabs } from '../../panel/records/recordsProtocol';
import { onFirstUse } from '../../app/platform/storedJson';
import { commands } from './ids';
import type { CommandId } from './ids';
import { ModelNode } from './trees/treeModel';

/** Arguments from keybindings and other programs are unchecked; an argument that does not fit is ignored. */
function first<T>(make: () => v.GenericSchema<unknown, T>): (given: readonly unknown[]) => T | undefined {
  const schema = onFirstUse(make);
  return ([argument]) => {
    const read = v.safeParse(schema(), argument);
    return read.success ? read.output : undefined;
  };
}

const row = onFirstUse(() => v.instance(ModelNode));
const monthOrDay = onFirstUse(() => v.pipe(v.string(), v.regex(/^\d{4}-\d{2}(-\d{2})?$/)));

const decoders = {
  nothing: () => undefined,
  text: first(() => v.string()),
  /** Where to write a file without asking the user. */
  file: first(() => v.custom<vscode.Uri>((value) => value instanceof vscode.Uri)),
  /** A row of a view. */
  row: first(row),
  /** A row with a security, its symbol, or the context of a page's menu. */
  security: first(() => v.union([row(), v.string(), v.object({ symbol: v.string() })])),
  /** As a security; a row of the watchlist also identifies its entry. */
  watched: first(() => v.union([row(), v.string(), v.object({ symbol: v.string(), entry: v.optional(v.string()) })])),
  /** What to alert about: a security as for the watchlist, perhaps with a price, or a release of the calendar, with its time in Unix milliseconds. */
  alert: first(() =>
    v.union([
      row(),
      v.string(),
      v.object({ release: v.object({ name: v.string(), timeMs: v.number(), minutesBefore: v.optional(v.number()) }) }),
      v.object({ symbol: v.string(), price: v.optional(v.string()) }),
    ]),
  ),
  /** An alert on a price, by its ID, and the price to begin with when it is edited. */
  movedAlert: first(() => v.object({ id: v.string(), price: v.string() })),
  /** A plate's row, or its identifier `market.code`. */
  plate: first(() => v.union([row(), v.string()])),
  /** An order's row, or `ModifyArguments`, of which the ticket uses what it understands. */
  order: first(() => v.union([row(), v.looseObject({})])),
  /** A row of a request for an order, or its root. */
  attempt: first(() => v.union([row(), v.object({ root: v.string() })])),
  /** A request for an order, by its root. */
  record: first(() => v.object({ root: v.string() })),
  /** A request as `METHOD /route`. */
  request: first(() => v.object({ request: v.string() })),
  /** A kind of records. */
  recordsPlace: first(() => v.object({ tab: v.picklist(recordsTabs) })),
  /** A security as elsewhere, or `PlaceArguments`, of which the form uses what it understands. */
  newOrder: first(() => v.union([row(), v.string(), v.looseObject({})])),
  /** A tab of the calendar and, for the hot list, a day. */
  calendarPlace: first(() =>
    v.object({ tab: v.fallback(v.picklist(['search', 'hot']), 'search'), date: v.fallback(v.optional(v.string()), undefined) }),
  ),
  /** A release of the calendar as a row of a view, or its indicator as one of its releases names it. */
  indicator: first(() => v.union([row(), v.object({ text: v.string(), country: v.string(), unit: v.nullable(v.string()) })])),
  /** A release of the calendar, with its time in Unix milliseconds. */
  release: first(() => v.union([row(), v.object({ release: v.object({ name: v.string(), timeMs: v.number() }) })])),
  /** A keyword and a search type. */
  calendarSearch: ([keyword, searchType]: readonly unknown[]) => ({
    keyword: typeof keyword === 'string' ? keyword.trim() : '',
    searchType,
  }),
  /** Months as `yyyy-MM` or days as `yyyy-MM-dd`; one month or day without `to`. */
  tradingPeriod: first(() => v.object({ market: v.string(), from: monthOrDay(), to: v.optional(monthOrDay()) })),
} as const;

export type ArgumentDecoders = typeof decoders;
export type CommandArgument<K extends CommandId> = ReturnType<ArgumentDecoders[(typeof commands)[K]['takes']]>;

/** @returns the arguments of the command, as its row of the table says. */
export function readCommandArgument<K extends CommandId>(id: K, given: readonly unknown[]): CommandArgument<K> {
  const decode: (given: readonly unknown[]) => unknown = decoders[commands[id].takes];
  return decode(given) as CommandArgument<K>;
}
