import type * as vscode from 'vscode';

/** Value classes of the editor's API that the program creates and reads. */

type Listener = (event: never) => unknown;

export class Disposable {
  constructor(private readonly end: () => unknown) {}

  static from(...parts: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const part of parts) part.dispose();
    });
  }

  dispose(): void {
    this.end();
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<{ readonly listener: (event: T) => unknown; readonly self: unknown }>();

  readonly event = (listener: (event: T) => unknown, self?: unknown, disposables?: { dispose(): unknown }[]): Disposable => {
    const entry = { listener, self };
    this.#listeners.add(entry);
    const disposable = new Disposable(() => void this.#listeners.delete(entry));
    disposables?.push(disposable);
    return disposable;
  };

  fire(event: T): void {
    for (const { listener, self } of [...this.#listeners]) listener.call(self, event);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly authority: string,
    readonly path: string,
    readonly query: string,
    readonly fragment: string,
  ) {}

  static parse(text: string): Uri {
    const [, scheme = '', , authority = '', path = '', , query = '', , fragment = ''] =
      /^(?:([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$/s.exec(text) ?? [];
    return new Uri(scheme, authority, path === '' && authority !== '' ? '/' : path, query, fragment);
  }

  static file(path: string): Uri {
    return new Uri('file', '', path, '', '');
  }

  static from({ scheme, authority = '', path = '', query = '', fragment = '' }: Partial<Uri> & { readonly scheme: string }): Uri {
    return new Uri(scheme, authority, path, query, fragment);
  }

  static joinPath(base: Uri, ...parts: readonly string[]): Uri {
    return base.with({ path: [base.path.replace(/\/$/, ''), ...parts].join('/') });
  }

  get fsPath(): string {
    return this.path;
  }

  with(change: Partial<Uri>): Uri {
    return Uri.from({ ...this.#parts(), ...change });
  }

  toString(): string {
    const { scheme, authority, path, query, fragment } = this;
    return `${scheme}:${authority !== '' || scheme === 'file' || scheme === 'http' || scheme === 'https' ? `//${authority}` : ''}${path}${query === '' ? '' : `?${query}`}${fragment === '' ? '' : `#${fragment}`}`;
  }

  toJSON(): object {
    return this.#parts();
  }

  #parts(): {
    readonly scheme: string;
    readonly authority: string;
    readonly path: string;
    readonly query: string;
    readonly fragment: string;
  } {
    const { scheme, authority, path, query, fragment } = this;
    return { scheme, authority, path, query, fragment };
  }
}

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
  isTrusted: unknown;
  supportHtml = false;
  supportThemeIcons = false;

  constructor(public value = '') {}

  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }

  appendText(text: string): this {
    this.value += text.replaceAll(/[\\`*_{}[\]()#+\-.!~]/g, '\\$&');
    return this;
  }

  appendCodeblock(text: string): this {
    this.value += `\n\`\`\`\n${text}\n\`\`\`\n`;
    return this;
  }
}

export class TreeItem {
  declare id?: string;
  declare description?: string | boolean;
  declare tooltip?: string;
  declare contextValue?: string;
  declare command?: vscode.Command;

  constructor(
    readonly label: string | vscode.TreeItemLabel,
    public collapsibleState: number = enumerations.TreeItemCollapsibleState.None,
  ) {}
}

export class TabInputWebview {
  constructor(readonly viewType: string) {}
}

export class TabInputTextDiff {
  constructor(
    readonly original: Uri,
    readonly modified: Uri,
  ) {}
}

export class InlayHint {
  tooltip: string | undefined;
  paddingLeft = false;

  constructor(
    readonly position: Position,
    readonly label: string,
  ) {}
}

export class CodeAction {
  command: vscode.Command | undefined;

  constructor(
    readonly title: string,
    readonly kind: unknown,
  ) {}
}

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(a: Position | number, b: Position | number, c?: number, d?: number) {
    this.start = typeof a === 'number' ? new Position(a, Number(b)) : a;
    this.end = typeof b === 'number' ? new Position(c ?? 0, d ?? 0) : b;
  }
}

export class Selection extends Range {}

export class Hover {
  readonly contents: readonly unknown[];

  constructor(
    contents: unknown,
    readonly range?: Range,
  ) {
    this.contents = Array.isArray(contents) ? contents : [contents];
  }
}

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolResult {
  constructor(readonly content: readonly unknown[]) {}
}

export class McpHttpServerDefinition {
  constructor(
    readonly label: string,
    public uri: Uri,
    public headers: Record<string, string> = {},
    readonly version?: string,
  ) {}
}

export class RelativePattern {
  constructor(
    readonly base: unknown,
    readonly pattern: string,
  ) {}
}

export class DataTransferItem {
  constructor(readonly value: unknown) {}

  async asString(): Promise<string> {
    return Promise.resolve(String(this.value));
  }
}

export class DataTransfer extends Map<string, DataTransferItem> {}

export class CancellationError extends Error {
  constructor() {
    super('Canceled');
    this.name = 'Canceled';
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<undefined>();
  readonly token: { isCancellationRequested: boolean; readonly onCancellationRequested: (listener: Listener) => Disposable } = {
    isCancellationRequested: false,
    // Whoever comes too late is told at once.
    onCancellationRequested: (listener) => {
      if (this.token.isCancellationRequested) queueMicrotask(() => void (listener as (event: undefined) => unknown)(undefined));
      return this.#cancelled.event(listener as (event: undefined) => unknown);
    },
  };

  cancel(): void {
    if (this.token.isCancellationRequested) return;
    this.token.isCancellationRequested = true;
    this.#cancelled.fire(undefined);
  }

  dispose(): void {
    this.#cancelled.dispose();
  }
}

export const enumerations = {
  /** Kinds of code actions are instances of a class in the editor; the program uses the empty one. */
  CodeActionKind: { Empty: { value: '' } },
  ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  InputBoxValidationSeverity: { Info: 1, Warning: 2, Error: 3 },
  ViewColumn: { Active: -1, Beside: -2, One: 1, Two: 2 },
  UIKind: { Desktop: 1, Web: 2 },
  ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
  ExtensionKind: { UI: 1, Workspace: 2 },
  ExtensionMode: { Production: 1, Development: 2, Test: 3 },
  FileType: { Unknown: 0, File: 1, Directory: 2 },
  EndOfLine: { LF: 1, CRLF: 2 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  OverviewRulerLane: { Left: 1, Center: 2, Right: 4, Full: 7 },
} as const;
