import type { ToCalendarPage } from '../../panel/calendarProtocol';
import type { CalendarStrings } from '../../panel/calendarStrings';
import { dispatch } from '../../panel/messages';
import type { Message } from '../../panel/messages';
import { connectHost } from '../shared/host';
import { CalendarPage } from './page';

// The extension is trusted by its own page: it made both the strings and the messages.
const strings = JSON.parse(document.body.dataset['boot'] ?? '{}') as CalendarStrings;
const page = new CalendarPage(connectHost(), strings);
window.addEventListener('message', (event: MessageEvent<Message<ToCalendarPage>>) => dispatch(page.handlers, event.data));
page.mount(document.body);
