import { randomUUID } from 'node:crypto';
import type { Lifetime } from '../app/platform/lifetime';
import type { CallbackInbox } from '../app/session/signIn/callbackInbox';
import type { ClientRegistrations } from '../app/session/signIn/clientRegistrations';
import type { ChosenConnection } from '../app/session/connection';
import type { CurrentServiceAccess } from '../app/session/currentServiceAccess';
import { SessionFlow } from '../app/session/signIn/sessionFlow';
import type { SessionStore } from '../app/session/sessionStore';
import { SignIn } from '../app/session/signIn/signIn';
import type { OAuthService } from '../service/auth/oauth';
import type { Shell } from '../ui/platform/shell/shell';
import { redirectFlows } from '../ui/session/redirectFlows';
import { WaitingUi } from '../ui/session/waitingUi';
import type { Platform } from './platform';
import type { Wire } from './wire';
import type { ReadLists } from '../app/session/accounts/readAccounts';

/** Everything that signing in through the browser needs. */
export function createSignInFlow(
  platform: Platform,
  shell: Shell,
  lifetime: Lifetime,
  parts: Pick<Wire, 'createClient'> & {
    readonly accountsRead: (sessionId: string, lists: ReadLists) => void;
    readonly inbox: CallbackInbox;
    readonly access: CurrentServiceAccess;
    readonly sessions: SessionStore;
    readonly registrations: ClientRegistrations;
    readonly oauthFor: (connection: ChosenConnection) => OAuthService;
  },
): SessionFlow {
  const { timers, log, links, redactor, state, clock } = platform;
  const { inbox, access, sessions, registrations, oauthFor, createClient, accountsRead } = parts;
  const signIn = lifetime.own(
    new SignIn({
      registrations,
      ui: new WaitingUi(shell, async (query) => inbox.receive(query)),
      flows: () => redirectFlows(inbox, state),
      inbox,
      links,
      timers,
      log,
      redactor,
      oauthFor,
    }),
  );
  return new SessionFlow({ signIn, sessions, access, clock, log, createId: randomUUID, createClient, accountsRead });
}
