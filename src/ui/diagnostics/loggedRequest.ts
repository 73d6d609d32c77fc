import * as vscode from 'vscode';

/** A line of the log is about a request if it has a method and a route. Names in braces in the route stand for values that were left out. */
const request = /\b(GET|POST|PUT|DELETE) (\/[\w./{}-]*)/;

/** The request in the log line at the cursor, as `METHOD /route`; undefined if the line has none. */
export function loggedRequest(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'output') return undefined;
  const [, method, route] = request.exec(editor.document.lineAt(editor.selection.active.line).text) ?? [];
  return method === undefined || route === undefined ? undefined : `${method} ${route}`;
}
