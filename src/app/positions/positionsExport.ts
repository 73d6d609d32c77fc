import { plainAmount } from '../../domain/values/amount';
import { accountKey } from '../session/accounts/accounts';
import { toCsv } from '../../domain/text/csv';
import type { DayProfit } from '../../domain/positions/dayProfit';
import type { ReadHolding } from '../../domain/positions/holding';
import { seen } from '../../service/lists/list';
import { listReport, notReadYet } from '../platform/listReport';
import type { ListReport } from '../platform/listReport';
import type { AccountPositions, PositionsState } from './positionsBook';

const columns = [
  'accountId',
  'accountKind',
  'positionId',
  'side',
  'market',
  'symbol',
  'name',
  'quantity',
  'availableQuantity',
  'price',
  'costPrice',
  'averageBuyPrice',
  'marketValue',
  'profit',
  'profitRatioPercent',
  'costBasis',
  'unrealizedProfit',
  'realizedProfit',
  'dayProfit',
  'dayProfitFrom',
  'currency',
  'updatedAt',
  'listIsComplete',
  'missing',
] as const;

/**
 * Positions as a spreadsheet table. Numbers are exactly as the service sent them; unknown fields follow as extra columns. Each row says whether
 * its account's list is complete; an incomplete list without rows gets a row of its own.
 */
export function positionsCsv(state: PositionsState): string {
  const accounts = state.accounts ?? [];
  const extra = [...new Set(accounts.flatMap((account) => holdingsOf(account).flatMap(({ holding }) => Object.keys(holding.unknown))))];
  const rows = accounts.flatMap((account) =>
    holdingsOf(account).map((read) => {
      const record = exported(account, read);
      return [...columns.map((column) => record[column]), ...extra.map((name) => read.holding.unknown[name] ?? '')];
    }),
  );
  const notes = [
    ...accounts.filter((account) => holdingsOf(account).length === 0 && !reportOf(account).isComplete).map(noteOf),
    ...directoryReports(state).flatMap(({ kind, isComplete, missing }) =>
      isComplete ? [] : [{ accountKind: kind, listIsComplete: 'no', missing: `accounts: ${missing?.join('; ') ?? ''}` }],
    ),
  ].map((note: Partial<Record<(typeof columns)[number], string>>) => [
    ...columns.map((column) => note[column] ?? ''),
    ...extra.map(() => ''),
  ]);
  // Spreadsheets recognize UTF-8 only by this mark.
  return `\ufeff${toCsv([...columns, ...extra], [...rows, ...notes])}\r\n`;
}

/** Rows of positions as a page shows them. */
export interface ShownPositions {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The key of each row's account. */
  readonly accounts: readonly string[];
}

/**
 * Shown rows as a spreadsheet table, each with whether its account's list is complete. An incomplete list of an account without rows, and an
 * incomplete list of accounts, get a row of their own.
 */
export function shownPositionsCsv({ header, rows, accounts }: ShownPositions, state: PositionsState): string {
  const known = new Map((state.accounts ?? []).map((account) => [accountKey(account.account), account]));
  const shown = new Set(accounts);
  const verdict = (report: ListReport, of = ''): readonly string[] => {
    const { listIsComplete, missing } = cellsOf(report);
    return [listIsComplete, `${of}${missing}`];
  };
  const lines = rows.map((cells, at) => {
    const account = known.get(accounts[at] ?? '');
    return [...cells, ...verdict(account === undefined ? notReadYet : reportOf(account))];
  });
  const notes = [
    ...[...known].flatMap(([key, account]) => {
      const report = reportOf(account);
      return shown.has(key) || report.isComplete ? [] : [verdict(report, `${account.account.kind} ${account.account.id}: `)];
    }),
    ...directoryReports(state).flatMap((report) => (report.isComplete ? [] : [verdict(report, `${report.kind} accounts: `)])),
  ].map((cells) => [...header.map(() => ''), ...cells]);
  // Spreadsheets recognize UTF-8 only by this mark.
  return `\ufeff${toCsv([...header, 'listIsComplete', 'missing'], [...lines, ...notes])}\r\n`;
}

