import * as vscode from 'vscode';

/** `HK, US`: the items of a list within a text, in the punctuation of the editor's language; empty items are left out. */
export function listText(items: readonly string[]): string {
  return items
    .filter((item) => item !== '')
    .reduce(
      (before, item) =>
        before === ''
          ? item
          : vscode.l10n.t({ message: '{0}, {1}', args: [before, item], comment: ['{0} and {1} are items of a list within a text.'] }),
      '',
    );
}
