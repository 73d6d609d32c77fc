import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import * as v from 'valibot';
import { nodes, root } from './sources';
import type { Source } from './sources';

const Texts = v.record(v.string(), v.string());

export function textsOf(file: string): Readonly<Record<string, string>> {
  return v.parse(Texts, JSON.parse(readFileSync(path.join(root, file), 'utf8')));
}

/** A text of the code in every language. */
export interface ShownText {
  /** As in the bundles: followed by a slash and its comment. */
  readonly key: string;
  readonly message: string;
  readonly hasComment: boolean;
  readonly file: string;
  readonly line: number;
}

const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]/gu;

/** The length in columns of Latin letters: a Chinese character takes two, and `filled` replaces placeholders. */
export function columnsOf(text: string, filled = 'CONFIRM-1'): number {
  const whole = text.replace(/\{\d\}/g, filled);
  return whole.length + (whole.match(wide)?.length ?? 0);
}

export function isText({ expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 't') return false;
  const of = expression.expression;
  return ts.isIdentifier(of) ? of.text === 'l10n' : ts.isPropertyAccessExpression(of) && of.name.text === 'l10n';
}

/** All calls of `l10n.t` at or below a node. */
export function textsBelow({ file, tree }: Source, node: ts.Node): readonly ShownText[] {
  return nodes(tree, ts.isCallExpression)
    .filter((at) => at.pos >= node.pos && at.end <= node.end && isText(at))
    .flatMap((at) => {
      const text = readText(at.arguments[0]);
      return text === undefined ? [] : [{ ...text, file, line: tree.getLineAndCharacterOfPosition(at.getStart(tree)).line + 1 }];
    });
}

function readText(argument: ts.Expression | undefined): Pick<ShownText, 'key' | 'message' | 'hasComment'> | undefined {
  if (argument === undefined) return undefined;
  if (ts.isStringLiteralLike(argument)) return { key: argument.text, message: argument.text, hasComment: false };
  if (!ts.isObjectLiteralExpression(argument)) return undefined;
  const member = (name: string): ts.Expression | undefined =>
    argument.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)?.initializer;
  const [message, comment] = [member('message'), member('comment')];
  if (message === undefined || !ts.isStringLiteralLike(message)) return undefined;
  const comments = comment !== undefined && ts.isArrayLiteralExpression(comment) ? comment.elements.filter(ts.isStringLiteralLike) : [];
  return {
    key: [message.text, ...comments.map(({ text }) => text)].join('/'),
    message: message.text,
    hasComment: comments.length > 0,
  };
}

/** The expression itself, or the value of a constant in the same file. */
export function resolved({ tree }: Source, node: ts.Expression): ts.Expression {
  if (!ts.isIdentifier(node)) return node;
  const declared = nodes(tree, ts.isVariableDeclaration).findLast(
    ({ name, initializer, pos }) => ts.isIdentifier(name) && name.text === node.text && initializer !== undefined && pos < node.pos,
  );
  return declared?.initializer ?? node;
}
