import type { BrowserContext, Page } from 'playwright-core';
import { keepText } from '../support/secrets/keptOutputs';

const shownFile = 'shown.txt';

/** Runs in every frame before its page: reports each text that appears, in views, notifications, editors, and webviews. */
const watcher = (origin: string): string => `(() => {
  const origins = [location.origin, ...Array.from(location.ancestorOrigins ?? [])];
  if (!origins.includes(${JSON.stringify(origin)})) return;
  const seen = new Set();
  let waiting = [];
  const note = (text) => {
    if (typeof text !== 'string' || text.length < 8 || seen.has(text)) return;
    seen.add(text);
    waiting.push(text);
  };
  const names = ['title', 'aria-label', 'aria-description', 'href', 'placeholder', 'value', 'srcdoc', 'data-href'];
  const look = (node) => {
    if (node.nodeType === 3) return note(node.data);
    if (node.nodeType !== 1) return;
    for (const name of names) note(node.getAttribute(name));
    for (const child of node.childNodes) look(child);
    if (node.shadowRoot) observe(node.shadowRoot);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, attributeName } of records) {
      if (type === 'attributes') note(target.getAttribute(attributeName));
      else if (type === 'characterData') note(target.data);
      else addedNodes.forEach(look);
    }
  });
  const observe = (root) => {
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: names });
    for (const child of root.childNodes) look(child);
  };
  observe(document);
  // What somebody asks to have on the clipboard: the link of a sign-in with its state, which must come back with the code (the verifier
  // is not in it), and the configuration of the MCP server, which is there to bring an agent its token. Anywhere else both are found.
  const asked = (text) => {
    if (/^https?:\\S+[?&]code_challenge=/.test(text)) return text.replace(/([?&]state=)[^&#]+/, '$1(in the link)');
    if (/^\\{\\s*"mcpServers":/.test(text)) return text.replace(/("Authorization": "Bearer )[^"]+/, '$1(in the configuration)');
    return text;
  };
  if (navigator.clipboard) {
    for (const name of ['writeText', 'write']) {
      const original = navigator.clipboard[name]?.bind(navigator.clipboard);
      if (original) navigator.clipboard[name] = async (value) => {
        if (typeof value === 'string') note('clipboard: ' + asked(value));
        else for (const item of value) for (const type of item.types) if (type.startsWith('text/')) note('clipboard: ' + asked(await (await item.getType(type)).text()));
        return original(value);
      };
    }
  }
  const flush = () => {
    const texts = waiting;
    waiting = [];
    if (texts.length > 0) window.marketDeskShown?.(texts.join('\\n'));
  };
  setInterval(flush, 200);
  addEventListener('pagehide', flush);
})()`;

/** Keeps every text that the windows of a browser show, and what they put on the clipboard. Pages of a service are left out. */
export async function keepShownTexts(context: BrowserContext, origin: string, folder: string): Promise<void> {
  await context.exposeBinding('marketDeskShown', (_source, text: string) => keepText(folder, shownFile, text));
  await context.addInitScript({ content: watcher(origin) });
}

/** What the workbench stores in the browser, including the extension's global state; the secret store is left out. */
const dump = `(async () => {
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve) => { const asked = indexedDB.open(name); asked.onsuccess = () => resolve(asked.result); asked.onerror = () => resolve(undefined); });
    if (db === undefined) continue;
    for (const store of db.objectStoreNames) {
      const rows = db.transaction(store).objectStore(store);
      const all = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); asked.onerror = () => resolve([]); });
      const [keys, values] = await Promise.all([all(rows.getAllKeys()), all(rows.getAll())]);
      keys.forEach((key, index) => { if (!String(key).startsWith('secret://')) found.push(name + ' ' + store + ' ' + key + ' ' + (typeof values[index] === 'string' ? values[index] : JSON.stringify(values[index]))); });
    }
    db.close();
  }
  for (const [key, value] of Object.entries(localStorage)) if (key !== 'secrets.provider') found.push(key + ' ' + value);
  return found.join('\\n');
})()`;

export async function keepStoredState(pages: readonly Page[], origin: string, folder: string): Promise<void> {
  for (const page of pages) {
    if (!page.url().startsWith(origin)) continue;
    const state: unknown = await page.evaluate(dump).catch(() => undefined);
    if (typeof state === 'string') keepText(folder, 'state.txt', state);
  }
}
