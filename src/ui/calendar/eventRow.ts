import { checkLink } from '../../domain/linkGate';
import type { EventRow } from '../../panel/calendarProtocol';
import type { CalendarEvent } from '../../service/records';

/** What the page may know of an event: of its link only the host, the address stays here. */
export function toEventRow(event: CalendarEvent): EventRow {
  const verdict = event.detailUrl === null ? undefined : checkLink(event.detailUrl);
  return {
    text: event.text,
    previous: event.previous,
    forecast: event.predictive,
    actual: event.announce,
    unit: event.unit,
    currency: event.currency,
    country: event.country,
    star: event.star,
    time: event.time,
    linkHost: verdict?.allowed === true ? verdict.host : null,
  };
}
