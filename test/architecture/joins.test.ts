import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isText, resolved } from './sources/shownTexts';
import { sources } from './sources/sources';
import type { Source } from './sources/sources';

const shown = [...sources('src/ui'), ...sources('src/webview'), ...sources('src/panel')];
/** Between two texts these would be English punctuation. */
const marks = new Set([': ', ', ', '; ', '. ']);

/** What users don't read as text: notations, logs, and requests. */
const notations: readonly { readonly file: RegExp; readonly code: RegExp }[] = [
  { file: /ui\/platform\/pages\/webviewHtml\.ts$/, code: /\.join\('; '\)$/ },
  { file: /ui\/platform\/log\.ts$/, code: /redactor/ },
  { file: /ui\/platform\/network\/showCertificate\.ts$/, code: /name\.split/ },
  { file: /ui\/agents\/registerAgents\.ts$/, code: /^`refused: / },
  { file: /ui\/diagnostics\/registerDiagnostics\.ts$/, code: /process\.platform/ },
  { file: /ui\/calendar\/saveEvents\.ts$/, code: /^missing\?\.join/ },
  { file: /webview\/security\/chart\/chartTheme\.ts$/, code: /^`rgba\(/ },
  { file: /webview\/security\/chart\/controls\.ts$/, code: /^values\.join/ },
];

/** How a text ends that is a sentence. */
const isEnded = (text: string): boolean => /[.?!]$/.test(text);

/** The names of functions that return a sentence. */
function sentenceNames(files: readonly Source[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { tree } of files) {
    const visit = (node: ts.Node): void => {
      const body =
        (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name !== undefined
          ? node.body
          : ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer)
            ? node.initializer
            : undefined;
      const isOwn = body !== undefined && results(body).some(saysSentence);
      if (isOwn) names.add(((node as ts.NamedDeclaration).name ?? node).getText());
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return names;
}

/** The expressions that a function returns. */
function results(body: ts.Node): readonly ts.Node[] {
  const inner = ts.isArrowFunction(body) ? body.body : body;
  if (!ts.isBlock(inner)) return [inner];
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(inner);
  return found;
}

function isImported({ text }: Source, name: string): boolean {
  return new RegExp(`import [^;]*\\b${name}\\b[^;]* from `).test(text);
}

/** Whether the expression is a text that ends as a sentence, or chooses among such texts. */
function saysSentence(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node)) return saysSentence(node.expression);
  if (ts.isConditionalExpression(node)) return saysSentence(node.whenTrue) || saysSentence(node.whenFalse);
  if (!ts.isCallExpression(node)) return false;
  if (!isText(node)) return node.expression.getText() === 'sentences';
  const [argument] = node.arguments;
  if (argument === undefined) return false;
  if (ts.isStringLiteralLike(argument)) return isEnded(argument.text);
  return (
    ts.isObjectLiteralExpression(argument) &&
    argument.properties
      .filter(ts.isPropertyAssignment)
      .some(({ name, initializer }) => name.getText() === 'message' && ts.isStringLiteralLike(initializer) && isEnded(initializer.text))
  );
}

/** Texts in a file that are joined with English punctuation or spaces, each with what to use instead. */
function rawJoins(source: Source, named: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  const own = sentenceNames([source]);
  const report = (node: ts.Node, instead: string): void => {
    const code = node.getText();
    if (notations.some((notation) => notation.file.test(source.file) && notation.code.test(code))) return;
    const { line } = source.tree.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${source.file}:${String(line + 1)}: ${code.slice(0, 100)} – use ${instead}`);
  };
  const isSentence = (node: ts.Expression): boolean => {
    const known = resolved(source, node);
    if (saysSentence(known) || /\.message$/.test(known.getText())) return true;
    if (!ts.isCallExpression(known)) return false;
    const name = known.expression.getText().replace(/^.*\./s, '');
    return own.has(name) || (named.has(name) && isImported(source, name));
  };
  const elements = (list: ts.Expression): readonly ts.Expression[] => {
    const known = resolved(source, list);
    if (ts.isCallExpression(known) && ts.isPropertyAccessExpression(known.expression)) return elements(known.expression.expression);
    return ts.isArrayLiteralExpression(known) ? known.elements : [];
  };
  const inText = (node: ts.TemplateExpression): void => {
    // Spans of markup next to each other are separated by its layout.
    const isMarkup = ts.isTaggedTemplateExpression(node.parent);
    node.templateSpans.forEach(({ expression, literal }, at) => {
      const next = node.templateSpans[at + 1]?.expression;
      if (next === undefined) return;
      if (!isMarkup && marks.has(literal.text)) report(node, 'the text “{0}: {1}”, or listText()');
      else if (literal.text === ' ' && [expression, next].some((one) => (isMarkup ? saysSentence(resolved(source, one)) : isSentence(one))))
        report(node, 'sentences() of domain/text');
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(^|\.)(log\.\w+)$/.test(node.expression.getText())) return;
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return;
    if (ts.isTemplateExpression(node)) inText(node);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'join') {
      const [separator] = node.arguments;
      const by = separator !== undefined && ts.isStringLiteral(separator) ? separator.text : '';
      if (marks.has(by)) report(node, 'listText()');
      if (by === ' ' && elements(node.expression.expression).some(isSentence)) report(node, 'sentences() of domain/text');
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken && isGlued(node))
      report(node, 'sentences() of domain/text');
    ts.forEachChild(node, visit);
  };
  const isGlued = ({ left, right }: ts.BinaryExpression): boolean =>
    [left, right].some((side) => ts.isStringLiteral(side) && (side.text === ' ' || marks.has(side.text))) ||
    (ts.isBinaryExpression(left) && ts.isStringLiteral(left.right) && left.right.text === ' ' && isSentence(right));
  visit(source.tree);
  return found;
}

describe('texts that consist of several texts', () => {
  const names = sentenceNames(shown);

  it('are joined by the rules of each language, never with English spaces and punctuation', () => {
    expect(shown.flatMap((source) => rawJoins(source, names))).toEqual([]);
  });

  it.each([
    "const text = `${l10n.t('Nothing was sent.')} ${more}`",
    "const a = l10n.t('Nothing was sent.'); const text = `${more} ${a}`",
    "const why = (): string => l10n.t('Nothing was sent.'); const text = `${why()} ${more}`",
    "const text = [l10n.t('Nothing was sent.'), more].join(' ')",
    "const text = [l10n.t('Nothing was sent.'), more].filter((one) => one !== '').join(' ')",
    "const text = l10n.t('Nothing was sent.') + ' ' + more",
    'const text = `${presentError(error).message} ${more}`',
    'const text = `${name}: ${value}`',
    'const text = `${one}, ${another}`',
    "const text = names.join(', ')",
    "const text = names.join('. ')",
  ])('are seen by this test in %s', (code) => {
    const tree = ts.createSourceFile('src/ui/x.ts', code, ts.ScriptTarget.Latest, true);
    const source = { file: 'src/ui/x.ts', text: code, lines: 1, imports: [], tree };
    expect(rawJoins(source, sentenceNames([source]))).not.toEqual([]);
  });

  it.each([
    'const text = `${sideWord(side)} ${code}`',
    'const line = html`${a}, ${b}`',
    "log.error('x', `${path}: ${reason}`)",
    "const names = ['row', 'old'].join(' ')",
  ])('may be %s', (code) => {
    const tree = ts.createSourceFile('src/ui/x.ts', code, ts.ScriptTarget.Latest, true);
    expect(rawJoins({ file: 'src/ui/x.ts', text: code, lines: 1, imports: [], tree }, names)).toEqual([]);
  });
});
