import type { HistoryStrings } from '../../panel/history/historyStrings';
import type { ToHistoryHost, ToHistoryPage } from '../../panel/history/historyProtocol';
import { dispatch } from '../../panel/messages';
import type { Message } from '../../panel/messages';
import { connectHost } from '../shared/host';
import { HistoryPage } from './page';

// The extension is trusted by its own page: it made both the strings and the messages.
const strings = JSON.parse(document.body.dataset['boot'] ?? '{}') as HistoryStrings;
const host = connectHost<ToHistoryHost>();
const page = new HistoryPage(host, strings);
window.addEventListener('message', (event: MessageEvent<Message<ToHistoryPage>>) => dispatch(page.handlers, event.data));
document.body.append(page);
host.send('ready', null);
