import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { commandIds, commands, contextKeys, pageViewIds, rowKinds, viewIds, views } from '../../src/ui/platform/ids';
import { calls as callsIn, root, sources } from './sources/sources';
import type { Source } from './sources/sources';

/** Mistakes that the editor finds only at run time: IDs without an implementation, `when` clauses that are never true. */
const src = sources('src');
const when = v.optional(v.string());
const { contributes } = v.parse(
  v.object({
    contributes: v.object({
      views: v.record(v.string(), v.array(v.object({ id: v.string(), when }))),
      viewsWelcome: v.array(v.object({ view: v.string(), when: v.string() })),
      menus: v.record(v.string(), v.array(v.object({ when }))),
      commands: v.array(v.object({ enablement: when })),
      keybindings: v.optional(v.array(v.object({ when })), []),
    }),
  }),
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
);
const clauses = [
  ...Object.values(contributes.views).flatMap((listed) => listed.map((view) => view.when)),
  ...contributes.viewsWelcome.map((entry) => entry.when),
  ...Object.values(contributes.menus).flatMap((items) => items.map((item) => item.when)),
  ...contributes.keybindings.map((binding) => binding.when),
  ...contributes.commands.map(({ enablement }) => enablement),
].filter((clause) => clause !== undefined);

function calls(source: Source, method: string): readonly ts.CallExpression[] {
  return callsIn(source.tree)
    .map(({ node }) => node)
    .filter(({ expression }) => ts.isPropertyAccessExpression(expression) && expression.name.text === method);
}

/** First arguments of all calls of a method, if they are literals. */
function literals(method: string): readonly string[] {
  return src.flatMap((source) => literalsIn(source, method));
}

function literalsIn(source: Source, method: string): readonly string[] {
  return calls(source, method).flatMap(({ arguments: [first] }) =>
    first !== undefined && ts.isStringLiteralLike(first) ? [first.text] : [],
  );
}

const features = 'src/container/features';

/** The files that are loaded with a file, and those that they load later; features are not included in others. */
function loadedWith(file: string, into = new Set<string>()): ReadonlySet<string> {
  const source = src.find((one) => one.file === `${file}.ts`);
  if (source === undefined || into.has(source.file) || file === features) return into;
  into.add(source.file);
  for (const { target, kind } of source.imports) if (target !== undefined && kind !== 'type') loadedWith(target, into);
  return into;
}

const twice = (values: readonly string[]): readonly string[] => values.filter((value, at) => values.indexOf(value) !== at);

