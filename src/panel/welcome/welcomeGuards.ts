import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import { welcomeActions } from './welcomeProtocol';
import type { ToWelcomeHost } from './welcomeProtocol';

/** Shape checks of the page's messages. */
export const welcomeHostGuards: Guards<ToWelcomeHost> = {
  ready: (body): body is null => body === null,
  act: (body): body is ToWelcomeHost['act'] => isRecord(body) && welcomeActions.some((action) => action === body['action']),
};
