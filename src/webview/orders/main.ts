import { dispatch } from '../../panel/messages';
import type { Message } from '../../panel/messages';
import type { ToTicketHost, ToTicketPage } from '../../panel/orders/ticketProtocol';
import type { TicketStrings } from '../../panel/orders/ticketStrings';
import { connectHost } from '../shared/host';
import { TicketPage } from './page';

// The extension is trusted by its own page: it made both the strings and the messages.
const strings = JSON.parse(document.body.dataset['boot'] ?? '{}') as TicketStrings;
const host = connectHost<ToTicketHost>();
const page = new TicketPage(host, strings);
window.addEventListener('message', (event: MessageEvent<Message<ToTicketPage>>) => dispatch(page.handlers, event.data));
document.body.append(page);
host.send('ready', null);
