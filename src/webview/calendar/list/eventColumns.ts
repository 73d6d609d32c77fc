import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { withUnit } from '../../../domain/calendar/calendarText';
import { closureDay, eventZone } from '../../../domain/calendar/closureDay';
import type { ValueColumn } from '../../../domain/calendar/columns';
import { compareWithForecast, hasValue } from '../../../domain/calendar/surprise';
import type { Surprise } from '../../../domain/calendar/surprise';
import { plainText } from '../../../domain/text/segments';
import { visibleText } from '../../../domain/text/visibleText';
import { wallTime, zoneLabel } from '../../../domain/time/zones';
import type { EventRow } from '../../../panel/calendar/calendarProtocol';
import type { GridColumn } from '../../shared/grid/column';
import { nameWidth } from '../../shared/grid/fitting';
import { surpriseWord } from '../../shared/texts/releaseWords';
import type { Formats } from '../format';
import { eventButtons } from './eventButtons';
import type { RowAction, RowOffers } from './eventButtons';
import { eventName, shortCountry } from './eventName';
import type { EventLine } from './listModel';

export interface EventContext {
  readonly zone: string;
  readonly now: number;
  readonly columns: readonly ValueColumn[];
  /** Rows are whole days in the time of their own place. */
  readonly areDays: boolean;
  /** Texts that occur in several rows. */
  readonly repeated: ReadonlySet<string>;
  readonly isMine: (row: EventRow) => boolean;
  /** Minutes before a release at which the user is reminded; undefined without a reminder. */
  readonly minutesBefore: (row: EventRow) => number | undefined;
  readonly offersOf: (row: EventRow) => RowOffers;
  readonly act: (action: RowAction, line: EventLine) => void;
  readonly formats: Pick<Formats, 'date' | 'clock'>;
  /** The same columns with shorter content. */
  readonly isNarrow: boolean;
  /** A row of each country: its column is as wide as their names. */
  readonly ofCountries: readonly EventRow[];
  /** Long names of countries are cut off: another column has no space beside them. */
  readonly cutsCountries?: boolean;
  /** Of the page, in pixels. */
  readonly width: number;
}

type Column = GridColumn<EventLine>;

const dayMs = 86_400_000;

/** The columns of a list: when, where and what, the values that its rows have, and the actions on a row. */
export function eventColumns(context: EventContext): readonly Column[] {
  return [
    timeColumn(context),
    countryColumn(context),
    impactColumn(context),
    nameColumn(context),
    ...context.columns.map((column) => (column === 'compared' ? comparedColumn(context) : valueColumn(column, context))),
    {
      ...{ key: 'actions', title: l10n.t('Actions'), kind: 'buttons', width: 0, grow: 0 },
      cell: (line) =>
        eventButtons(line.event, context.offersOf(line.event), context.minutesBefore(line.event), (action) => context.act(action, line)),
    },
  ];
}

function timeColumn({ zone, now, areDays, formats }: EventContext): Column {
  const closed = (event: EventRow) => (areDays ? closureDay(event, now) : undefined);
  const title = l10n.t('Time');
  return {
    ...{ key: 'time', title, hint: `${title} (${zone})`, kind: 'text', width: areDays ? 64 : 46, grow: 0 },
    cell: ({ event }) =>
      closed(event) === undefined
        ? wallTime(zone, event.time * 1000)
        : l10n.t({
            message: 'All day',
            comment: ['In the time column, for a day on which a market is closed, or on which a corporate action takes effect.'],
          }),
    tooltip: ({ event }) => {
      const at = event.time * 1000;
      const own = closed(event);
      return own === undefined
        ? `${formats.date(at, zone)} ${formats.clock(at, zone)} ${zoneLabel(zone, at)}`
        : `${formats.date(own.day * dayMs, 'UTC')} ${eventZone(event) ?? ''}`;
    },
  };
}

/** Narrower pages leave out the currency, as in the style sheet: it only repeats the unit. */
const currencyFrom = 1_000;
/** Of the names of countries; longer ones are cut off. */
const [leastCountry, mostCountry] = [56, { cut: 72, narrow: 104, wide: 190 }];

function countryColumn({ isNarrow, ofCountries, cutsCountries, width }: EventContext): Column {
  const names = ofCountries.map((event) => {
    const country = isNarrow ? shortCountry(event) : event.country;
    return width >= currencyFrom && hasValue(event.currency) ? `${country} ${event.currency}` : country;
  });
  const most = mostCountry[cutsCountries === true ? 'cut' : isNarrow ? 'narrow' : 'wide'];
  const fitted = nameWidth(names, { least: leastCountry, most, beside: spare });
  return {
    ...{ key: 'country', title: l10n.t('Country'), kind: 'text', width: fitted, grow: isNarrow ? 0 : 1 },
    tooltip: ({ event }) => visibleText(event.country),
    cell: ({ event }) => {
      const country = visibleText(isNarrow ? shortCountry(event) : event.country);
      return hasValue(event.currency) ? html`${country} <span class="currency">${visibleText(event.currency)}</span>` : country;
    },
    ...(isNarrow ? { label: ({ event }: EventLine) => visibleText(event.country) } : {}),
  };
}

