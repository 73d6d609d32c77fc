import { startPage } from '../shared/host';
import { CalendarPage } from './page';

startPage(CalendarPage);