/** Positions as JSON text, one object per account, each with the gaps of its list. */
export function positionsJson(state: PositionsState, exportedAtMs: number): string {
  const document = {
    exportedAt: new Date(exportedAtMs).toISOString(),
    accounts: (state.accounts ?? []).map((account) => ({
      id: account.account.id,
      kind: account.account.kind,
      name: account.account.name,
      updatedAt: instant(account.updatedAtMs),
      ...reportOf(account),
      positions: holdingsOf(account).map(exportedJson),
    })),
    accountLists: directoryReports(state),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function holdingsOf({ list }: AccountPositions): readonly ReadHolding[] {
  return list === undefined ? [] : seen(list).items;
}

function reportOf({ list }: AccountPositions): ListReport {
  return list === undefined ? notReadYet : listReport(list);
}

/** A kind of account that the service does not list is not a gap: such accounts come from the settings. */
function directoryReports(state: PositionsState): readonly (ListReport & { readonly kind: string })[] {
  return state.directory.flatMap(({ kind, list }) =>
    list?.verdict === 'notOffered' ? [] : [{ kind, ...(list === undefined ? notReadYet : listReport(list)) }],
  );
}

function noteOf(account: AccountPositions): Partial<Record<(typeof columns)[number], string>> {
  return { accountId: account.account.id, accountKind: account.account.kind, ...verdictCells(account) };
}

function verdictCells(account: AccountPositions): { readonly listIsComplete: string; readonly missing: string } {
  return cellsOf(reportOf(account));
}

function cellsOf({ isComplete, missing, notOffered }: ListReport): { readonly listIsComplete: string; readonly missing: string } {
  return { listIsComplete: isComplete ? 'yes' : 'no', missing: notOffered ?? missing?.join('; ') ?? '' };
}

function exported(account: AccountPositions, read: ReadHolding): Readonly<Record<(typeof columns)[number], string>> {
  const { holding, day } = read;
  return {
    accountId: account.account.id,
    accountKind: account.account.kind,
    positionId: holding.id,
    // Each family of endpoints spells the side differently.
    side: holding.side === 'other' ? holding.sideText : holding.side,
    market: holding.market === undefined ? '' : String(holding.market),
    symbol: holding.symbol,
    name: holding.name,
    quantity: holding.quantity,
    availableQuantity: holding.availableQuantity,
    price: holding.price,
    costPrice: holding.costPrice,
    averageBuyPrice: holding.averageBuyPrice ?? '',
    marketValue: holding.marketValue,
    profit: holding.profit,
    profitRatioPercent: ratioPercent(read),
    costBasis: holding.costBasis ?? '',
    unrealizedProfit: holding.unrealizedProfit ?? '',
    realizedProfit: holding.realizedProfit ?? '',
    dayProfit: day.kind === 'unknown' ? '' : plainAmount(day.amount),
    dayProfitFrom: dayFrom(day),
    currency: holding.currency ?? '',
    updatedAt: instant(account.updatedAtMs) ?? '',
    ...verdictCells(account),
  };
}

function exportedJson(read: ReadHolding): object {
  const { holding, day } = read;
  const amount = day.kind === 'unknown' ? null : plainAmount(day.amount);
  return { ...holding, profitRatioPercent: ratioPercent(read), dayProfit: amount, dayProfitFrom: dayFrom(day) };
}

/** `service` or `calculated`; empty if there is no figure. */
function dayFrom({ kind }: DayProfit): string {
  return kind === 'unknown' ? '' : kind === 'stated' ? 'service' : 'calculated';
}

/** The ratio in percent; as the service sent it unless it turned out to be a fraction. */
function ratioPercent({ holding, ratio }: ReadHolding): string {
  return ratio.kind === 'fraction' ? plainAmount(ratio.percent, 4) : holding.profitRatio;
}

function instant(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
