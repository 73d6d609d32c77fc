import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** What the name of a package of this project refers to, relative to the root and without extension. */
export const packagesByName: Readonly<Record<string, string>> = {
  'market-desk-gate': 'packages/gate/src/gate',
  'market-desk-sandbox': 'packages/sandbox/src/sandbox',
};

export interface Import {
  /** As written: a package or a relative path. */
  readonly specifier: string;
  /** For a relative path, or a package of this project, the file that it refers to, relative to the root and without extension. */
  readonly target: string | undefined;
  readonly kind: 'value' | 'type' | 'dynamic';
}

export interface Source {
  /** Relative to the root, with forward slashes. */
  readonly file: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly tree: ts.SourceFile;
}

const ignored = new Set(['node_modules', 'dist', 'dist-test', '.vscode-test', 'test-results', 'reports', '.git', '.stryker-tmp']);

/** Every file of the project below a folder, relative to the root, except generated files. */
export function projectFiles(folder = '.'): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (ignored.has(entry.name)) return [];
    if (entry.isDirectory()) return projectFiles(file);
    return entry.name.endsWith('.vsix') || entry.name.endsWith('.log') ? [] : [file];
  });
}

/** Every file that is under version control, or would be; without git, every file that is not generated. */
export function trackedFiles(): readonly string[] {
  try {
    const output = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return output.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
  } catch {
    return projectFiles();
  }
}

/** Every TypeScript source below a folder, parsed once it is asked for its tree or its imports. */
export function sources(folder: string): readonly Source[] {
  return projectFiles(folder)
    .filter((file) => file.endsWith('.ts'))
    .map(parse);
}

export function treeOf(file: string): ts.SourceFile {
  return parse(file).tree;
}

/** The sources of the packages of this project, without their tests. */
export function packageSources(): readonly Source[] {
  return Object.values(packagesByName).flatMap((entry) => sources(path.posix.dirname(entry)));
}

/** The tests of this folder share one process. */
const parsed = new Map<string, Source>();

function parse(file: string): Source {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(path.join(root, file), 'utf8');
  const kept: { tree?: ts.SourceFile; imports?: readonly Import[] } = {};
  const source: Source = {
    file,
    text,
    lines: text.split('\n').length,
    get tree() {
      return (kept.tree ??= ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    },
    get imports() {
      return (kept.imports ??= importsOf(source.tree, file));
    },
  };
  parsed.set(file, source);
  return source;
}

/** A walk through a tree takes long, and many tests look at all of them. */
const walked = new WeakMap<ts.SourceFile, readonly ts.Node[]>();
const called = new WeakMap<ts.SourceFile, readonly Call[]>();

/** All nodes of a kind, each before those within it. */
export function nodes<T extends ts.Node>(tree: ts.SourceFile, is: (node: ts.Node) => node is T): readonly T[] {
  return nodesIn(tree).filter(is);
}

function nodesIn(tree: ts.SourceFile): readonly ts.Node[] {
  const known = walked.get(tree);
  if (known !== undefined) return known;
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  walked.set(tree, found);
  return found;
}

export interface Call {
  readonly node: ts.CallExpression;
  /** What is called, as written. */
  readonly name: string;
}

export function calls(tree: ts.SourceFile): readonly Call[] {
  const known = called.get(tree) ?? nodes(tree, ts.isCallExpression).map((node) => ({ node, name: node.expression.getText(tree) }));
  called.set(tree, known);
  return known;
}

function importsOf(tree: ts.SourceFile, file: string): readonly Import[] {
  const found: Import[] = [];
  const add = (specifier: string, kind: Import['kind']): void => {
    const target = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : packagesByName[specifier];
    found.push({ specifier, target, kind });
  };
  for (const node of nodesIn(tree)) {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      add(node.moduleSpecifier.text, isTypeOnly(node) ? 'type' : 'value');
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      add(node.argument.literal.text, 'type');
    } else if (ts.isCallExpression(node)) {
      const [argument] = node.arguments;
      const isLoad =
        node.expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(node.expression) && node.expression.text === 'require');
      if (isLoad && argument !== undefined && ts.isStringLiteral(argument)) add(argument.text, 'dynamic');
    }
  }
  return found;
}

/** With `verbatimModuleSyntax` an import without the word `type` in front stays in the output. */
function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}
