import type { OAuthService } from '../../../service/auth/oauth';
import { fingerprint } from '../../../service/auth/oauthSecrets';
import type { OAuthClient } from '../../../service/auth/oauthTypes';
import type { Log, SecretStore } from '../../platform/ports';
import { decodeClient, encodeClient } from '../sessionRecord';

export interface ObtainedClient {
  readonly client: OAuthClient;
  /** True if it was registered earlier: the service may have forgotten it since. */
  readonly isRemembered: boolean;
}

export interface RegistrationWish {
  readonly baseUrl: string;
  readonly redirectUri: string;
  /** False for a redirect URI that will not occur again: its record is not stored. */
  readonly isLasting: boolean;
}

const clientPrefix = 'client:';

/** Client registrations, kept in the secret storage by service and redirect list (Spec, POST /oauth2/register). */
export class ClientRegistrations {
  constructor(
    private readonly secrets: SecretStore,
    private readonly log: Log,
    private readonly clientName: string,
  ) {}

  /** The stored client, or a new registration if there is none or it is not trusted. */
  async obtain(
    wish: RegistrationWish,
    oauth: Pick<OAuthService, 'register'>,
    options: { readonly signal: AbortSignal; readonly isTrusted?: (client: OAuthClient) => boolean },
  ): Promise<ObtainedClient> {
    const remembered = wish.isLasting ? await this.#read(keyOf(wish)) : undefined;
    if (remembered?.redirectUris.includes(wish.redirectUri) === true && options.isTrusted?.(remembered) !== false)
      return { client: remembered, isRemembered: true };
    const client = await oauth.register({ clientName: this.clientName, redirectUris: [wish.redirectUri], authMethod: 'none' }, options);
    if (wish.isLasting) await this.#write(keyOf(wish), client);
    return { client, isRemembered: false };
  }

  /** The service may have forgotten the client: the next attempt registers again. */
  async forget(wish: RegistrationWish): Promise<void> {
    await this.secrets
      .delete(keyOf(wish))
      .catch((error: unknown) => this.log.warn(`A registration could not be deleted: ${nameOf(error)}`));
  }

  /** A session's client is invalid: if it is the stored one, the next sign-in registers again. */
  async forgetClient(baseUrl: string, { clientId, redirectUris }: Pick<OAuthClient, 'clientId' | 'redirectUris'>): Promise<void> {
    for (const redirectUri of redirectUris) {
      const wish = { baseUrl, redirectUri, isLasting: true };
      if ((await this.#read(keyOf(wish)))?.clientId === clientId) await this.forget(wish);
    }
  }

  async #read(key: string): Promise<OAuthClient | undefined> {
    try {
      return decodeClient(await this.secrets.get(key));
    } catch (error) {
      this.log.warn(`A registration could not be read: ${nameOf(error)}`);
      return undefined;
    }
  }

  async #write(key: string, client: OAuthClient): Promise<void> {
    try {
      await this.secrets.set(key, encodeClient(client));
    } catch (error) {
      this.log.warn(`A registration could not be saved: ${nameOf(error)}`);
    }
  }
}

function keyOf(wish: RegistrationWish): string {
  return clientPrefix + fingerprint(`${wish.baseUrl}\n${wish.redirectUri}`);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
