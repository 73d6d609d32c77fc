import * as vscode from 'vscode';

/** A line of the log is of a request if it names one: its method, and its route, in which names in braces stand for what was left out. */
const request = /\b(GET|POST|PUT|DELETE) (\/[\w./{}-]*)/;

/** The request that the log’s line under the cursor is of, as `METHOD /route`; undefined where there is no such line. */
export function loggedRequest(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'output') return undefined;
  const [, method, route] = request.exec(editor.document.lineAt(editor.selection.active.line).text) ?? [];
  return method === undefined || route === undefined ? undefined : `${method} ${route}`;
}
