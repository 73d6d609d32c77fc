import { isTrade, tradeTime } from '../../../domain/market/fill';
import { toCsv } from '../../../domain/text/csv';
import type { HistoryRange } from '../../../domain/time/historyRange';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import { seen } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import { orderFields } from '../../../service/records';
import type { OrderRecord, UnknownFields } from '../../../service/records';
import { listReport, notReadYet } from '../../platform/listReport';
import type { ListReport } from '../../platform/listReport';
import type { Account } from '../../session/accounts/accounts';

/** What a list contains, as used in file names. */
export type ExportedName = 'openOrders' | 'pastOrders' | 'fills';

/** One account's list, and the rows to export, in order. */
export interface ExportedAccount<R> {
  readonly account: Account;
  /** Undefined if the account has no such list, or none was read. */
  readonly list: List<unknown> | undefined;
  readonly updatedAtMs: number | undefined;
  readonly rows: readonly R[];
}

/** The exported part of a list over all accounts. */
export interface ExportedList<R> {
  readonly name: ExportedName;
  readonly accounts: readonly ExportedAccount<R>[];
  /** The requested range; undefined for open orders. */
  readonly range: HistoryRange | undefined;
  readonly exportedAtMs: number;
}

type Exported = { readonly unknown: UnknownFields; readonly createdAt: string; readonly updatedAt: string };

const fillFields = [
  'dealId',
  'orderId',
  'code',
  'name',
  'side',
  'quantity',
  'price',
  'createdAt',
  'updatedAt',
  'counterBrokerId',
  'counterBrokerName',
  'status',
  'currency',
] as const satisfies readonly (keyof FillRecord)[];

/** Orders as a spreadsheet table: figures exactly as the service sent them; unknown fields follow as extra columns. */
export function ordersCsv(list: ExportedList<OrderRecord>): string {
  return listCsv(list, orderFields);
}

/** The day of a fill at its exchange, and whether it is a trade: one that was canceled or changed afterwards is not to be added up. */
function fillExtras(fill: FillRecord): { readonly tradeDate: string; readonly counts: string } {
  return { tradeDate: tradeTime(fill)?.date ?? '', counts: isTrade(fill) ? 'yes' : 'no' };
}

/** Fills as a spreadsheet table, like {@link ordersCsv}. */
export function fillsCsv(list: ExportedList<FillRecord>): string {
  return listCsv(list, fillFields, fillExtras);
}

/** A list as JSON text, one object per account, each with the gaps of its list. */
export function listJson(list: ExportedList<OrderRecord> | ExportedList<FillRecord>): string {
  const { name, range, exportedAtMs, accounts } = list;
  const document = {
    list: name,
    exportedAt: new Date(exportedAtMs).toISOString(),
    ...(range === undefined ? {} : { from: microsecondsToIso(range.start), to: microsecondsToIso(range.end) }),
    accounts: accounts.map((each) => ({
      id: each.account.id,
      kind: each.account.kind,
      name: each.account.name,
      updatedAt: each.updatedAtMs === undefined ? null : new Date(each.updatedAtMs).toISOString(),
      ...reportOf(name, each),
      rowsInList: each.list === undefined ? 0 : seen(each.list).items.length,
      rows: each.rows.map((row) => ({
        ...row,
        createdTime: microsecondsToIso(row.createdAt),
        updatedTime: microsecondsToIso(row.updatedAt),
        ...('dealId' in row ? fillExtras(row) : {}),
      })),
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** `2026-11-21T14:03:22.123456Z` for microseconds; empty for any other text, which is in the next column as sent. */
export function microsecondsToIso(text: string): string {
  return /^\d{10,17}$/.test(text) ? new Date(Number(text.slice(0, -3))).toISOString().replace('Z', `${text.slice(-3)}Z`) : '';
}

/** Each row says whether its account's list is complete; an incomplete list without rows gets a row of its own. */
function listCsv<R extends Exported, K extends keyof R & string>(
  { name, accounts }: ExportedList<R>,
  fields: readonly K[],
  extrasOf: (row: R) => Readonly<Record<string, string>> = () => ({}),
): string {
  const extras = [...new Set(accounts.flatMap(({ rows }) => rows.slice(0, 1).flatMap((row) => Object.keys(extrasOf(row)))))];
  const extra = [...new Set(accounts.flatMap(({ rows }) => rows.flatMap(({ unknown }) => Object.keys(unknown))))];
  const header = [
    'accountId',
    'accountKind',
    ...fields,
    'createdTime',
    'updatedTime',
    ...extras,
    'listUpdatedAt',
    'listIsComplete',
    'missing',
    ...extra,
  ];
  const lines = accounts.flatMap((each) => {
    const { isComplete, missing, notOffered } = reportOf(name, each);
    const account = [each.account.id, each.account.kind];
    const verdict = [
      each.updatedAtMs === undefined ? '' : new Date(each.updatedAtMs).toISOString(),
      isComplete ? 'yes' : 'no',
      notOffered ?? missing?.join('; ') ?? '',
    ];
    if (each.rows.length === 0)
      return isComplete ? [] : [[...account, ...fields.map(() => ''), '', '', ...extras.map(() => ''), ...verdict, ...extra.map(() => '')]];
    return each.rows.map((row) => [
      ...account,
      ...fields.map((field) => String(row[field])),
      microsecondsToIso(row.createdAt),
      microsecondsToIso(row.updatedAt),
      ...extras.map((name) => extrasOf(row)[name] ?? ''),
      ...verdict,
      ...extra.map((field) => row.unknown[field] ?? ''),
    ]);
  });
  // Spreadsheets recognize UTF-8 only by this mark.
  return `\ufeff${toCsv(header, lines)}\r\n`;
}

/** A paper account may have no list of this name that could be requested. */
function reportOf(name: ExportedName, { account, list }: Pick<ExportedAccount<unknown>, 'account' | 'list'>): ListReport {
  if (list !== undefined) return listReport(list);
  if (account.kind === 'live') return notReadYet;
  if (name === 'fills') return { isComplete: false, notOffered: 'No call lists fills of paper accounts.' };
  if (account.markets.length > 0) return notReadYet;
  return { isComplete: false, notOffered: 'The service does not say which market this paper account trades.' };
}
