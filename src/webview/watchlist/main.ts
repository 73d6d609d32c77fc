import { dispatch } from '../../panel/messages';
import type { Message } from '../../panel/messages';
import type { ToWatchlistHost, ToWatchlistPage } from '../../panel/watchlist/watchlistProtocol';
import type { WatchlistStrings } from '../../panel/watchlist/watchlistStrings';
import { connectHost } from '../shared/host';
import { WatchlistPage } from './page';

// The extension is trusted by its own page: it made both the strings and the messages.
const strings = JSON.parse(document.body.dataset['boot'] ?? '{}') as WatchlistStrings;
const host = connectHost<ToWatchlistHost>();
const page = new WatchlistPage(host, strings);
window.addEventListener('message', (event: MessageEvent<Message<ToWatchlistPage>>) => dispatch(page.handlers, event.data));
document.body.append(page);
host.send('ready', null);
