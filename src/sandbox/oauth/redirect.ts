import { html } from 'hono/html';
import { sendPage } from '../http/page';
import type { SandboxRequest } from '../types';

/** Adds parameters to a redirect URI without touching a byte of what was registered. */
export function appendParameters(redirectUri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.append(name, value);
  const separator = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&';
  return `${redirectUri}${separator}${added.toString()}`;
}

/**
 * Sends the browser back to the client.
 *
 * An http address gets a redirect. For any other scheme browsers stay on the page that they show, so that page must
 * say what happened and offer the way back by hand.
 */
export async function sendBack(c: SandboxRequest, location: string, outcome: 'allowed' | 'refused'): Promise<Response> {
  if (/^https?:/i.test(location))
    return c.body(null, 303, { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  const sentence =
    outcome === 'allowed'
      ? 'You’re signed in. You can close this page and return to the editor.'
      : 'Access was not granted. You can close this page and try again from the editor.';
  return sendPage(c, 200, {
    title: outcome === 'allowed' ? 'Signed in' : 'Not signed in',
    refreshTo: location,
    body: html`<h1>${outcome === 'allowed' ? 'Signed in' : 'Not signed in'}</h1>
      <p role="status">${sentence}</p>
      <p class="actions"><a class="button primary" href="${location}">Return to the editor</a></p>
      <details>
        <summary>Nothing happening?</summary>
        <p class="soft">In the editor, select “Having Trouble?” until it asks for a URL, then paste this:</p>
        <code class="address">${location}</code>
      </details>`,
  });
}
