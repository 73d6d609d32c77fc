import * as vscode from 'vscode';
import { typedCode, typedSecurity } from '../../../domain/market/typedSecurity';
import { visibleText } from '../../../domain/text/visibleText';
import { createPick } from './inputs';

export interface Suggestion {
  readonly symbol: string;
  /** Empty if unknown. */
  readonly name: string;
  /** The source of the suggestion, such as *Positions*. */
  readonly source: string;
}

interface SymbolItem extends vscode.QuickPickItem {
  readonly symbol?: string;
}

/**
 * Asks for a security: a known one, by symbol or name, or any symbol that the user types. The service has no search for
 * symbols.
 *
 * @param title - What the security is for.
 * @param suggestions - Those known at once, and later all that could be read.
 * @returns the symbol; undefined when dismissed.
 */
export async function askSymbol(
  title: string,
  suggestions: readonly Suggestion[],
  more: Promise<readonly Suggestion[]>,
): Promise<string | undefined> {
  const pick = createPick<SymbolItem>();
  pick.title = title;
  pick.placeholder = vscode.l10n.t('Symbol, for example HK.00700, or a name from your lists');
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  let known = suggestions;
  let isOpen = true;
  const show = (): void => {
    const typed = typedItem(pick.value, known);
    pick.items = [...typed, ...itemsOf(known.filter(({ symbol }) => symbol !== typed[0]?.symbol))];
  };
  show();
  pick.busy = true;
  void more
    .then((found) => {
      known = merged(known, found);
      if (isOpen) show();
    })
    .catch(() => undefined)
    .finally(() => {
      if (isOpen) pick.busy = false;
    });
  try {
    return await new Promise<string | undefined>((resolve) => {
      pick.onDidChangeValue(() => {
        pick.title = title;
        show();
      });
      pick.onDidAccept(() => {
        const symbol = chosenSymbol(pick.value, pick.selectedItems[0]);
        if (symbol === undefined) pick.title = symbolProblem(pick.value);
        else resolve(symbol);
      });
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
  } finally {
    isOpen = false;
    pick.dispose();
  }
}

/**
 * The user may press Enter before the list has been updated: a row that does not match the typed text was not chosen.
 *
 * @returns the chosen symbol, otherwise the typed one; undefined if there is neither.
 */
export function chosenSymbol(value: string, selected: SymbolItem | undefined): string | undefined {
  const text = `${selected?.label ?? ''} ${selected?.description ?? ''}`.toLowerCase();
  let at = -1;
  const letters = Array.from(value.toLowerCase().replace(/\s/g, ''));
  const matches = letters.every((letter) => (at = text.indexOf(letter, at + 1)) >= 0);
  const typed = typedCode(value);
  if (selected?.symbol !== undefined && (matches || selected.symbol === typed)) return selected.symbol;
  return typed;
}

/** Why a typed text names no security; undefined if it does. */
function symbolProblem(typed: string): string | undefined {
  const read = typedSecurity(typed);
  if (read.ok) return undefined;
  const { name, guess = 'HK.00700' } = read;
  if (name !== undefined)
    return vscode.l10n.t({
      message: '“{0}” isn’t a market that is known. Enter a symbol in the form market.code, for example HK.00700.',
      args: [visibleText(name)],
      comment: ['{0} is what was typed in front of a code, such as ABC in ABC.123.'],
    });
  if (read.problem === 'market')
    return vscode.l10n.t({
      message: 'In which market? Enter a symbol in the form market.code, for example {0}.',
      args: [visibleText(guess)],
      comment: ['The user typed a code without its market. {0} is an example such as US.AAPL.'],
    });
  return vscode.l10n.t('Enter a symbol in the form market.code, for example HK.00700.');
}

function merged(first: readonly Suggestion[], second: readonly Suggestion[]): readonly Suggestion[] {
  return [...new Map([...second, ...first].map((suggestion) => [suggestion.symbol, suggestion])).values()];
}

function typedItem(value: string, known: readonly Suggestion[]): readonly SymbolItem[] {
  const symbol = typedCode(value);
  if (symbol === undefined) return [];
  const name = known.find((suggestion) => suggestion.symbol === symbol)?.name ?? vscode.l10n.t('this symbol');
  return [{ label: visibleText(symbol), description: visibleText(name), symbol, alwaysShow: true }];
}

function itemsOf(known: readonly Suggestion[]): readonly SymbolItem[] {
  const sources = [...new Set(known.map(({ source }) => source))];
  return sources.flatMap((source) => [
    { label: source, kind: vscode.QuickPickItemKind.Separator },
    ...known
      .filter((suggestion) => suggestion.source === source)
      .map(({ symbol, name }) => ({ label: visibleText(symbol), description: visibleText(name), symbol })),
  ]);
}