/** For rounding. */
const spare = 3;

/** The color of the impact: that of important releases, of those in between, or none. */
function levelOf(stars: number): string {
  return stars >= 4 ? 'high' : stars === 3 ? 'medium' : '';
}

function impactColumn({ isNarrow }: EventContext): Column {
  const title = l10n.t('Impact');
  return {
    ...{ key: 'impact', title: isNarrow ? '★' : title, hint: title, kind: 'text', width: isNarrow ? 24 : 70, grow: 0 },
    cell: ({ event }) => {
      const count = Math.min(5, Math.max(0, event.star));
      const name = l10n.t({ message: '{0} of 5 stars', args: [count], comment: ['{0} is a number from 1 to 5.'] });
      return html`<span class="stars" role="img" title=${name} aria-label=${name}
        >${isNarrow ? html`<span class="lit ${levelOf(count)}">${count}★</span>` : html`<span class="lit ${levelOf(count)}">${'★'.repeat(count)}</span><span class="unlit">${'☆'.repeat(5 - count)}</span>`}</span
      >`;
    },
  };
}

/** In narrower pages, names need what the figures can spare. */
const wideFrom = 1_200;

function nameColumn({ zone, areDays, isMine, minutesBefore, repeated, formats, isNarrow, width }: EventContext): Column {
  // A closure or an ex-date is a day in the time of its own place, as in the cell of the time.
  const zoneOf = (event: EventRow): string => (areDays ? (eventZone(event) ?? zone) : zone);
  return {
    ...{ key: 'event', title: l10n.t('Event'), kind: 'text', width: isNarrow ? 134 : 190, grow: width < wideFrom ? 12 : 5 },
    cell: ({ event }) =>
      eventName(event, {
        isMine: isMine(event),
        minutesBefore: minutesBefore(event),
        date: repeated.has(event.text) ? formats.date(event.time * 1000, zoneOf(event)) : '',
        isNarrow,
      }),
    tooltip: ({ event }) => plainText(event.text),
    look: ({ event }) => (event.star >= 4 ? 'important' : ''),
  };
}

function valueColumn(key: Exclude<ValueColumn, 'compared'>, { columns, now, isNarrow }: EventContext): Column {
  // Without forecasts there is room for amounts with their currency.
  const least = isNarrow ? 58 : 60;
  const width = columns.length !== 4 ? (isNarrow ? 84 : 104) : key === 'previous' ? leastPrevious : least;
  return {
    ...{ key, title: valueTitle(key), kind: 'number', width, grow: 1 },
    cell: ({ event }) => (hasValue(event[key]) ? withUnit(event[key], event.unit) : html`<span aria-hidden="true">–</span>`),
    label: ({ event }) => {
      if (hasValue(event[key])) return undefined;
      return key === 'actual' && event.time * 1000 > now ? l10n.t('not released yet') : l10n.t('no value');
    },
    look: ({ event }) => (hasValue(event[key]) ? '' : 'absent'),
  };
}

/** Of its title. */
const leastPrevious = 66;

function valueTitle(key: Exclude<ValueColumn, 'compared'>): string {
  switch (key) {
    case 'previous':
      return l10n.t('Previous');
    case 'forecast':
      return l10n.t('Forecast');
    case 'actual':
      return l10n.t('Actual');
  }
}

const arrows: Readonly<Record<Surprise, string>> = { above: 'arrow-up', below: 'arrow-down', inLine: 'dash' };

function comparedColumn({ isNarrow }: EventContext): Column {
  const resultOf = ({ event }: EventLine): Surprise | undefined => compareWithForecast(event.actual, event.forecast, event.unit);
  const title = l10n.t('vs. forecast');
  return {
    ...{ key: 'compared', title: isNarrow ? '±' : title, hint: title, kind: 'text', width: isNarrow ? 18 : 100, grow: 0 },
    cell: (line) => {
      const result = resultOf(line);
      return result === undefined ? '' : compared(result, isNarrow);
    },
    label: (line) => {
      const result = resultOf(line);
      return result === undefined ? undefined : surpriseWord(result);
    },
    look: (line) => resultOf(line) ?? '',
  };
}

function compared(result: Surprise, isNarrow: boolean): TemplateResult {
  return html`<span class="codicon codicon-${arrows[result]}" aria-hidden="true"></span
    >${isNarrow ? nothing : html`<span class="word">${surpriseWord(result)}</span>`}`;
}
