/** The columns of the table by their stable names. */
export type PortfolioColumnKey =
  | 'symbol'
  | 'name'
  | 'account'
  | 'side'
  | 'quantity'
  | 'available'
  | 'price'
  | 'day'
  | 'extended'
  | 'dayProfit'
  | 'dayProfitPercent'
  | 'dayProfitFrom'
  | 'cost'
  | 'value'
  | 'currency'
  | 'profit'
  | 'percent'
  | 'unrealized'
  | 'realized'
  | 'share';

/** In their initial order. */
export const portfolioColumns: readonly PortfolioColumnKey[] = [
  'symbol',
  'name',
  'quantity',
  'available',
  'cost',
  'price',
  'day',
  'extended',
  'value',
  'dayProfit',
  'dayProfitPercent',
  'dayProfitFrom',
  'profit',
  'percent',
  'unrealized',
  'realized',
  'currency',
  'side',
  'share',
  'account',
];
