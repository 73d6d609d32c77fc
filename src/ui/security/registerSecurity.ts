import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import { heldSecurities } from '../../app/positions/heldSecurities';
import type { Shell } from '../platform/shell/shell';
import { SinglePanel } from '../platform/pages/singlePanel';
import { symbolOf } from '../platform/trees/symbolOf';
import { askSymbol } from './askSymbol';
import type { Suggestion } from './askSymbol';
import { RecentSecurities } from './recentSecurities';
import { SecurityPanel } from './securityPanel';
import type { SecurityDependencies } from './securityPanel';

/** The security page: its panel, of which there is one, and the command that opens it from anywhere. */
export function registerSecurity(deps: SecurityDependencies & { readonly shell: Shell }): vscode.Disposable {
  const recent = new RecentSecurities(deps.state);
  const panel = new SinglePanel({
    shell: deps.shell,
    type: 'marketDesk.security',
    title: () => vscode.l10n.t('Security'),
    create: (webviewPanel, stored) => new SecurityPanel(webviewPanel, { ...deps, recent }, stored),
  });
  deps.shell.handle('marketDesk.security.open', async (argument) => {
    if (!isSignedIn(deps.access.current)) {
      // The page says what is missing, and offers it.
      const symbol = symbolOf(argument);
      const content = panel.show();
      if (symbol !== undefined) content.open(symbol);
      return;
    }
    const symbol = symbolOf(argument) ?? (await ask(deps, recent, panel.content));
    if (symbol !== undefined) panel.show().open(symbol);
  });
  return panel;
}

async function ask(deps: SecurityDependencies, recent: RecentSecurities, content: SecurityPanel | undefined): Promise<string | undefined> {
  const recents = recent.all.map((security): Suggestion => ({ ...security, source: vscode.l10n.t('Recent') }));
  const held = (content?.known ?? []).map((security): Suggestion => ({ ...security, source: vscode.l10n.t('Positions') }));
  return askSymbol([...recents, ...held], readHeld(deps));
}

/** Securities in the user's accounts, read once for the question. */
async function readHeld({ books }: SecurityDependencies): Promise<readonly Suggestion[]> {
  const held = (await heldSecurities(books.positions)()) ?? [];
  return held.map((security) => ({ ...security, source: vscode.l10n.t('Positions') }));
}
