import { dispatch } from '../../panel/messages';
import type { Message } from '../../panel/messages';
import type { ToWelcomeHost, ToWelcomePage, WelcomeBoot } from '../../panel/welcome/welcomeProtocol';
import { connectHost } from '../shared/host';
import { WelcomePage } from './page';

// The extension is trusted by its own page: it made both the strings and the messages.
const boot = JSON.parse(document.body.dataset['boot'] ?? '{}') as WelcomeBoot;
const host = connectHost<ToWelcomeHost>();
const page = new WelcomePage(host, boot);
window.addEventListener('message', (event: MessageEvent<Message<ToWelcomePage>>) => dispatch(page.handlers, event.data));
document.body.append(page);
host.send('ready', null);
