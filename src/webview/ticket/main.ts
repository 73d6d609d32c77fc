import { scrollToField } from './field';
import { keepFocusInView } from '../shared/focus';
import { startPage } from '../shared/host';
import { TicketPage } from './page';

keepFocusInView((focus) => scrollToField(document, focus));
startPage(TicketPage);
