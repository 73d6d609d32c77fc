import { checkLink } from '../../domain/text/linkGate';
import { shortened } from '../../domain/text/visibleText';
import type { EventRow } from '../../panel/calendar/calendarProtocol';
import type { CalendarEvent } from '../../service/records';

/** Long enough for any event. The page would lay out a megabyte of text in every row, and keep it over a reload. */
const longestText = 2000;
const longestFigure = 200;

function figure(text: string | null): string | null {
  return text === null ? null : shortened(text, longestFigure);
}

/** What the page gets of an event: only the host of its link, because the address stays here. Very long texts are cut. */
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