describe('every contributed id', () => {
  it('of a command has one handler', () => {
    const handled = literals('handle');
    expect(commandIds.filter((id) => !handled.includes(id))).toEqual([]);
    expect(twice(handled)).toEqual([]);
  });

  it('of a view has one tree', () => {
    const provided = literals('provideTree');
    expect(viewIds.filter((id) => !provided.includes(id))).toEqual([]);
    expect(twice(provided)).toEqual([]);
  });

  it('is implemented by the feature in the table, or by code that every signed-in window has', () => {
    const table = src.find(({ file }) => file === `${features}.ts`)?.text ?? '';
    const parts = [...table.matchAll(/^ {2}(\w+): async \(\) => .*import\('([^']+)'\)/gm)];
    const always = loadedWith('src/container');
    const filesOf = new Map(parts.map(([, name = '', file = '']) => [name, loadedWith(path.posix.join('src/container', file))]));
    const rows = [
      ...Object.entries(commands).map(([id, { feature }]) => ({ id, feature, method: 'handle' })),
      ...Object.entries(views).map(([id, { feature }]) => ({ id, feature, method: 'provideTree' })),
    ];
    const implementers = src.flatMap((source) =>
      ['handle', 'provideTree'].flatMap((method) =>
        literalsIn(source, method).map((id) => ({ key: `${method} ${id}`, file: source.file })),
      ),
    );
    const misplaced = rows.filter(({ id, feature, method }) => {
      const files = implementers.filter(({ key }) => key === `${method} ${id}`).map(({ file }) => file);
      return !files.some((file) => always.has(file) || filesOf.get(feature)?.has(file) === true);
    });
    expect(filesOf.size).toBeGreaterThan(10);
    expect(misplaced).toEqual([]);
  });

  it('of a view waits behind the welcome page while signed out', () => {
    // Nothing is known before the extension is loaded: the editor would show each view as having no data provider.
    const states = ['signedIn', 'restoring'] satisfies readonly (typeof contextKeys)['marketDesk.session'][number][];
    const clauseOf = new Map((contributes.views['marketDesk'] ?? []).map((view) => [view.id, view.when]));
    const welcome = clauseOf.get('marketDesk.welcome');
    expect(welcome).toBe(states.map((value) => `marketDesk.session != ${value}`).join(' && '));
    const others = [...viewIds, ...pageViewIds].filter((id) => id !== 'marketDesk.welcome');
    const waiting = states.map((value) => `marketDesk.session == ${value}`).join(' || ');
    expect(others.filter((id) => clauseOf.get(id) !== waiting)).toEqual([]);
  });
});

describe('when clauses', () => {
  const compared = (name: string): readonly { readonly operator: string; readonly value: string }[] =>
    clauses.flatMap((clause) =>
      [
        ...clause.matchAll(new RegExp(`(?<![\\w.])${name.replace('.', '\\.')}\\s*(==|!=|=~)\\s*('[^']*'|/(?:\\\\.|[^/])+/|[\\w.]+)`, 'g')),
      ].map(([, operator = '', value = '']) => ({ operator, value: value.replaceAll("'", '') })),
    );
  const fits = (known: readonly string[], { operator, value }: { readonly operator: string; readonly value: string }): boolean =>
    operator === '=~' ? known.some((one) => new RegExp(value.slice(1, -1)).test(one)) : known.includes(value);

  it('name existing kinds of rows, and every row has a kind', () => {
    expect(compared('viewItem').filter((found) => !fits(rowKinds, found))).toEqual([]);
    const drawn = src.flatMap(({ text }) =>
      [...text.matchAll(/contextValue = ([^;]+);/g)].flatMap(([, value = '']) =>
        [...value.matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind),
      ),
    );
    expect(new Set(drawn)).toEqual(new Set(rowKinds));
  });

  it('name existing views', () => {
    expect(compared('view').filter((found) => !fits([...viewIds, ...pageViewIds], found))).toEqual([]);
  });

  it('name existing context keys, with values that they can have', () => {
    const used = clauses.flatMap((clause) => [...clause.matchAll(/(?<!view\s*[=!]=\s*|[\w.'/^(|])marketDesk\.\w+/g)].map(([key]) => key));
    const known = Object.keys(contextKeys);
    expect(used.filter((key) => !known.includes(key) && !viewIds.some((id) => id === key))).toEqual([]);
    for (const [key, values] of Object.entries(contextKeys))
      expect(
        compared(key).filter((found) => !fits(values.map(String), found)),
        key,
      ).toEqual([]);
  });
});

describe('what leaves the views', () => {
  /** Code that exports nothing about an account, each with what it exports. */
  const open: Readonly<Record<string, string>> = {
    'src/ui/agents/registerAgents.ts': 'the configuration of the MCP server',
    'src/ui/calendar/saveEvents.ts': 'events of the calendar',
    'src/ui/calendar/history/historyPanel.ts': 'published figures',
    'src/ui/clock/showClockDetails.ts': 'the state of the clock',
    'src/ui/diagnostics/explainSignatureCommand.ts': 'a signed example request',
    'src/ui/diagnostics/registerDiagnostics.ts': 'a report without credentials',
    'src/ui/plates/screener/screenerPanel.ts': 'quotes that anybody may see',
    'src/ui/security/securityPanel.ts': 'candles of a chart',
    'src/ui/session/setUpApiKey.ts': 'a public key',
    'src/ui/session/waitingUi.ts': 'the address of the consent page',
    'src/ui/watchlist/watchlistView.ts': 'symbols that anybody may watch',
    'src/ui/tradingDays/registerTradingDays.ts': 'trading days of a market',
  };

  it('is refused in privacy mode, unless it is listed here as nothing personal', () => {
    const writers = src.flatMap((source) =>
      [...calls(source, 'writeText'), ...calls(source, 'writeFile')]
        .filter(({ expression }) => /(clipboard|workspace\.fs)\.\w+$/.test(expression.getText()))
        .map((call) => ({ source, call })),
    );
    const unguarded = writers.filter(({ source, call }) => !(source.file in open) && !isGuarded(source, call));
    expect(unguarded.map(({ source, call }) => `${source.file}: ${call.getText().slice(0, 60)}`)).toEqual([]);
    expect(Object.keys(open).filter((file) => !writers.some(({ source }) => source.file === file))).toEqual([]);
  });

  /** The innermost function asks; a function with a name may leave that to all its callers, but those that export nothing personal. */
  function isGuarded(source: Source, call: ts.CallExpression): boolean {
    let around: ts.Node = call;
    while (!ts.isFunctionLike(around) && !ts.isSourceFile(around)) around = around.parent;
    if (around.getText().includes('refusesToShare(')) return true;
    const name = ts.isFunctionDeclaration(around) ? around.name?.text : undefined;
    if (name === undefined) return false;
    const callers = src.flatMap((other) => (other === source || other.file in open ? [] : callersOf(other, name)));
    return callers.length > 0 && callers.every((caller) => caller.includes('refusesToShare('));
  }

  /** Texts of the functions that call a function of this name. */
  function callersOf({ tree }: Source, name: string): readonly string[] {
    const around = (node: ts.Node): ts.Node =>
      ts.isSourceFile(node.parent) || ts.isFunctionLike(node.parent) ? node.parent : around(node.parent);
    return callsIn(tree)
      .flatMap((call) => (call.name === name ? [around(call.node)] : []))
      .map((node) => (ts.isSourceFile(node) ? '' : node.getText()));
  }
});
