/** Texts of the page in the display language. */
export interface WatchlistStrings {
  readonly title: string;
  readonly grid: string;
  readonly keyboardHelp: string;
  readonly sortedAscending: string;
  readonly sortedDescending: string;
  readonly expand: string;
  readonly collapse: string;
  readonly symbol: string;
  readonly day: string;
  readonly dayHint: string;
  readonly last: string;
  readonly change: string;
  readonly changePercent: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly add: string;
  readonly signedOutTitle: string;
  readonly signedOutText: string;
  readonly signIn: string;
  readonly noneTitle: string;
  readonly noneText: string;
  readonly startSandbox: string;
  readonly connect: string;
  /** `{0}` up or down. */
  readonly lineUp: string;
  readonly lineDown: string;
  readonly lineFlat: string;
  readonly loading: string;
}
