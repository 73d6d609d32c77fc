import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import type { ConnectionSource } from '../../app/session/connection';
import { securitiesIn, securityAt } from '../../domain/market/security';
import { commandOf } from '../platform/runCommand';
import { readOnlyScheme } from '../platform/readOnlyDocuments';
import { onSettingChange, readSetting } from '../platform/settings';
import type { PriceHints } from './priceHints';

/** A symbol in a document, and where it ends. */
export interface SymbolPlace {
  readonly code: string;
  readonly end: vscode.Position;
}

const everyFile: vscode.DocumentSelector = '*';

/**
 * Shows prices after symbols such as `HK.00700` if the user wants them, and offers actions on a symbol.
 *
 * @param load - Loads the part that requests prices; called once, when a symbol is first visible and the setting is on.
 */
export function registerInCode(access: ConnectionSource, load: (changed: () => void) => Promise<PriceHints>): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let prices: Promise<PriceHints> | undefined;
  const hints: vscode.InlayHintsProvider = {
    onDidChangeInlayHints: changed.event,
    provideInlayHints: async (document, range) => {
      // A record such as the journal must not be decorated.
      if (document.uri.scheme === readOnlyScheme || !readSetting('inlay.enabled') || !isSignedIn(access.current)) return [];
      const found = symbolsIn(document, range);
      if (found.length === 0) return [];
      prices ??= load(() => changed.fire());
      return (await prices).hints(found);
    },
  };
  return vscode.Disposable.from(
    changed,
    access.onDidChange(() => changed.fire()),
    onSettingChange('inlay.enabled', () => changed.fire()),
    vscode.languages.registerInlayHintsProvider(everyFile, hints),
    vscode.languages.registerCodeActionsProvider(
      everyFile,
      { provideCodeActions: (document, { start }) => (isSignedIn(access.current) ? actionsAt(document, start) : undefined) },
      { providedCodeActionKinds: [vscode.CodeActionKind.Empty] },
    ),
  );
}

function actionsAt(document: vscode.TextDocument, position: vscode.Position): vscode.CodeAction[] | undefined {
  const found = securityAt(document.lineAt(position).text, position.character);
  if (found === undefined) return undefined;
  return [
    commandOf('marketDesk.security.open', vscode.l10n.t('Open Security {0}', found.code), found.code),
    commandOf('marketDesk.portfolio.show', vscode.l10n.t('Show {0} in Portfolio', found.code), found.code),
    commandOf('marketDesk.watchlist.add', vscode.l10n.t('Add {0} to Watchlist', found.code), found.code),
  ].map((command) => ({ title: command.title, kind: vscode.CodeActionKind.Empty, command }));
}

function symbolsIn(document: vscode.TextDocument, range: vscode.Range): readonly SymbolPlace[] {
  const lines = Array.from({ length: range.end.line - range.start.line + 1 }, (_, at) => range.start.line + at);
  return lines.flatMap((line) =>
    securitiesIn(document.lineAt(line).text).map(({ code, end }) => ({ code, end: new vscode.Position(line, end) })),
  );
}
