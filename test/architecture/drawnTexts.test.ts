import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { sources } from './sources/sources';
import type { Source } from './sources/sources';

/** Functions of the editor that draw a text which may contain a link, an icon, or invisible characters, and what to use instead. */
const replaced: Readonly<Record<string, string>> = {
  showInformationMessage: 'sayInfo',
  showWarningMessage: 'sayWarning or askModal',
  showErrorMessage: 'sayError',
  withProgress: 'cancellableProgress, pacedProgress or plainProgress',
  showQuickPick: 'chooseOne or chooseMany',
  showInputBox: 'askText',
  createQuickPick: 'createPick',
  createInputBox: 'createInput',
  createStatusBarItem: 'StatusItem',
  setStatusBarMessage: 'flash',
  createWebviewPanel: 'openTab',
  MarkdownString: 'tooltipTable',
};

const boundary = 'src/ui/platform/say/';
/** Headers of views and tabs are objects of the editor that any code may hold. */
const heads = /^(this\.)?(view|panel)(\.(title|message|description|badge)|\[key\])$/;

/** The direct calls in a file, each with what to use instead; names of types draw nothing. */
function rawCalls({ file, tree }: Source): readonly string[] {
  const found: string[] = [];
  const report = (node: ts.Node, instead: string): void => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${file}:${String(line + 1)}: ${node.getText().slice(0, 60)} – use ${instead} of ${boundary}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) {
      const instead = replaced[node.text];
      if (instead !== undefined && Object.hasOwn(replaced, node.text)) report(node, instead);
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && heads.test(node.left.getText()))
      report(node, 'setHead, setBadge or nameTab');
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

describe('texts that the editor draws', () => {
  it('pass through one boundary, which keeps the service’s text from becoming a link, an icon, or something invisible', () => {
    const raw = sources('src').filter(({ file }) => !file.startsWith(boundary) && !/^src\/webview\//.test(file));
    expect(raw.flatMap(rawCalls)).toEqual([]);
  });

  it.each([
    'void vscode.window.showWarningMessage(text)',
    'const { showErrorMessage } = vscode.window',
    "vscode.window['withProgress']({}, run)",
    'new vscode.MarkdownString(text)',
    'this.panel.title = name',
    'view.message = text',
  ])('are seen by this test in %s', (code) => {
    const tree = ts.createSourceFile('x.ts', code, ts.ScriptTarget.Latest, true);
    expect(rawCalls({ file: 'src/ui/x.ts', text: code, lines: 1, imports: [], tree })).toHaveLength(1);
  });
});
