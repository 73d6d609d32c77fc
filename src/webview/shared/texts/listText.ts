import * as l10n from '@vscode/l10n';

/** `HK, US`: the items of a list within a text, in the punctuation of the editor's language; empty ones are left out. */
export function listText(items: readonly string[]): string {
  return items
    .filter((item) => item !== '')
    .reduce(
      (before, item) =>
        before === ''
          ? item
          : l10n.t({ message: '{0}, {1}', args: [before, item], comment: ['{0} and {1} are items of a list within a text.'] }),
      '',
    );
}
