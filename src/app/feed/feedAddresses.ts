import * as v from 'valibot';
import { parseServiceAddress } from '../../domain/session/serviceAddress';
import type { AddressProblem, ServiceAddress } from '../../domain/session/serviceAddress';
import { Emitter } from '../platform/emitter';
import type { Disposable, Event, StateStore } from '../platform/ports';
import type { ConnectionSource } from '../session/connection';
import { StoredList } from '../platform/storedList';
import { stateKeys } from '../platform/storedNames';

export type FeedName = 'quote' | 'trade';

/** The settings that name the feeds of a service. */
export interface FeedSettings {
  url(feed: FeedName): string;
  readonly onDidChange: Event<void>;
}

export type FeedAddress =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid'; readonly problem: AddressProblem }
  /** Credentials are sent there only after the user agreed. The address has an http scheme. */
  | { readonly kind: 'needsApproval'; readonly address: ServiceAddress }
  | { readonly kind: 'url'; readonly url: string };

const sandboxPaths: Readonly<Record<FeedName, string>> = { quote: '/ws/quote', trade: '/ws/trade' };

/**
 * The feed addresses of the service in use. The sandbox has its own; for any other service they come from the settings. A host other than the
 * service's own must be approved for that service: otherwise one service's credentials could reach another's feed that is still in the
 * settings.
 */
export class FeedAddresses implements Disposable {
  readonly #changed = new Emitter<undefined>();
  readonly #subscriptions: readonly Disposable[];
  readonly #approved: StoredList<string>;

  constructor(
    private readonly connection: ConnectionSource,
    private readonly settings: FeedSettings,
    state: StateStore,
  ) {
    this.#approved = new StoredList(state, stateKeys.approvedFeeds, v.string());
    const fire = (): void => this.#changed.fire(undefined);
    this.#subscriptions = [settings.onDidChange(fire), connection.onDidChange(fire)];
  }

  readonly onDidChange: Event<void> = (listener) => this.#changed.event(() => listener());

  of(feed: FeedName): FeedAddress {
    const { connection } = this.connection.current;
    if (connection.kind === 'none') return { kind: 'none' };
    if (connection.kind === 'sandbox') return { kind: 'url', url: connection.baseUrl.replace(/^http/, 'ws') + sandboxPaths[feed] };
    const configured = this.settings.url(feed).trim();
    if (configured === '') return { kind: 'none' };
    // By the rules of the base URL: wss, or ws on this machine. https and http are accepted in their place.
    const verdict = parseServiceAddress(configured.replace(/^ws(s?):\/\//i, 'http$1://'));
    if (!verdict.ok) return { kind: 'invalid', problem: verdict.problem };
    const { origin } = verdict.address;
    if (origin !== connection.origin && !this.#approved.all.includes(pair(connection.origin, origin)))
      return { kind: 'needsApproval', address: verdict.address };
    return { kind: 'url', url: verdict.address.baseUrl.replace(/^http/, 'ws') };
  }

  /**
   * The user agreed that the credentials of the service in use may go to this feed.
   *
   * @grants
   */
  async approve(address: Pick<ServiceAddress, 'origin'>): Promise<void> {
    const { connection } = this.connection.current;
    if (connection.kind !== 'service') return;
    const approved = pair(connection.origin, address.origin);
    if (!this.#approved.all.includes(approved)) await this.#approved.write((all) => [...all, approved]);
    this.#changed.fire(undefined);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }
}

function pair(service: string, feed: string): string {
  return `${service} ${feed}`;
}
