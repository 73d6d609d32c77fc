import { keepFocusInView } from '../shared/focus';
import { startPage } from '../shared/host';
import { TicketPage } from './page';

keepFocusInView();
startPage(TicketPage);
