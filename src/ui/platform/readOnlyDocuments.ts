import * as vscode from 'vscode';

/** URI scheme of documents that the program creates. */
export const readOnlyScheme = 'market-desk';

/** Shows text that the program created (a journal, a report) in an editor where it cannot be changed or saved by accident. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#registration = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(readOnlyScheme, this),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.scheme === readOnlyScheme) this.#texts.delete(document.uri.path);
      }),
    );
  }

  /** Whether a document called `title` is open. */
  isOpen(title: string): boolean {
    return this.#texts.has(uriOf(title).path);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.path) ?? '';
  }

  /** Sets the text of the document called `title` without showing it; an open document is refreshed. */
  put(title: string, text: string): vscode.Uri {
    const uri = uriOf(title);
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    return uri;
  }

  /** Opens (or refreshes and reveals) the document called `title`. The title's extension determines the language unless one is given. */
  async show(
    title: string,
    text: string,
    options: { readonly language?: string; readonly beside?: boolean } = {},
  ): Promise<vscode.TextEditor> {
    const document = await vscode.workspace.openTextDocument(this.put(title, text));
    if (options.language !== undefined && document.languageId !== options.language)
      await vscode.languages.setTextDocumentLanguage(document, options.language);
    return vscode.window.showTextDocument(document, {
      preview: true,
      viewColumn: options.beside === true ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
    });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
    this.#texts.clear();
  }
}

function uriOf(title: string): vscode.Uri {
  return vscode.Uri.from({ scheme: readOnlyScheme, path: `/${title.replaceAll('/', '∕')}` });
}
