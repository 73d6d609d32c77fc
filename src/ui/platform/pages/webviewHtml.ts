import * as vscode from 'vscode';

export interface WebviewPage {
  readonly title: string;
  /** Of its script `name.js` and its style `name-style.css` in `dist/webview`, beside the style of all pages. */
  readonly name: string;
  /** Given to the page as JSON in `data-boot` of the body. */
  readonly boot?: unknown;
}

/** Where pages may load from. */
export function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/**
 * The HTML of a page: nothing is allowed but its own script by nonce and styles and fonts from `dist/webview`. All other
 * content is made by the script with createElement and textContent. The texts of the display language stand in `data-texts` of the
 * body, by their English: an attribute can't run.
 */
export function webviewHtml(
  webview: Pick<vscode.Webview, 'asWebviewUri' | 'cspSource'>,
  extensionUri: vscode.Uri,
  page: WebviewPage,
): string {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const address = (file: string): string =>
    escapeHtml(webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot(extensionUri), file)).toString());
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
    // No text becomes markup or code, whatever a library does with it.
    "require-trusted-types-for 'script'",
    'trusted-types default lit-html',
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="stylesheet" href="${address('codicon.css')}" id="vscode-codicon-stylesheet" nonce="${nonce}">
<link rel="stylesheet" href="${address('shared-style.css')}" nonce="${nonce}">
<link rel="stylesheet" href="${address(`${page.name}-style.css`)}" nonce="${nonce}">
</head>
<body data-boot="${escapeHtml(JSON.stringify(page.boot ?? {}))}" data-texts="${escapeHtml(JSON.stringify(vscode.l10n.bundle ?? {}))}">
<script type="module" nonce="${nonce}" src="${address(`${page.name}.js`)}"></script>
</body>
</html>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
