import * as vscode from 'vscode';
import type { LinkOpener, Log } from '../../app/platform/ports';
import { checkServiceLink, isLoopbackHost } from '../../domain/text/linkGate';
import type { LinkRefusal } from '../../domain/text/linkGate';
import { sayWarning } from './say/messages';

/** Opens links in the browser exactly as written, after they have passed the link gate. */
export function createLinkOpener(log: Log): LinkOpener {
  return {
    open: async (text, service) => {
      const verdict = checkServiceLink(text, service);
      if (!verdict.allowed) {
        log.warn(`A link was not opened: ${verdict.reason}`);
        void sayWarning(explainRefusal(verdict.reason));
        return false;
      }
      return openExactly(verdict.url);
    },
  };
}

/** The editor also accepts an address as text, which its declaration does not say. */
interface OpensText {
  openExternal(address: vscode.Uri | string): PromiseLike<boolean>;
}

/**
 * Passes the text itself to the editor: a `Uri` would be decoded and encoded again on its way, which splits a query value
 * that contains an encoded `&`, such as a redirect address with parameters of its own.
 */
async function openExactly(url: string): Promise<boolean> {
  const editor: OpensText = vscode.env;
  return editor.openExternal(await reachable(url));
}

/**
 * An address on this machine as the browser can reach it, which may run on another machine. The editor would translate it
 * itself, but as a `Uri`: so only the origin is translated, and path and query are appended unchanged.
 */
async function reachable(url: string): Promise<string> {
  const { hostname, origin } = new URL(url);
  if (!isLoopbackHost(hostname)) return url;
  try {
    const external = await vscode.env.asExternalUri(vscode.Uri.parse(`${origin}/`));
    return external.toString(true).replace(/\/$/, '') + url.slice(origin.length);
  } catch {
    // No tunnel: browser and extension run on the same machine.
    return url;
  }
}

function explainRefusal(reason: LinkRefusal): string {
  switch (reason) {
    case 'not-a-link':
    case 'too-long':
      return vscode.l10n.t('The link wasn’t opened because it isn’t a valid URL.');
    case 'hidden-characters':
      return vscode.l10n.t('The link wasn’t opened because it contains hidden characters.');
    case 'scheme':
      return vscode.l10n.t('The link wasn’t opened because it doesn’t use https.');
    case 'user-info':
      return vscode.l10n.t('The link wasn’t opened because it contains a user name.');
    case 'this-machine':
      return vscode.l10n.t('The link wasn’t opened because it leads to this machine, and the service is elsewhere.');
    case 'host':
      return vscode.l10n.t('The link wasn’t opened because its host name isn’t plain ASCII.');
  }
}
