import * as vscode from 'vscode';
import type { CalendarStrings } from '../../panel/calendarStrings';

/** Texts of the page in the display language; placeholders are left for the page to fill. */
export function calendarStrings(): CalendarStrings {
  return { ...formStrings(), ...gridStrings(), ...stateStrings() };
}

function formStrings() {
  return {
    title: vscode.l10n.t('Economic Calendar'),
    tabSearch: vscode.l10n.t('Search'),
    tabHot: vscode.l10n.t('Hot List'),
    keyword: vscode.l10n.t('Keyword'),
    keywordHint: vscode.l10n.t('Keyword, for example CPI'),
    search: vscode.l10n.t('Search'),
    clear: vscode.l10n.t('Clear'),
    type: vscode.l10n.t('Type'),
    types: [
      vscode.l10n.t('Economic data'),
      vscode.l10n.t('Market closures'),
      vscode.l10n.t('Economic events'),
      vscode.l10n.t('Corporate actions'),
    ],
    order: vscode.l10n.t('Order'),
    ascending: vscode.l10n.t('Oldest first'),
    descending: vscode.l10n.t('Newest first'),
    // Translators: tooltip of the order button while it is disabled
    orderFixed: vscode.l10n.t('The service orders this type by itself'),
    pageSize: vscode.l10n.t('Page size'),
    stars: vscode.l10n.t('Importance'),
    anyStars: vscode.l10n.t('Any importance'),
    atLeastStars: vscode.l10n.t('{0} and more'),
    country: vscode.l10n.t('Country'),
    allCountries: vscode.l10n.t('All countries'),
    zone: vscode.l10n.t('Time zone'),
    date: vscode.l10n.t('Date'),
    previousDay: vscode.l10n.t('Previous day'),
    nextDay: vscode.l10n.t('Next day'),
    today: vscode.l10n.t('Today'),
    tomorrow: vscode.l10n.t('Tomorrow'),
    yesterday: vscode.l10n.t('Yesterday'),
    refresh: vscode.l10n.t('Refresh'),
    stop: vscode.l10n.t('Stop'),
    exportList: vscode.l10n.t('Export Rows as CSV…'),
    problemKeyword: vscode.l10n.t('Keyword (keyword): type at least one character.'),
    problemLimit: vscode.l10n.t('Page size (limit): a whole number from 1 to 30.'),
    problemHotLimit: vscode.l10n.t('Page size (limit): a whole number from 1 to 20.'),
    problemDate: vscode.l10n.t('Date (date): choose a day.'),
  } as const;
}

function gridStrings() {
  return {
    columnTime: vscode.l10n.t('Time'),
    columnCountry: vscode.l10n.t('Country'),
    columnStars: vscode.l10n.t('Stars'),
    columnEvent: vscode.l10n.t('Event'),
    columnPrevious: vscode.l10n.t('Previous'),
    columnForecast: vscode.l10n.t('Forecast'),
    columnActual: vscode.l10n.t('Actual'),
    columnCompared: vscode.l10n.t('vs Forecast'),
    columnActions: vscode.l10n.t('Actions'),
    results: vscode.l10n.t('Search results'),
    hotResults: vscode.l10n.t('Hot economic data'),
    // Translators: {0} is a number from 1 to 5
    starsOf: vscode.l10n.t('{0} of 5 stars'),
    noValue: vscode.l10n.t('no value'),
    notReleased: vscode.l10n.t('not released yet'),
    above: vscode.l10n.t('Above'),
    below: vscode.l10n.t('Below'),
    inLine: vscode.l10n.t('In line'),
    now: vscode.l10n.t('Now'),
    // Translators: {0} is a span of time such as "2 h 05 min"
    nextIn: vscode.l10n.t('Next release in {0}'),
    days: vscode.l10n.t('{0} d {1} h'),
    hours: vscode.l10n.t('{0} h {1} min'),
    minutes: vscode.l10n.t('{0} min'),
    seconds: vscode.l10n.t('{0} s'),
    // Translators: {0} is the host name of a web site
    openOn: vscode.l10n.t('Open details on {0}'),
    copyRow: vscode.l10n.t('Copy Row'),
    exportEvent: vscode.l10n.t('Save as Calendar File…'),
    keyboardHelp: vscode.l10n.t('Arrow keys move, Enter opens details, Ctrl+C copies the row, slash goes to the keyword.'),
  } as const;
}

function stateStrings() {
  return {
    loading: vscode.l10n.t('Searching…'),
    loadingMore: vscode.l10n.t('Loading more…'),
    loadMore: vscode.l10n.t('Load More'),
    noRows: vscode.l10n.t('No rows'),
    // Translators: {0} is a number of rows
    allShown: vscode.l10n.t('All {0} rows shown'),
    moreAvailable: vscode.l10n.t('{0} rows shown, more available'),
    // Translators: {0} is a number of rows, {1} a sentence
    incomplete: vscode.l10n.t('Incomplete: {0} rows shown. {1}'),
    // Translators: {0} and {1} are numbers of rows
    filteredMore: vscode.l10n.t('{0} of {1} loaded rows shown, more available'),
    filteredAll: vscode.l10n.t('{0} of {1} rows shown'),
    // Translators: {0} is a time such as 14:03
    old: vscode.l10n.t('Old rows, from {0}'),
    emptySearch: vscode.l10n.t('No entries match this keyword.'),
    emptyHot: vscode.l10n.t('No important data on this day.'),
    emptyFilter: vscode.l10n.t('No loaded row passes the filters.'),
    clearFilters: vscode.l10n.t('Clear Filters'),
    welcomeSearch: vscode.l10n.t('Search indicators, market closures, central bank events and corporate actions.'),
    welcomeExamples: vscode.l10n.t('Try'),
    examples: ['CPI', 'GDP', 'PMI'],
    signedOutTitle: vscode.l10n.t('You are not signed in'),
    signedOut: vscode.l10n.t('Sign in to search the economic calendar.'),
    signIn: vscode.l10n.t('Sign In'),
    noServiceTitle: vscode.l10n.t('No service is chosen'),
    noService: vscode.l10n.t('The sandbox is a complete service on this machine: no account is needed.'),
    trySandbox: vscode.l10n.t('Try the Sandbox'),
    connect: vscode.l10n.t('Connect to a Service…'),
  } as const;
}
