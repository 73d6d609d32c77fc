import type { ToCalendarHost } from '../../panel/calendar/calendarProtocol';
import type { Host as PageHost } from '../shared/host';

/** The extension, as the calendar page talks to it. */
export type Host = PageHost<ToCalendarHost>;
