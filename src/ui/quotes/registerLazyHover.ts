import type * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import type { ConnectionSource } from '../../app/session/connection';
import { securityAt } from '../../domain/market/security';
import { readSetting } from '../platform/settings';
import type { Shell } from '../platform/shell/shell';

export interface LazyHoverDependencies {
  readonly shell: Pick<Shell, 'provideHover'>;
  readonly access: ConnectionSource;
  /** Loads the provider, which sends requests. */
  readonly load: () => Promise<unknown>;
}

/**
 * Stands in for the hover on securities until the user, signed in, first hovers over one.
 *
 * @returns the place to attach the loaded provider to.
 */
export function registerLazyHover({ shell, access, load }: LazyHoverDependencies): Pick<Shell, 'provideHover'> {
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
