import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import { heldSecurities } from '../../app/positions/heldSecurities';
import type { CommandArgument } from '../platform/commandArguments';
import type { UiPorts } from '../platform/ports';
import { PagePanels } from '../platform/pages/pagePanels';
import { symbolOf } from '../platform/trees/symbolOf';
import { askSymbol } from '../platform/say/askSymbol';
import type { Suggestion } from '../platform/say/askSymbol';
import { ChartStudies } from './chartStudies';
import { RecentSecurities } from './recentSecurities';
import { SecurityPanel } from './securityPanel';
import type { SecurityDependencies } from './securityPanel';
import { panelTitle } from './securityViews';

/** Two clicks on a row within this time keep its page. */
const doubleClickMs = 500;

/**
 * The pages of securities, and the commands that open them from anywhere. One page follows: it shows the security that was opened last, until
 * it is kept.
 */
export function registerSecurity(dependencies: SecurityDependencies & Pick<UiPorts, 'shell'>): vscode.Disposable {
  const recent = new RecentSecurities(dependencies.state);
  const studies = new ChartStudies(dependencies.state);
  const panels = new PagePanels({
    shell: dependencies.shell,
    type: 'marketDesk.security',
    title: () => vscode.l10n.t('Security'),
    create: (webviewPanel, stored) => new SecurityPanel(webviewPanel, { ...dependencies, recent, studies, ask }, stored),
  });
  const ask = async (title: string, without: readonly string[] = []): Promise<string | undefined> => {
    const offered = ({ symbol }: Suggestion): boolean => !without.includes(symbol);
    const recents = recent.all.map((security): Suggestion => ({ ...security, source: vscode.l10n.t('Recent') }));
    const held = panels.contents
      .flatMap(({ known }) => known)
      .map((security): Suggestion => ({ ...security, source: vscode.l10n.t('Positions') }));
    return askSymbol(
      title,
      [...recents, ...held].filter(offered),
      readHeld(dependencies).then((found) => found.filter(offered)),
    );
  };
  let latest: { readonly symbol: string; readonly atMs: number } | undefined;
  const show = async (symbol: string, { toSide }: { readonly toSide: boolean }): Promise<SecurityPanel> => {
    const title = panelTitle(symbol, '');
    const atMs = dependencies.clock.monotonicMs();
    const isDouble = latest?.symbol === symbol && atMs - latest.atMs < doubleClickMs;
    latest = { symbol, atMs };
    const content = await panels.show({
      isIt: (page) => page.symbol === symbol || page.symbol === undefined,
      isTitled: (label) => label === title || label.startsWith(`${title} `),
      orIs: toSide ? () => false : (page) => page.follows,
      toSide,
    });
    content.open(symbol);
    if (toSide || isDouble) content.keep();
    return content;
  };
  const open = async (argument: CommandArgument<'marketDesk.security.open'>, place: { readonly toSide: boolean }): Promise<void> => {
    const given = symbolOf(argument);
    if (given !== undefined) await show(given, place);
    else if (isSignedIn(dependencies.access.current)) {
      const title = place.toSide ? vscode.l10n.t('Open Security to the Side') : vscode.l10n.t('Open Security');
      const symbol = await ask(title);
      if (symbol !== undefined) await show(symbol, place);
      // The page itself shows that a service or sign-in is missing, with a button for it.
    } else await panels.show(place);
  };
  dependencies.shell.handle('marketDesk.security.open', async (argument) => open(argument, { toSide: false }));
  dependencies.shell.handle('marketDesk.security.openToSide', async (argument) => open(argument, { toSide: true }));
  dependencies.shell.handle('marketDesk.security.keep', () => panels.contents.find(({ isInFront }) => isInFront)?.keep());
  dependencies.shell.handle('marketDesk.security.reviewDay', async (argument) => {
    const isAsked = isSignedIn(dependencies.access.current);
    const symbol = symbolOf(argument) ?? shownSymbol(panels) ?? (isAsked ? await ask(vscode.l10n.t('Review Day')) : undefined);
    if (symbol !== undefined) (await show(symbol, { toSide: false })).review();
    else if (!isAsked) await panels.show({ toSide: false });
  });
  return panels;
}

/** The security of the page in front. */
function shownSymbol(panels: PagePanels<SecurityPanel>): string | undefined {
  return panels.contents.find(({ isInFront }) => isInFront)?.symbol;
}

/** Securities in the user's accounts, read once for the question. */
async function readHeld({ books }: SecurityDependencies): Promise<readonly Suggestion[]> {
  const held = (await heldSecurities(books.positions)()) ?? [];
  return held.map((security) => ({ ...security, source: vscode.l10n.t('Positions') }));
}
