import type { ListPage } from '../../schema/page';
import type { CalendarEvent } from '../../records';
import { at, decodeRecords } from '../../schema/decode';
import type { Place } from '../../schema/decode';
import { nullableText, optionalInt, optionalText, text, unixSeconds } from '../../schema/fields';
import { member } from '../../schema/json';
import type { JsonObject } from '../../schema/json';
import { decodePage } from '../page';

/** A page of search or hot list (Spec, Economic calendar event). Null and the empty text are kept apart. */
export function decodeCalendarPage(answer: JsonObject, place: Place): ListPage<CalendarEvent> {
  return decodePage(answer, decodeRecords(member(answer, 'data'), at(place, 'data'), readEvent), place);
}

function readEvent(record: JsonObject, place: Place): CalendarEvent {
  return {
    text: text(record, 'event_text', place),
    previous: nullableText(record, 'previous', place),
    predictive: nullableText(record, 'predictive', place),
    announce: nullableText(record, 'announce', place),
    star: optionalInt(record, 'star', place) ?? 0,
    time: unixSeconds(record, 'event_time', place),
    country: optionalText(record, 'country', place),
    currency: nullableText(record, 'currency', place),
    unit: nullableText(record, 'unit', place),
    uniqueId: nullableText(record, 'unique_id', place),
    detailUrl: nullableText(record, 'detail_url', place),
  };
}
