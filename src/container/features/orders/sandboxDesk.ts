import * as vscode from 'vscode';
import { ClockMonitor } from '../../../app/clock/clockMonitor';
import { FollowUp } from '../../../app/orders/eye/followUp';
import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import { OrderReadBack } from '../../../app/orders/eye/orderReadBack';
import { Emitter } from '../../../app/platform/emitter';
import type { Lifetime } from '../../../app/platform/lifetime';
import { withConfigured } from '../../../app/session/accounts/accounts';
import type { Account } from '../../../app/session/accounts/accounts';
import { isSignedIn } from '../../../app/session/connection';
import { ConnectionStore } from '../../../app/session/connectionStore';
import { accountsPart } from '../../../service/endpoints/sources';
import { seen } from '../../../service/lists/list';
import { readList } from '../../../service/lists/readList';
import { followedStory, newsOf } from '../../../ui/orders/story/story';
import type { OrderChangesParts } from '../../../ui/orders/orderChanges';
import type { SandboxDesk } from '../../../ui/orders/place/rehearse';
import { cancellableProgress, plainProgress } from '../../../ui/platform/say/progress';
import { createBooks } from '../../books';
import type { Core } from '../../core';
import type { composeOrderChanges } from './orderChanges';

/**
 * The built-in sandbox as a place to rehearse while the window stays signed in to its own service: a second set of the same parts, all created
 * from an access to the sandbox. Journal, locks, and the sending switch are the window's; everything that asks a service is separate.
 */
export function composeSandboxDesk(
  core: Core,
  { journal, news }: Pick<OrderChangesParts, 'news'> & { readonly journal: OrderJournal },
  lifetime: Lifetime,
  compose: typeof composeOrderChanges,
): SandboxDesk {
  const { clock, timers, log, privacy, sandbox, flow } = core;
  const never = lifetime.own(new Emitter<void>());
  // Without a URL in the settings, the service is the sandbox.
  const settings = { url: () => '', authentication: () => 'oauth' as const, onDidChange: never.event };
  const connections = lifetime.own(new ConnectionStore(settings, sandbox, core.state, core.certificates));
  const access = lifetime.own(core.accessBeside(connections));
  const monitor = lifetime.own(new ClockMonitor({ clock, timers, log }));
  const books = createBooks({ ...core, access }, lifetime);
  const tokensOf: Core['tokensOf'] = (session) => {
    const { connection } = access.current;
    return connection.kind !== 'none' && connection.origin === session.origin ? core.tokensAt(session, connection) : undefined;
  };
  // Feeds belong to the window's service: a ticket reads its prices itself.
  const live: Core['live'] = async () => Promise.reject(new Error('The sandbox beside the service has no feeds'));
  const beside = { ...core, access, monitor, books, tokensOf, live, isBeside: true };
  const readBack = new OrderReadBack({ access, journal, locks: core.locks, clock });
  const followUp = lifetime.own(new FollowUp({ ...beside, journal, readBack }));
  lifetime.own(
    followUp.onDidEnd((ended) => news.tell(ended.attempt, newsOf(followedStory(ended, { isPrivate: privacy.isOn }), ended.attempt))),
  );
  const changes = lifetime.own(compose(beside, { orders: books.orders, readBack, news, orderRead: () => undefined, journal }, lifetime));

  const open = async (): Promise<readonly Account[] | undefined> => {
    await plainProgress(vscode.l10n.t('Starting the sandbox…'), 'statusBar', async () => sandbox.start());
    const { connection } = access.current;
    if (connection.kind === 'none') return undefined;
    if (!isSignedIn(access.current)) await flow.signIn(connection, { signal: new AbortController().signal });
    if (!isSignedIn(access.current)) return undefined;
    return cancellableProgress(vscode.l10n.t('Loading accounts'), async (signal) => {
      const list = await readList([accountsPart(async () => access.client(), 'live')], { signal });
      // The accounts in the settings belong to the service in use.
      return seen(withConfigured(list, [], 'live')).items;
    });
  };
  return { forms: changes.forms, open };
}
