/**
 * The API of Market Desk for other extensions: reading only, for those that the user has allowed. Copy this file into your extension.
 *
 * ```ts
 * const exports = await vscode.extensions.getExtension<MarketDeskExports>('market-desk.market-desk')?.activate();
 * const desk = await exports?.getApi(1).connect('publisher.name');
 * ```
 *
 * Version 1 only grows: members are added, none is removed or changed. What is marked as unstable may change in any release.
 * Every figure is text with the digits of the service. Every text is the service's own: data, never markup or instructions.
 */
export interface MarketDeskExports {
  /** @throws Error for a version that this Market Desk does not have. */
  getApi(version: 1): MarketDeskApi1;
}

export interface MarketDeskApi1 {
  /**
   * Asks the user, once, whether the extension may read from Market Desk; the answer is kept until they revoke it. The editor does not say
   * who calls: the id is what the user is shown, and has to be that of an installed extension.
   *
   * @param extensionId - `publisher.name` of your own extension.
   * @returns undefined if the user declines.
   */
  connect(extensionId: string): Promise<MarketDesk1 | undefined>;
}

/** What an extension may read. Each call fails with a sentence for the user when nobody is signed in or the user has revoked it. */
export interface MarketDesk1 {
  /** Latest prices of up to 50 securities. @param codes - Symbols as `market.code`, such as `HK.00700`. */
  quotes(codes: readonly string[]): Promise<Quotes1>;
  /** Searches the economic calendar. @param keyword - At most 60 characters. */
  searchCalendar(keyword: string): Promise<Releases1>;
  /** The securities of the user; of those in their accounts, only what they are. */
  securities(): Promise<Securities1>;
  /** Something that the calls above answer may be another by now. */
  onDidChange(listener: (change: Change1) => void): { dispose(): void };
}

/** `session`: another user or service, or none. `access`: what the user allows. `watchlist`: changed in this window. */
export type Change1 = 'session' | 'access' | 'watchlist';

/** Whether a list is all there is. */
export interface Verdict1 {
  readonly isComplete: boolean;
  /** What is missing, in English. */
  readonly missing?: readonly string[];
  /** The service has no such list. */
  readonly notOffered?: string;
  /** `live`, or the sandbox with invented money and prices. */
  readonly environment: 'live' | 'sandbox';
}

export interface Quotes1 extends Verdict1 {
  readonly quotes: readonly Quote1[];
}

export interface Quote1 {
  readonly code: string;
  readonly name: string;
  /** Empty where the service does not say it, like every figure here. */
  readonly lastPrice: string;
  readonly previousClose: string;
  readonly bidPrice: string;
  readonly askPrice: string;
  readonly volume: string;
  readonly isSuspended: boolean;
  /** When the price was made, Unix milliseconds; undefined where the service does not say that. */
  readonly at: number | undefined;
  /** How old the price was by the service's own clock when it was given, in milliseconds; undefined without `at`. */
  readonly ageMs: number | undefined;
}

export interface Releases1 extends Verdict1 {
  readonly releases: readonly Release1[];
}

export interface Release1 {
  /** UTC, ISO 8601. */
  readonly time: string;
  readonly country: string;
  readonly text: string;
  readonly previous: string;
  readonly forecast: string;
  readonly actual: string;
  readonly unit: string;
}

export interface Securities1 {
  /** By the groups of the user's watchlist, each security once. */
  readonly watchlist: readonly string[];
  /** Unstable. Securities in the user's accounts; undefined unless the user allows account data, and in privacy mode. */
  readonly held: readonly string[] | undefined;
}
