import { checkLink } from '../../domain/text/linkGate';
import { shortened } from '../../domain/text/visibleText';
import type { EventRow } from '../../panel/calendar/calendarProtocol';
import type { CalendarEvent } from '../../service/records';

/** No event needs more; the page would lay out a megabyte in every row, and keep it over a reload. */
const longestText = 2000;
const longestFigure = 200;

function figure(text: string | null): string | null {
  return text === null ? null : shortened(text, longestFigure);
}

/** What the page may know of an event: of its link only the host, the address stays here. Texts without end are cut. */
export function toEventRow(event: CalendarEvent): EventRow {
  const verdict = event.detailUrl === null ? undefined : checkLink(event.detailUrl);
  return {
    text: shortened(event.text, longestText),
    previous: figure(event.previous),
    forecast: figure(event.predictive),
    actual: figure(event.announce),
    unit: figure(event.unit),
    currency: figure(event.currency),
    country: shortened(event.country, longestFigure),
    star: event.star,
    time: event.time,
    linkHost: verdict?.allowed === true ? verdict.host : null,
  };
}
