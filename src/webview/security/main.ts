import { dispatch } from '../../panel/messages';
import type { Message } from '../../panel/messages';
import type { ToSecurityHost, ToSecurityPage } from '../../panel/security/securityProtocol';
import type { SecurityStrings } from '../../panel/security/securityStrings';
import { connectHost } from '../shared/host';
import { SecurityPage } from './page';

// The extension is trusted by its own page: it made both the strings and the messages.
const strings = JSON.parse(document.body.dataset['boot'] ?? '{}') as SecurityStrings;
customElements.define('security-page', SecurityPage);
const host = connectHost<ToSecurityHost>();
const page = new SecurityPage(host, strings);
window.addEventListener('message', (event: MessageEvent<Message<ToSecurityPage>>) => dispatch(page.handlers, event.data));
document.body.append(page);
host.send('ready', null);
