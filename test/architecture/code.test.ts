import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { calls, nodes as nodesOf, projectFiles, sources } from './sources/sources';
import type { Source } from './sources/sources';

const src = sources('src');
const everything = [...src, ...sources('packages'), ...sources('test'), ...sources('bench')];

const nodes = <T extends ts.Node>({ tree }: Source, is: (node: ts.Node) => node is T): readonly T[] => nodesOf(tree, is);

/** Types that are mutable by declaration; a name of our own stands for something read-only. */
const mutableType = /^(?!readonly\b)(Array|Record|Map|Set|WeakMap|WeakSet)<|^(?!readonly\b).*\[\]$/;

/** Mutable variables of a module: `let`, and collections that start empty and may be filled. */
function mutableState(source: Source): readonly string[] {
  return source.tree.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => {
    const isConst = (declarationList.flags & ts.NodeFlags.Const) !== 0;
    const isMutable = ({ initializer, type }: ts.VariableDeclaration): boolean =>
      !isConst || (initializer !== undefined && startsEmpty(initializer) && (type === undefined || mutableType.test(type.getText())));
    return declarationList.declarations.filter(isMutable).map(({ name }) => `${source.file}: ${name.getText()}`);
  });
}

function startsEmpty(initializer: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length === 0;
  if (ts.isObjectLiteralExpression(initializer)) return initializer.properties.length === 0;
  return (
    ts.isNewExpression(initializer) &&
    /^(Weak)?(Map|Set)$/.test(initializer.expression.getText()) &&
    (initializer.arguments ?? []).length === 0
  );
}

/** Classes of the language whose objects hold nothing that changes, or whose contents {@link startsEmpty} judges. */
const plainClass = /^((Weak)?(Map|Set)|Uint8Array|Text(En|De)coder|RegExp|Intl\.\w+)$/;

/** Objects of our own classes that live as long as the module. */
function livingObjects(source: Source): readonly string[] {
  return source.tree.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations
        .filter(
          ({ initializer }) =>
            initializer !== undefined && ts.isNewExpression(initializer) && !plainClass.test(initializer.expression.getText()),
        )
        .map(({ name }) => `${source.file}: ${name.getText()}`),
    );
}

