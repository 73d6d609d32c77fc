import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import type { RegisteredClient } from 'oidc-provider';
import { listening } from './listening';

const scopes = ['quote:read', 'trade:read'];

export interface CertifiedServer {
  readonly origin: string;
  /** Method and path of every request, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** A certified authorization server with the paths of the specification: open registration, PKCE required, no rotation. */
export async function startCertifiedServer(): Promise<CertifiedServer> {
  const server = createServer();
  const { origin, close } = await listening(server);
  const provider = new Provider(origin, {
    routes: { registration: '/oauth2/register', authorization: '/oauth2/authorize/confirm', token: '/oauth2/token' },
    features: { registration: { enabled: true }, devInteractions: { enabled: true } },
    scopes,
    pkce: { required: () => true },
    rotateRefreshToken: false,
    issueRefreshToken: (_context: unknown, client: RegisteredClient) => client.grantTypeAllowed('refresh_token'),
    cookies: { keys: ['of-the-test'] },
    ttl: { AccessToken: 600, AuthorizationCode: 300, Grant: 3600, Interaction: 600, RefreshToken: 3600, Session: 3600 },
  });
  const asked: string[] = [];
  const answer = provider.callback();
  server.on('request', (request, response) => {
    asked.push(`${request.method ?? ''} ${(request.url ?? '').split('?')[0] ?? ''}`);
    // The user chooses the scopes on the consent page (Spec, GET /oauth2/authorize/confirm), but a standard server expects them in the
    // request.
    if (request.url?.startsWith('/oauth2/authorize/confirm?') === true) request.url += `&scope=${encodeURIComponent(scopes.join(' '))}`;
    answer(request, response);
  });
  return { origin, asked, close };
}

/** A browser reduced to redirects, cookies, and forms. */
export class FormBrowser {
  readonly #cookies = new Map<string, string>();

  /** Follows redirects on the server. @returns the page, or the outside address at which it ended. */
  async open(url: string, form?: URLSearchParams): Promise<{ readonly url: URL; readonly html: string | undefined }> {
    const { origin } = new URL(url);
    let next = { url, form };
    for (let hops = 0; hops < 20; hops += 1) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next.url, {
        method: next.form === undefined ? 'GET' : 'POST',
        headers: { cookie },
        redirect: 'manual',
        ...(next.form === undefined ? {} : { body: next.form }),
      });
      for (const line of response.headers.getSetCookie()) this.#keep(line);
      const location = response.headers.get('location');
      if (location === null) return { url: new URL(next.url), html: await response.text() };
      const target = new URL(location, next.url);
      if (target.origin !== origin) return { url: target, html: undefined };
      next = { url: target.href, form: undefined };
    }
    throw new Error('too many redirects');
  }

  /** Submits the page's form with its hidden fields and `fields`. */
  async submit(
    page: { readonly url: URL; readonly html: string | undefined },
    fields: Readonly<Record<string, string>>,
  ): Promise<{ readonly url: URL; readonly html: string | undefined }> {
    const html = page.html ?? '';
    const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1];
    if (action === undefined) throw new Error(`no form at ${page.url.pathname}: ${html.slice(0, 300)}`);
    const form = new URLSearchParams();
    for (const [tag] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
      form.set(/name="([^"]*)"/.exec(tag)?.[1] ?? '', /value="([^"]*)"/.exec(tag)?.[1] ?? '');
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return this.open(new URL(action, page.url).href, form);
  }

  /** Follows the page's cancel link. */
  async abort(page: {
    readonly url: URL;
    readonly html: string | undefined;
  }): Promise<{ readonly url: URL; readonly html: string | undefined }> {
    const link = /href="([^"]+\/abort)"/.exec(page.html ?? '')?.[1];
    if (link === undefined) throw new Error('no way to leave');
    return this.open(new URL(link, page.url).href);
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
