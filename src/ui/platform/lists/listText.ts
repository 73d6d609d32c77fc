import * as vscode from 'vscode';

/** As {@link listText} of two items, for thousands of rows: the editor is asked for its punctuation once. */
export function pairText(): (one: string, other: string) => string {
  const [before = '', between = '', after = ''] = listText(['\n', '\n']).split('\n');
  return (one, other) => (one === '' || other === '' ? one + other : `${before}${one}${between}${other}${after}`);
}

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
