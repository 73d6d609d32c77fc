import * as vscode from 'vscode';

export interface WebviewPage {
  readonly title: string;
  /** The base name of its script `name.js` and style `name-style.css` in `dist/webview`, besides the style of all pages. */
  readonly name: string;
  /** Passed to the page as JSON in `data-boot` of the body. */
  readonly boot?: unknown;
}

/** Where pages may load resources from. */
export function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/**
 * The HTML of a page: only its own script is allowed, by nonce, and styles and fonts from `dist/webview`. The script creates all other
 * content with createElement and textContent. The texts of the display language are in `data-texts` of the body, keyed by their English
 * text: an attribute can't run.
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
    // Text never becomes markup or code, whatever a library does with it.
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
