import { afterEach } from 'vitest';
import type { Handlers } from '../../../../src/panel/platform/messages';
import type { Host } from '../../../../src/webview/shared/host';
import { FakeHost } from './fakeHost';

/** A page in the document, as the extension sees it. */
export interface OpenPage<ToPage extends object, ToHost extends object> {
  readonly page: HTMLElement;
  readonly host: FakeHost<ToHost>;
  /** Sends the page a message, and lets it draw. */
  readonly say: <K extends keyof ToPage>(type: K, body: ToPage[K]) => Promise<void>;
}

// A page that is left would draw after the document has gone.
afterEach(() => document.body.replaceChildren());

/** Puts a page into an empty document in English. @param stored - What it stored before a reload of the window. */
export async function openPage<ToPage extends object, ToHost extends object>(
  create: (host: Host<ToHost>) => HTMLElement & { readonly handlers: Handlers<ToPage>; readonly updateComplete: Promise<boolean> },
  stored?: unknown,
): Promise<OpenPage<ToPage, ToHost>> {
  document.documentElement.lang = 'en';
  const host = new FakeHost<ToHost>(stored);
  const page = create(host);
  document.body.replaceChildren(page);
  await page.updateComplete;
  return {
    page,
    host,
    say: async (type, body) => {
      page.handlers[type](body);
      await page.updateComplete;
    },
  };
}
