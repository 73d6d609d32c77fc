/** The columns of the table by their stable names. */
export type PortfolioColumnKey =
  'symbol' | 'name' | 'account' | 'side' | 'quantity' | 'available' | 'price' | 'day' | 'cost' | 'value' | 'profit' | 'percent' | 'share';

/** In the order in which they stand at first. */
export const portfolioColumns: readonly PortfolioColumnKey[] = [
  'symbol',
  'name',
  'side',
  'quantity',
  'available',
  'price',
  'day',
  'cost',
  'value',
  'profit',
  'percent',
  'share',
  'account',
];
