import type { PortfolioData, PortfolioPrice } from '../../../src/panel/portfolio/portfolioProtocol';
import { holding } from '../../../test/support/builders/holdings';

const markets = [
  ['HK', 'HKD'],
  ['US', 'USD'],
  ['SG', 'SGD'],
] as const;
const accounts = 4;

/** Positions in several accounts, markets, and currencies, as the host sends them to the portfolio page. */
export function portfolioOf(count: number): PortfolioData {
  const positions = Array.from({ length: count }, (_, at) => positionAt(at));
  return {
    accounts: Array.from({ length: accounts }, (_, account) => ({
      ...{
        key: `live:${String(account)}`,
        id: String(account),
        name: `Account ${String(account)}`,
        kind: 'live',
        loading: '',
        missing: [],
        isOld: false,
      },
      positions: positions.filter((_position, at) => at % accounts === account),
      updatedAt: 1_760_000_000_000,
    })),
    missing: [],
    unlisted: [],
    partial: [],
    aged: [],
    oldAsOf: '',
    isLoaded: true,
    isSandbox: false,
  };
}

function positionAt(at: number): PortfolioData['accounts'][number]['positions'][number] {
  const [prefix, currency] = markets[at % markets.length] ?? ['HK', 'HKD'];
  const [quantity, cents, costCents] = [100 * (1 + (at % 90)), 1_000 + ((at * 7_919) % 90_000), 1_000 + ((at * 104_729) % 90_000)];
  const [value, paid] = [(quantity * cents) / 100, (quantity * costCents) / 100];
  return holding({
    id: `P${String(at)}`,
    market: 1 + (at % markets.length),
    symbol: `${prefix}.${String((at * 31) % 100_000).padStart(5, '0')}`,
    name: `Name of security ${String((at * 17) % 4_999)}`,
    quantity: String(quantity),
    availableQuantity: String(quantity),
    price: (cents / 100).toFixed(2),
    costPrice: (costCents / 100).toFixed(2),
    averageBuyPrice: (costCents / 100).toFixed(2),
    marketValue: value.toFixed(2),
    profit: (value - paid).toFixed(2),
    profitRatio: (((value - paid) / paid) * 100).toFixed(2),
    currency,
  });
}

/** A price for each of these symbols. */
export function pricesOf(symbols: readonly string[]): readonly PortfolioPrice[] {
  return symbols.map((symbol, at) => ({
    symbol,
    last: (400 + at / 10).toFixed(3),
    previousClose: '401.200',
    isOld: false,
    at: null,
    extended: null,
  }));
}
