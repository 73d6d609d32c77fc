import { focusFirstWhenNowhere } from '../shared/focus';
import { startPage } from '../shared/host';
import { CalendarPage } from './page';

startPage(CalendarPage);
focusFirstWhenNowhere('[role=searchbox], .grid');
