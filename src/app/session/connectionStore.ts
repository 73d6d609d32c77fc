import * as v from 'valibot';
import { parseServiceAddress } from '../../domain/session/serviceAddress';
import type { AddressProblem, ServiceAddress } from '../../domain/session/serviceAddress';
import type { AuthenticationMethod, ChosenConnection, Connection } from './connection';
import { Emitter } from '../platform/emitter';
import type { Disposable, Event, StateStore } from '../platform/ports';
import { StoredList } from '../platform/storedList';
import { stateKeys } from '../platform/storedNames';
import type { TrustedCertificates } from './trustedCertificates';

/** The settings that choose a service; implemented over the editor's configuration. */
export interface ConnectionSettings {
  url(): string;
  authentication(): AuthenticationMethod;
  readonly onDidChange: Event<void>;
}

/** The built-in sandbox's URL while it is running. */
export interface SandboxAddress {
  readonly url: string | undefined;
  readonly onDidChange: Event<void>;
}

/** Why the configured service is not in use. */
export type ConnectionIssue =
  | { readonly kind: 'invalid-address'; readonly problem: AddressProblem }
  | { readonly kind: 'needs-approval'; readonly address: ServiceAddress };

/**
 * Derives the connection from the settings and the sandbox. A service whose origin the user has not approved is not used:
 * it shows as {@link ConnectionStore.issue}, and no credential can reach it.
 */
export class ConnectionStore implements Disposable {
  readonly #changed = new Emitter<Connection>();
  readonly #subscriptions: readonly Disposable[];
  readonly #approved: StoredList<string>;
  #current: Connection;
  #issue: ConnectionIssue | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly sandbox: SandboxAddress,
    state: StateStore,
    private readonly certificates: Pick<TrustedCertificates, 'of'>,
  ) {
    this.#approved = new StoredList(state, stateKeys.approvedOrigins, v.string());
    this.#current = this.#derive();
    this.#subscriptions = [settings.onDidChange(() => this.update()), sandbox.onDidChange(() => this.update())];
  }

  get current(): Connection {
    return this.#current;
  }

  get issue(): ConnectionIssue | undefined {
    return this.#issue;
  }

  /** The origins that the user has approved. */
  get approved(): readonly string[] {
    return this.#approved.all;
  }

  isApproved(origin: string): boolean {
    return this.#approved.all.includes(origin);
  }

  /**
   * The user approved sending credentials to this origin.
   *
   * @grants
   */
  async approve(origin: string): Promise<void> {
    if (!this.isApproved(origin)) await this.#approved.write((all) => [...all, origin]);
    this.update();
  }

  /** Derives the connection again; notifies listeners if the connection or the issue changed. */
  update(): void {
    const before = JSON.stringify([this.#current, this.#issue]);
    this.#current = this.#derive();
    if (JSON.stringify([this.#current, this.#issue]) !== before) this.#changed.fire(this.#current);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  #derive(): Connection {
    this.#issue = undefined;
    const authentication = this.settings.authentication();
    const configured = this.settings.url();
    if (configured.trim() === '') {
      const sandbox = this.sandbox.url === undefined ? undefined : parseServiceAddress(this.sandbox.url);
      return sandbox?.ok === true ? connectionTo('sandbox', sandbox.address, authentication) : { kind: 'none' };
    }
    const verdict = parseServiceAddress(configured);
    if (!verdict.ok) {
      this.#issue = { kind: 'invalid-address', problem: verdict.problem };
      return { kind: 'none' };
    }
    if (!this.isApproved(verdict.address.origin)) {
      this.#issue = { kind: 'needs-approval', address: verdict.address };
      return { kind: 'none' };
    }
    const fingerprint = this.certificates.of(verdict.address.origin);
    const connection = connectionTo('service', verdict.address, authentication);
    return fingerprint === undefined ? connection : { ...connection, id: `${connection.id} ${fingerprint}`, isUnverified: true };
  }
}

function connectionTo(kind: 'sandbox' | 'service', address: ServiceAddress, authentication: AuthenticationMethod): ChosenConnection {
  return { kind, id: `${kind} ${authentication} ${address.baseUrl}`, baseUrl: address.baseUrl, origin: address.origin, authentication };
}
