import { startPage } from '../shared/host';
import { TicketPage } from './page';

startPage(TicketPage);
