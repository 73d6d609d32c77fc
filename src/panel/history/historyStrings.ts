import type { SignedOutStrings } from '../platform/signedOutStrings';

/** Texts of the indicator history in the display language. `{0}`, `{1}` … stand for values that the page fills in. */
export interface HistoryStrings extends SignedOutStrings {
  readonly title: string;
  readonly choose: string;
  readonly search: string;
  readonly refresh: string;
  readonly stop: string;
  readonly retry: string;
  readonly remind: string;
  readonly unit: string;
  readonly next: string;
  readonly nextForecast: string;
  readonly above: string;
  readonly below: string;
  readonly inLine: string;
  readonly notCompared: string;
  readonly counts: string;
  readonly chart: string;
  readonly chartOf: string;
  readonly series: string;
  readonly actual: string;
  readonly forecast: string;
  readonly previous: string;
  readonly surprise: string;
  readonly surpriseHint: string;
  readonly released: string;
  readonly period: string;
  readonly compared: string;
  readonly grid: string;
  readonly gridHelp: string;
  readonly loading: string;
  readonly reading: string;
  readonly releases: string;
  readonly oneRelease: string;
  readonly readEvents: string;
  readonly since: string;
  readonly none: string;
  readonly nothingChosen: string;
}
