import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * Every text of the code by its key in the bundles: the message, or `message/comment` as the editor builds it.
 *
 * @param parse - Gives the tree of a file in `src`, if somebody has it already.
 * @throws Error if a call of `l10n.t` has no literal: nobody could translate it.
 */
export function exportedTexts(root: string, parse = parsed): ReadonlyMap<string, string> {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const found = new Map<string, string>();
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
    const text = readFileSync(path.join(root, 'src', file), 'utf8');
    if (text.includes('l10n.t(')) collect(parse(file, text), found);
  }
  return found;
}

function parsed(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

function collect(tree: ts.SourceFile, found: Map<string, string>): void {
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(^|\.)l10n\.t$/.test(node.expression.getText())) addText(node.arguments[0], found);
    ts.forEachChild(node, visit);
  };
  visit(tree);
}

function addText(argument: ts.Expression | undefined, found: Map<string, string>): void {
  if (argument === undefined) return;
  if (ts.isConditionalExpression(argument)) {
    addText(argument.whenTrue, found);
    addText(argument.whenFalse, found);
    return;
  }
  if (ts.isStringLiteralLike(argument)) {
    found.set(argument.text, argument.text);
    return;
  }
  const message = ts.isObjectLiteralExpression(argument) ? memberOf(argument, 'message') : '';
  if (message === '' || !ts.isObjectLiteralExpression(argument))
    throw new Error(`l10n.t needs a literal: ${argument.getText()} in ${argument.getSourceFile().fileName}`);
  const comment = memberOf(argument, 'comment');
  found.set(comment === '' ? message : `${message}/${comment}`, message);
}

function memberOf(object: ts.ObjectLiteralExpression, name: string): string {
  const member = object.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name);
  const value = member?.initializer;
  if (value === undefined) return '';
  if (ts.isStringLiteralLike(value)) return value.text;
  return ts.isArrayLiteralExpression(value)
    ? value.elements.map((element) => (ts.isStringLiteralLike(element) ? element.text : '')).join('')
    : '';
}
