import { html } from 'hono/html';
import type { SandboxRequest } from '../types';

/** Markup in which every interpolated value was escaped. */
export type Markup = ReturnType<typeof html>;
export type PageStatus = 200 | 201 | 400 | 403;

export interface PageContent {
  readonly title: string;
  readonly body: Markup;
  /** Address that the browser opens by itself. */
  readonly refreshTo?: string | undefined;
  /** Where a form of this page may lead besides the sandbox itself: `form-action` also governs redirects. */
  readonly formTarget?: string | undefined;
}

/** Sends a page that no other site may frame, and that loads nothing and runs no script. */
export async function sendPage(c: SandboxRequest, status: PageStatus, content: PageContent): Promise<Response> {
  const texts = c.get('texts');
  const page = html`<!doctype html>
    <html lang="${texts.lang}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        ${content.refreshTo === undefined ? '' : html`<meta http-equiv="refresh" content="0; url=${content.refreshTo}">`}
        <title>${content.title} · Market Desk ${texts.sandbox}</title>
        <link rel="stylesheet" href="/sandbox.css">
      </head>
      <body>
        <main>
          <p class="brand"><span aria-hidden="true">◆</span> Market Desk <strong>${texts.sandbox}</strong></p>
          ${content.body}
        </main>
        <footer>
          <p>${texts.footer}</p>
          <p><a href="/portal">${texts.developerPortal}</a></p>
        </footer>
      </body>
    </html>`;
  const formAction = ["'self'", content.formTarget].filter((part) => part !== undefined).join(' ');
  return c.html(page, status, {
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    // With no-referrer, a browser would send `Origin: null` with the page's own form.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language',
  });
}

/** An error page without links. */
export async function sendErrorPage(c: SandboxRequest, status: 400 | 403, title: string, explanation: string): Promise<Response> {
  return sendPage(c, status, {
    title,
    body: html`<h1>${title}</h1>
      <p role="alert" class="error">${explanation}</p>`,
  });
}
