/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { afterEach } from 'vitest';

/** The editor's dark high contrast theme: all borders of fields have the one color. */
const theme = {
  '--vscode-contrastBorder': 'blue',
  '--vscode-input-border': 'blue',
  '--vscode-inputValidation-errorBorder': 'blue',
  '--vscode-inputValidation-warningBorder': 'blue',
  '--vscode-errorForeground': 'red',
  '--vscode-editorWarning-foreground': 'yellow',
};

afterEach(() => {
  document.head.replaceChildren();
  document.body.className = '';
  for (const name of Object.keys(theme)) document.documentElement.style.removeProperty(name);
});

/** Gives the open page its style sheet and the theme. @returns the color of an element's border. */
export function highContrast(page: 'ticket' | 'limits'): (element: Element) => string {
  const sheet = document.createElement('style');
  sheet.textContent = ['shared/base', `${page}/style`].map((file) => readFileSync(`src/webview/${file}.css`, 'utf8')).join('\n');
  document.head.append(sheet);
  document.body.className = 'vscode-high-contrast';
  for (const [name, color] of Object.entries(theme)) document.documentElement.style.setProperty(name, color);
  return (element) => getComputedStyle(element).borderTopColor;
}
