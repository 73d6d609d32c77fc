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
    order: vscode.l10n.t('Sort order'),
    ascending: vscode.l10n.t('Earliest first'),
    descending: vscode.l10n.t('Latest first'),
    orderFixed: vscode.l10n.t({ message: 'Sort order is fixed for this type', comment: ['Tooltip of the order button while it is disabled.'] }),
    pageSize: vscode.l10n.t('Page size'),
    stars: vscode.l10n.t('Impact'),
    anyStars: vscode.l10n.t('Any impact'),
    atLeastStars: vscode.l10n.t('{0} or higher'),
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
    exportList: vscode.l10n.t('Export Events as CSV…'),
    problemKeyword: vscode.l10n.t('Enter a keyword.'),
    problemLimit: vscode.l10n.t('Page size must be a whole number from 1 to 30.'),
    problemHotLimit: vscode.l10n.t('Page size must be a whole number from 1 to 20.'),
    problemDate: vscode.l10n.t('Select a date.'),
  } as const;
}

function gridStrings() {
  return {
    columnTime: vscode.l10n.t('Time'),
    columnCountry: vscode.l10n.t('Country'),
    columnStars: vscode.l10n.t('Impact'),
    columnEvent: vscode.l10n.t('Event'),
    columnPrevious: vscode.l10n.t('Previous'),
    columnForecast: vscode.l10n.t('Forecast'),
    columnActual: vscode.l10n.t('Actual'),
    columnCompared: vscode.l10n.t('vs. Forecast'),
    columnActions: vscode.l10n.t('Actions'),
    results: vscode.l10n.t('Search results'),
    hotResults: vscode.l10n.t('High-impact releases'),
    starsOf: vscode.l10n.t({ message: '{0} of 5 stars', comment: ['{0} is a number from 1 to 5.'] }),
    noValue: vscode.l10n.t('no value'),
    notReleased: vscode.l10n.t('not released yet'),
    above: vscode.l10n.t('Above'),
    below: vscode.l10n.t('Below'),
    inLine: vscode.l10n.t('In line'),
    now: vscode.l10n.t('Now'),
    nextIn: vscode.l10n.t({ message: 'Next release in {0}', comment: ['{0} is a span of time such as "2 h 05 min"'] }),
    days: vscode.l10n.t('{0} d {1} h'),
    hours: vscode.l10n.t('{0} h {1} min'),
    minutes: vscode.l10n.t('{0} min'),
    seconds: vscode.l10n.t('{0} s'),
    openOn: vscode.l10n.t({ message: 'Open details on {0}', comment: ['{0} is the host name of a web site.'] }),
    copyRow: vscode.l10n.t('Copy Event'),
    exportEvent: vscode.l10n.t('Save as Calendar File…'),
    keyboardHelp: vscode.l10n.t(
      'Arrow keys move, Enter opens details, E saves a calendar file, Ctrl+C copies the event, / goes to the keyword.',
    ),
  } as const;
}

function stateStrings() {
  return {
    loading: vscode.l10n.t('Searching…'),
    loadingMore: vscode.l10n.t('Loading more…'),
    loadMore: vscode.l10n.t('Load More'),
    noRows: vscode.l10n.t('No events'),
    allShown: vscode.l10n.t({ message: '{0} events', comment: ['{0} is a number of rows.'] }),
    allShownOne: vscode.l10n.t('1 event'),
    moreAvailableOne: vscode.l10n.t('1 event loaded, more available'),
    incompleteOne: vscode.l10n.t('1 event. {1}'),
    moreAvailable: vscode.l10n.t('{0} events loaded, more available'),
    incomplete: vscode.l10n.t({ message: '{0} events. {1}', comment: ['{0} is a number of rows, {1} a sentence.'] }),
    filteredMore: vscode.l10n.t({ message: '{0} of {1} loaded events, more available', comment: ['{0} and {1} are numbers of rows.'] }),
    filteredAll: vscode.l10n.t('{0} of {1} events'),
    old: vscode.l10n.t({ message: 'Cached results from {0}', comment: ['{0} is a time such as 14:03.'] }),
    emptySearch: vscode.l10n.t('No events match this keyword.'),
    emptyHot: vscode.l10n.t('No high-impact releases on this day.'),
    emptyFilter: vscode.l10n.t('No loaded events match your filters.'),
    clearFilters: vscode.l10n.t('Clear Filters'),
    welcomeSearch: vscode.l10n.t('Search indicators, market closures, central bank events, and corporate actions.'),
    welcomeExamples: vscode.l10n.t('Try'),
    examples: ['CPI', 'GDP', 'PMI'],
    signedOutTitle: vscode.l10n.t('You are not signed in'),
    signedOut: vscode.l10n.t('Sign in to search the economic calendar.'),
    signIn: vscode.l10n.t('Sign In'),
    noServiceTitle: vscode.l10n.t('Not connected'),
    noService: vscode.l10n.t('The sandbox is a simulated broker on this machine. No account needed.'),
    trySandbox: vscode.l10n.t('Try the Sandbox'),
    connect: vscode.l10n.t('Connect to a Service…'),
  } as const;
}
