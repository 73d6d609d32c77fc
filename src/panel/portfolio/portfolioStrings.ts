import type { SignedOutStrings } from '../platform/signedOutStrings';

/** Texts of the portfolio page in the display language. `{0}`, `{1}` … stand for values that the page fills in. */
export interface PortfolioStrings extends SignedOutStrings {
  readonly title: string;
  readonly grid: string;
  readonly keyboardHelp: string;
  readonly filter: string;
  readonly group: string;
  readonly groupNone: string;
  readonly groupAccount: string;
  readonly groupMarket: string;
  readonly groupSide: string;
  readonly columns: string;
  readonly moveLeft: string;
  readonly moveRight: string;
  readonly resetColumns: string;
  readonly done: string;
  readonly pictures: string;
  readonly export: string;
  readonly refresh: string;
  readonly expand: string;
  readonly collapse: string;
  readonly sortedAscending: string;
  readonly sortedDescending: string;
  readonly columnNames: Readonly<Record<PortfolioColumnKey, string>>;
  readonly columnHints: Readonly<Partial<Record<PortfolioColumnKey, string>>>;
  readonly long: string;
  readonly short: string;
  readonly otherSide: string;
  readonly paper: string;
  readonly live: string;
  readonly sandbox: string;
  readonly marketName: string;
  readonly unknownMarket: string;
  readonly onePosition: string;
  readonly positions: string;
  readonly filtered: string;
  readonly updated: string;
  readonly loading: string;
  readonly empty: string;
  readonly emptyFilter: string;
  readonly clearFilter: string;
  readonly totals: string;
  readonly noCurrency: string;
  readonly unreadable: string;
  readonly notAdded: string;
  readonly allocation: string;
  readonly allocationOf: string;
  readonly profitBars: string;
  readonly profitBarsOf: string;
  readonly others: string;
  readonly pictureOf: string;
  readonly hiddenPictures: string;
  readonly incomplete: string;
  readonly retry: string;
  readonly rise: string;
  readonly fall: string;
}

export type PortfolioColumnKey =
  'symbol' | 'name' | 'account' | 'side' | 'quantity' | 'available' | 'price' | 'day' | 'cost' | 'value' | 'profit' | 'percent' | 'share';

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
