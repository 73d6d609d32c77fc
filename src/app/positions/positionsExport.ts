import { plainAmount } from '../../domain/values/amount';
import { toCsv } from '../../domain/text/csv';
import type { ReadHolding } from '../../domain/positions/holding';
import type { AccountPositions } from './positionsFeed';

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
  'currency',
  'updatedAt',
] as const;

/** Positions as a spreadsheet table. Numbers are exactly as the service sent them; unknown fields follow as columns of their own. */
export function positionsCsv(accounts: readonly AccountPositions[]): string {
  const extra = [...new Set(accounts.flatMap(({ holdings }) => holdings.flatMap(({ holding }) => Object.keys(holding.unknown))))];
  const rows = accounts.flatMap((account) =>
    account.holdings.map((read) => {
      const record = exported(account, read);
      return [...columns.map((column) => record[column]), ...extra.map((name) => read.holding.unknown[name] ?? '')];
    }),
  );
  // Spreadsheets take a file for UTF-8 only with this mark.
  return `\ufeff${toCsv([...columns, ...extra], rows)}\r\n`;
}

/** Positions as JSON text, one object an account. */
export function positionsJson(accounts: readonly AccountPositions[], exportedAtMs: number): string {
  const document = {
    exportedAt: new Date(exportedAtMs).toISOString(),
    accounts: accounts.map((account) => ({
      id: account.account.id,
      kind: account.account.kind,
      name: account.account.name,
      updatedAt: instant(account.updatedAtMs),
      positions: account.holdings.map((read) => ({ ...read.holding, profitRatioPercent: ratioPercent(read) })),
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function exported(account: AccountPositions, read: ReadHolding): Readonly<Record<(typeof columns)[number], string>> {
  const { holding } = read;
  return {
    accountId: account.account.id,
    accountKind: account.account.kind,
    positionId: holding.id,
    side: holding.sideText,
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
    currency: holding.currency ?? '',
    updatedAt: instant(account.updatedAtMs) ?? '',
  };
}

/** The ratio in percent; what the service sent unless it turned out to be a fraction. */
function ratioPercent({ holding, ratio }: ReadHolding): string {
  return ratio.kind === 'fraction' ? plainAmount(ratio.percent, 4) : holding.profitRatio;
}

function instant(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
