import type * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import type { ConnectionSource } from '../../app/session/connection';
import { securityAt } from '../../domain/market/security';
import { readSetting } from '../platform/settings';
import type { Shell } from '../platform/shell/shell';

/**
 * Stands in for the hover on securities until the user, signed in, first hovers over one.
 *
 * @param load - Loads the provider, which sends requests.
 * @returns the place to attach the loaded provider to.
 */
export function registerLazyHover(
  shell: Pick<Shell, 'provideHover'>,
  access: ConnectionSource,
  load: () => Promise<unknown>,
): Pick<Shell, 'provideHover'> {
  let loaded: vscode.HoverProvider | undefined;
  shell.provideHover({
    provideHover: async (document, position, token) => {
      if (!readSetting('hover.enabled') || !isSignedIn(access.current)) return undefined;
      if (securityAt(document.lineAt(position).text, position.character) === undefined) return undefined;
      await load();
      return loaded?.provideHover(document, position, token);
    },
  });
  return {
    provideHover: (provider) => {
      loaded = provider;
    },
  };
}
