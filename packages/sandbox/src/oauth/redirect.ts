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
 * An http address gets a redirect. For any other scheme, browsers stay on the current page, so that page must
 * say what happened and offer a link back.
 */
export async function sendBack(c: SandboxRequest, location: string, outcome: 'allowed' | 'refused'): Promise<Response> {
  if (/^https?:/i.test(location))
    return c.body(null, 303, { Location: inHeader(location), 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  const texts = c.get('texts').back;
  const title = outcome === 'allowed' ? texts.signedIn : texts.notSignedIn;
  return sendPage(c, 200, {
    title,
    refreshTo: location,
    body: html`<h1>${title}</h1>
      <p role="status">${outcome === 'allowed' ? texts.signedInNext : texts.notSignedInNext}</p>
      <p class="actions"><a class="button primary" href="${location}">${texts.returnToEditor}</a></p>
      <details>
        <summary>${texts.nothingHappening}</summary>
        <p class="soft">${texts.pasteThis}</p>
        <code class="address">${location}</code>
      </details>`,
  });
}

/** A header holds ASCII alone: other letters are encoded as a browser would. */
function inHeader(location: string): string {
  return /^[!-~]*$/.test(location) ? location : new URL(location).href;
}