describe('code', () => {
  it('keeps no state in modules', () => {
    expect(src.flatMap(mutableState)).toEqual([]);
    // A window has one screen, one state of its connection, and one set of formats, and a hundred texts ask for them.
    expect(src.flatMap(livingObjects)).toEqual([
      'src/ui/platform/dateText.ts: formats',
      'src/ui/platform/errors/outage.ts: outage',
      'src/ui/platform/network/unverified.ts: unverified',
      'src/ui/platform/say/front.ts: front',
      'src/ui/platform/silence.ts: silence',
      'src/ui/platform/trees/rowRoom.ts: rowRoom',
      'src/ui/platform/trees/waiting.ts: waiting',
      'src/ui/platform/zone.ts: screenZone',
    ]);
  });

  it('gives a client that can place, change, or cancel orders only to the writer', () => {
    const imports = (source: Source): readonly string[] =>
      nodes(source, ts.isImportSpecifier).filter(({ name }) => /^(ServiceClient|WritingAccess)$/.test(name.text)).length > 0
        ? [source.file]
        : [];
    const beyondService = src.filter(({ file }) => !file.startsWith('src/service/'));
    // All other code uses a ReadingClient. These files create the client and pass it on.
    expect(beyondService.flatMap(imports).toSorted()).toEqual([
      'src/app/orders/write/orderWriter.ts',
      'src/app/session/currentServiceAccess.ts',
      'src/app/session/serviceAccess.ts',
      'src/app/session/signIn/sessionFlow.ts',
      'src/container/service.ts',
      'src/container/wire.ts',
    ]);
  });

  it('writes orders through the writer alone, whoever holds a client that could', () => {
    const writes = src.filter(
      ({ file, text }) => !/^src\/service\//.test(file) && /\.(modify|cancel|place|confirm)(Simulated)?Order\(/.test(text),
    );
    expect(
      writes.map(({ file }) => file),
      'Ask OrderWriter for a preview and submit it: it locks the order, passes the gates, and keeps the journal.',
    ).toEqual(['src/app/orders/write/orderWriter.ts']);
  });

  it('has no casts through unknown', () => {
    const casts = (source: Source): readonly string[] =>
      nodes(source, ts.isAsExpression)
        .filter((cast) => ts.isAsExpression(cast.expression) && cast.expression.type.kind === ts.SyntaxKind.UnknownKeyword)
        .map((cast) => `${source.file}: ${cast.getText().slice(0, 60)}`);
    expect(src.flatMap(casts)).toEqual([]);
  });

  it('of the domain gets the time as an argument', () => {
    const clocks = (source: Source): readonly string[] => {
      const asked = calls(source.tree).flatMap(({ node, name }) =>
        /^(Date\.now|performance\.now|Math\.random)$/.test(name) ? [node] : [],
      );
      const dates = nodes(source, ts.isNewExpression).filter(
        (made) => made.expression.getText() === 'Date' && (made.arguments ?? []).length === 0,
      );
      return [...asked, ...dates].map((node) => `${source.file}: ${node.getText()}`);
    };
    expect(src.filter(({ file }) => file.startsWith('src/domain/')).flatMap(clocks)).toEqual([]);
  });

  it('puts no texts for users into its errors', () => {
    const worded = src.flatMap((source) =>
      nodes(source, ts.isNewExpression)
        .filter(
          (made) =>
            /\w+Error$/.test(made.expression.getText()) &&
            /\bl10n\.t\(|Text\(/.test(made.arguments?.map((each) => each.getText()).join() ?? ''),
        )
        .map((made) => `${source.file}: ${made.getText()}`),
    );
    expect(worded).toEqual([]);
  });

  it('reads the texts of a page in functions, because a page gets its translations when it starts', () => {
    const isLater = (node: ts.Node): boolean =>
      ts.isFunctionLike(node) ||
      (ts.isPropertyDeclaration(node) && !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)) ||
      (!ts.isSourceFile(node) && isLater(node.parent));
    const early = src
      .filter(({ file }) => file.startsWith('src/webview/'))
      .flatMap((source) =>
        calls(source.tree)
          .filter(({ node, name }) => name === 'l10n.t' && !isLater(node.parent))
          .map(({ node }) => `${source.file}: ${node.getText()}`),
      );
    expect(early).toEqual([]);
  });

  it('has no default exports and no barrels', () => {
    const defaults = everything.filter(({ text }) => /^export\s*(default\b|=)/m.test(text));
    expect(defaults.map(({ file }) => file)).toEqual([]);
    expect(src.filter(({ file }) => file.endsWith('/index.ts')).map(({ file }) => file)).toEqual([]);
  });

  it('declares what one class needs in that class: `Dependencies` have a name only where several need the same', () => {
    const declared = src.flatMap((source) =>
      nodes(source, ts.isInterfaceDeclaration)
        .filter(({ name }) => name.text.endsWith('Dependencies'))
        .map(({ name }) => ({ file: source.file, name: name.text })),
    );
    const uses = src.flatMap((source) => [
      ...nodes(source, ts.isTypeReferenceNode).map(({ typeName }) => typeName.getText()),
      ...nodes(source, ts.isExpressionWithTypeArguments).map(({ expression }) => expression.getText()),
    ]);
    const lonely = declared.filter(({ name }) => uses.filter((used) => used === name).length < 2);
    expect(lonely, 'Write it in the constructor, with a Pick of Ports or UiPorts.').toEqual([]);
  });

  it('is in files short enough to read at a sitting', () => {
    expect(everything.filter(({ lines }) => lines > 500).map(({ file, lines }) => `${file}: ${String(lines)} lines`)).toEqual([]);
  });

  it('loads little at startup', () => {
    expect(src.find(({ file }) => file === 'src/extension.ts')?.lines).toBeLessThanOrEqual(80);
  });

  it('is named in camelCase', () => {
    const name = /^[a-z][A-Za-z0-9]*(\.[a-z]+)*\.ts$/;
    expect(everything.map(({ file }) => file).filter((file) => !name.test(file.split('/').at(-1) ?? ''))).toEqual([]);
  });

  it('is mirrored by its tests', () => {
    const foldersOf = (folder: string): readonly string[] =>
      projectFiles(folder).flatMap((file) => /^([^/]+)\//.exec(file.slice(folder.length + 1))?.[1] ?? []);
    const known = new Set([...foldersOf('src'), ...foldersOf('packages'), ...foldersOf('test')]);
    expect(new Set(foldersOf('test/unit').filter((folder) => !known.has(folder)))).toEqual(new Set());
  });
});
