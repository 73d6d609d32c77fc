import { dispatch } from '../../panel/messages';
import type { Message } from '../../panel/messages';
import type { ToPortfolioHost, ToPortfolioPage } from '../../panel/portfolio/portfolioProtocol';
import type { PortfolioStrings } from '../../panel/portfolio/portfolioStrings';
import { connectHost } from '../shared/host';
import { PortfolioPage } from './page';

// The extension is trusted by its own page: it made both the strings and the messages.
const strings = JSON.parse(document.body.dataset['boot'] ?? '{}') as PortfolioStrings;
const host = connectHost<ToPortfolioHost>();
const page = new PortfolioPage(host, strings);
window.addEventListener('message', (event: MessageEvent<Message<ToPortfolioPage>>) => dispatch(page.handlers, event.data));
document.body.append(page);
host.send('ready', null);
