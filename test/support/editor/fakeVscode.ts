import { t } from '@vscode/l10n';

/** The few editor classes that rows and pages are drawn with, for tests and measurements without an editor. */

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}

export class MarkdownString {
  constructor(readonly value: string) {}
}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } as const;

export class TreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState: number = TreeItemCollapsibleState.None,
  ) {}
}

export class Disposable {
  constructor(readonly dispose: () => void) {}

  static from(...parts: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const part of parts) part.dispose();
    });
  }
}

export class CancellationError extends Error {}

/** Formats as the editor does for a language without translations. */
export const l10n = { t, bundle: undefined };

export const env = { language: 'en' };

export class Uri {
  constructor(readonly fsPath: string) {}

  static parse(text: string): Uri {
    return new Uri(text);
  }
}
