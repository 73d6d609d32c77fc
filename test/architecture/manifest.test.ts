import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { authenticationProviderId, commandIds, commands, extensionId, toolNames, pageViewIds, viewIds } from '../../src/ui/platform/ids';
import type { CommandRow } from '../../src/ui/platform/ids';
import { settingDefaults } from '../../src/ui/platform/settings';
import { exportedTexts } from '../../scripts/exportedTexts';
import { projectFiles, root, sources, treeOf } from './sources/sources';
import { fixedNames } from './sources/fixedNames';

const text = readFileSync(path.join(root, 'package.json'), 'utf8');
const texts = readTexts('package.nls.json');

const manifest = v.parse(
  v.looseObject({
    name: v.string(),
    publisher: v.string(),
    displayName: v.string(),
    main: v.string(),
    icon: v.string(),
    engines: v.looseObject({ vscode: v.string() }),
    extensionKind: v.array(v.string()),
    scripts: v.record(v.string(), v.string()),
    dependencies: v.record(v.string(), v.string()),
    devDependencies: v.record(v.string(), v.string()),
    contributes: v.looseObject({
      authentication: v.array(v.object({ id: v.string(), label: v.string() })),
      viewsContainers: v.object({ activitybar: v.array(v.object({ id: v.string(), title: v.string(), icon: v.string() })) }),
      views: v.record(v.string(), v.array(v.looseObject({ id: v.string(), name: v.string() }))),
      viewsWelcome: v.array(v.looseObject({ view: v.string(), contents: v.string() })),
      commands: v.array(v.looseObject({ command: v.string(), title: v.string(), category: v.optional(v.string()) })),
      menus: v.record(
        v.string(),
        v.array(v.looseObject({ command: v.optional(v.string()), when: v.optional(v.string()), group: v.optional(v.string()) })),
      ),
      configuration: v.array(
        v.looseObject({
          title: v.string(),
          order: v.number(),
          properties: v.record(
            v.string(),
            v.looseObject({
              type: v.string(),
              default: v.optional(v.unknown()),
              order: v.number(),
              scope: v.optional(v.string()),
              enum: v.optional(v.array(v.string())),
            }),
          ),
        }),
      ),
      languageModelTools: v.array(
        v.looseObject({
          name: v.string(),
          displayName: v.string(),
          modelDescription: v.string(),
          inputSchema: v.looseObject({ type: v.literal('object'), additionalProperties: v.literal(false) }),
        }),
      ),
      walkthroughs: v.array(v.looseObject({ steps: v.array(v.looseObject({ id: v.string(), description: v.string() })) })),
    }),
  }),
  JSON.parse(text),
);
const { contributes } = manifest;
const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
/** Settings of version 0.1.0 that are no more, in its fixture. */
const writtenBefore = Object.keys(
  v.parse(
    v.object({ settings: v.record(v.string(), v.unknown()) }),
    JSON.parse(readFileSync(path.join(root, 'test/fixtures/upgrade/0.1.0-first.json'), 'utf8')),
  ).settings,
);
const isCurrent = ([, { markdownDeprecationMessage }]: (typeof settings)[number]): boolean => markdownDeprecationMessage === undefined;
/** One language each: the texts of the manifest and of the code. */
const bundles = projectFiles('l10n').filter((file) => /bundle\.l10n\.[\w-]+\.json$/.test(file));

function readTexts(file: string): Readonly<Record<string, string>> {
  return v.parse(v.record(v.string(), v.string()), JSON.parse(readFileSync(path.join(root, file), 'utf8')));
}

function resolved(value: string): string {
  return value.replace(/^%(.+)%$/, (_whole, key: string) => texts[key] ?? `no text for ${key}`);
}

const placeholders = (value: string): readonly string[] =>
  [...value.matchAll(/\{\w+\}|\(command:[^)]+\)|`#?[\w.]+#?`/g)].map(([found]) => found).sort();

/** All parts of the settings' schemas, at any depth, that contain `key`. */
function schemasWith(key: string, schema: unknown = Object.fromEntries(settings)): readonly Readonly<Record<string, unknown>>[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const here = key in schema && !Array.isArray(schema) ? [schema as Readonly<Record<string, unknown>>] : [];
  return [...here, ...Object.values(schema).flatMap((part) => schemasWith(key, part))];
}

describe('the manifest', () => {
  it('says in words what a setting accepts: otherwise the editor would show the pattern', () => {
    const patterns = schemasWith('pattern');
    expect(patterns.length).toBeGreaterThan(2);
    expect(patterns.filter(({ patternErrorMessage }) => !/^%.+%$/.test(String(patternErrorMessage)))).toEqual([]);
    const enums = schemasWith('enum').filter((schema) => Array.isArray(schema['enum']));
    expect(
      enums.filter(
        (schema) => !['enumDescriptions', 'markdownEnumDescriptions', 'description', 'markdownDescription'].some((key) => key in schema),
      ),
    ).toEqual([]);
  });

  it('marks descriptions of settings as Markdown if they contain its syntax', () => {
    const plain = [...text.matchAll(/"(description|enumDescriptions)": (?:"%([^"%]+)%"|\[([^\]]*)\])/g)].flatMap(
      ([, , one = '', many = '']) =>
        [one, ...many.split(',').map((item) => item.trim().slice(2, -2))].filter((key) => key.startsWith('config.')),
    );
    expect(plain.length).toBeGreaterThan(20);
    expect(plain.filter((key) => /`|\]\(|\*/.test(texts[key] ?? ''))).toEqual([]);
  });

  it('has no duplicate keys, of which only the last would count', () => {
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
  });

  it('has the identity that other programs rely on', () => {
    expect(`${manifest.publisher}.${manifest.name}`).toBe(extensionId);
    expect(resolved(manifest.displayName)).toBe('Market Desk');
    expect(manifest.engines.vscode).toBe('^1.101.0');
    expect(manifest.extensionKind).toEqual(['ui', 'workspace']);
    expect(contributes.authentication.map(({ id, label }) => [id, resolved(label)])).toEqual([[authenticationProviderId, 'Market Desk']]);
  });

  it('contributes exactly the commands of the table, each with a category', () => {
    expect(
      contributes.commands.map(({ command }) => command).sort(),
      'A command needs its line in package.json (commands, and a menu), its title in package.nls.json, and its line in ui/platform/ids.ts.',
    ).toEqual([...commandIds].sort());
    expect(contributes.commands.filter(({ category }) => category === undefined || resolved(category) !== 'Market Desk')).toEqual([]);
  });

  it('contributes exactly the tools of the table, and says that the only one that is not a read sends nothing', () => {
    expect(contributes.languageModelTools.map(({ name }) => name)).toEqual([...toolNames]);
    expect(contributes.languageModelTools.find(({ name }) => name === 'marketDesk_proposeOrderChange')?.modelDescription).toContain(
      'It sends nothing',
    );
  });

  it('contributes exactly the views of the table, in the container', () => {
    expect(contributes.viewsContainers.activitybar.map(({ id, title }) => [id, resolved(title)])).toEqual([['marketDesk', 'Market Desk']]);
    expect(contributes.views['marketDesk']?.map(({ id }) => id).sort()).toEqual([...viewIds, ...pageViewIds].sort());
  });

  it.each(fixedNames.commands)('keeps the title of %s', (id, title) => {
    const found = contributes.commands.find(({ command }) => command === id);
    expect(found === undefined ? undefined : resolved(found.title)).toBe(title);
  });

  it.each(fixedNames.views)('keeps the name of %s', (id, name) => {
    const found = contributes.views['marketDesk']?.find((view) => view.id === id);
    expect(found === undefined ? undefined : resolved(found.name)).toBe(name);
  });

  it('starts every title with a verb', () => {
    const verbs: ReadonlySet<string> = new Set(fixedNames.verbs);
    expect(contributes.commands.map(({ title }) => resolved(title)).filter((title) => !verbs.has(title.split(/[ …]/)[0] ?? ''))).toEqual(
      [],
    );
  });

  it('refers only to known commands and views', () => {
    const known: ReadonlySet<string> = new Set(commandIds);
    const inMenus = Object.values(contributes.menus).flatMap((items) =>
      items.flatMap(({ command }) => (command === undefined ? [] : [command])),
    );
    const welcome = contributes.viewsWelcome.map(({ contents }) => resolved(contents));
    const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps.map(({ description }) => resolved(description)));
    const inTexts = [...welcome, ...steps].flatMap((content) => [...content.matchAll(/\(command:([\w.]+)/g)].map(([, id]) => id ?? ''));
    expect([...inMenus, ...inTexts].filter((id) => id.startsWith('marketDesk.') && !known.has(id) && !/\.(focus|open)$/.test(id))).toEqual(
      [],
    );
    const views: ReadonlySet<string> = new Set([...viewIds, ...pageViewIds]);
    const inWhen = [...text.matchAll(/view == ([\w.]+)/g)].map(([, id]) => id ?? '');
    expect([...contributes.viewsWelcome.map(({ view }) => view), ...inWhen].filter((id) => !views.has(id))).toEqual([]);
  });

  it('has the inline actions of a row in its context menu as well, which the keyboard can open', () => {
    const offered = contributes.menus['view/item/context'] ?? [];
    const ofRows = (isInline: boolean): readonly (string | undefined)[] =>
      offered.filter(({ group = '' }) => group.startsWith('inline') === isInline).map(({ command }) => command);
    expect(ofRows(true).length).toBeGreaterThan(0);
    expect(ofRows(true).filter((command) => !ofRows(false).includes(command))).toEqual([]);
  });

  it('has every command that only rows offer marked as such, because nothing in the place of its row is a row that was lost', () => {
    const of = (menu: string): readonly string[] => (contributes.menus[menu] ?? []).flatMap(({ command }) => command ?? []);
    const onlyOnRows = [...new Set(of('view/item/context'))].filter((command) => !of('view/title').includes(command));
    const rows: Readonly<Record<string, CommandRow>> = commands;
    const marked = Object.entries(rows).flatMap(([id, { onRow }]) => (onRow === true ? [id] : []));
    expect(marked.toSorted()).toEqual(onlyOnRows.filter((id) => id.startsWith('marketDesk.')).toSorted());
  });

  it('declares every setting with the code’s default, and out of reach of a workspace', () => {
    const properties = settings.filter(isCurrent);
    expect(Object.fromEntries(properties.map(([key, { default: value }]) => [key, value]))).toEqual(
      Object.fromEntries(Object.entries(settingDefaults).map(([key, value]) => [`marketDesk.${key}`, value])),
    );
    expect(properties.filter(([, { scope }]) => scope !== 'application').map(([key]) => key)).toEqual([]);
    const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value === 'number' ? 'integer' : typeof value);
    expect(properties.filter(([, { type, default: value }]) => type !== typeOf(value)).map(([key]) => key)).toEqual([]);
  });

  it('has at most 22 settings, besides those that are taken over', () => {
    expect(settings.filter(isCurrent).length).toBeLessThanOrEqual(22);
    expect(settings.filter((setting) => !isCurrent(setting)).every(([key]) => writtenBefore.includes(key))).toBe(true);
    expect(settings.filter(([, { scope }]) => scope !== 'application').map(([key]) => key)).toEqual([]);
  });

  it('excludes the service, its feeds, how it is signed in to, the accounts, and every limit on orders from Settings Sync: another machine could lower them', () => {
    const guards = settings.filter(([key]) => /^marketDesk\.(accounts$|service\.|orders\.)/.test(key));
    expect(guards.map(([key]) => key)).toEqual(
      expect.arrayContaining([
        ...['marketDesk.orders.allow', 'marketDesk.orders.limits', 'marketDesk.service.authentication'],
        ...['marketDesk.service.quoteFeedUrl', 'marketDesk.service.tradeFeedUrl'],
      ]),
    );
    expect(guards.filter(([, { ignoreSync }]) => ignoreSync !== true).map(([key]) => key)).toEqual([]);
  });

  it('shows settings in sections, common ones first and the addresses of the service last', () => {
    expect(contributes.configuration.map(({ title, order }) => [order, resolved(title)])).toEqual([
      [1, 'Views and Prices'],
      [2, 'Economic Calendar'],
      [3, 'Orders'],
      [4, 'Sandbox'],
      [5, 'Service (Advanced)'],
    ]);
    for (const { properties } of contributes.configuration)
      expect(Object.values(properties).map(({ order }) => order)).toEqual(Object.keys(properties).map((_, at) => at + 1));
    expect(Object.keys(contributes.configuration.at(-1)?.properties ?? {})).toEqual(
      expect.arrayContaining(['marketDesk.service.url', 'marketDesk.service.quoteFeedUrl', 'marketDesk.service.tradeFeedUrl']),
    );
  });

  it('offers commands that need a session in the palette only when there may be one', () => {
    const always = new Set([
      ...['signIn', 'accounts.show', 'status.show', 'records.show', 'openSettings', 'showLog'],
      ...['privacy.toggle', 'clock.show', 'diagnose', 'agents.manage', 'orders.editLimits'],
      // A wrong context key must not hide it.
      'orders.stopSending',
    ]);
    const limited = new Map(contributes.menus['commandPalette']?.map(({ command, when }) => [command, when]));
    expect(commandIds.filter((id) => !limited.has(id)).sort()).toEqual([...always].map((id) => `marketDesk.${id}`).sort());
    expect([...limited.values()].filter((when) => when === undefined)).toEqual([]);
  });

  /** What the palette offers while the context keys have these values; a clause is a choice of conditions that all must hold. */
  const offered = (keys: Readonly<Record<string, string>>): readonly string[] => {
    const limited = new Map(contributes.menus['commandPalette']?.map(({ command, when = '' }) => [command, when]));
    const holds = (condition: string): boolean => {
      const [key = '', operator, value = ''] = condition.trim().split(/ (==|!=) /);
      if (operator === undefined) return condition.trim() !== 'false' && keys[key] === 'true';
      return ((keys[key] ?? '') === value.replaceAll("'", '')) === (operator === '==');
    };
    return contributes.commands.flatMap(({ command, title }) => {
      const when = limited.get(command);
      const isOffered = when === undefined || when.split('||').some((choice) => choice.split('&&').every(holds));
      return isOffered ? [resolved(title)] : [];
    });
  };
  const signedIn = {
    'marketDesk.session': 'signedIn',
    'marketDesk.connection': 'service',
    'marketDesk.sending': 'open',
    'marketDesk.agents': 'off',
  };

  it('puts no title with an ampersand into a menu, which shows the letter after it alone', () => {
    const inMenus = new Set(
      Object.entries(contributes.menus).flatMap(([menu, entries]) =>
        menu === 'commandPalette' ? [] : entries.map(({ command }) => command),
      ),
    );
    const found = contributes.commands.filter(({ command, title }) => inMenus.has(command) && resolved(title).includes('&'));
    expect(found.map(({ command }) => command)).toEqual([]);
  });

  it('offers at most 45 commands in the palette to a signed-in user, with those of the editor for each view', () => {
    const ofViews = Object.values(contributes.views).flat().length - 1;
    expect(offered(signedIn).length + ofViews).toBeLessThanOrEqual(45);
    for (const change of [{ 'marketDesk.connection': 'sandbox' }, { 'marketDesk.sending': 'stopped' }, { 'marketDesk.agents': 'on' }])
      expect(offered({ ...signedIn, ...change }).length).toBeLessThanOrEqual(45);
  });

  it.each([
    ...['buy', 'sell', 'close', 'chart', 'quote', 'price', 'paper', 'rehearse', 'csv', 'sector', 'compare', 'limit', 'time zone'],
    ...[
      'p&l',
      'reminder',
      'dividend',
      'open settings',
      'sign out',
      'sandbox',
      'portfolio',
      'alert',
      'calendar',
      'record',
      'account',
      'screener',

      'history',
      'fills',
    ],
  ])('finds a command of the palette by a trader’s words: %s', (words) => {
    const found = offered(signedIn).filter((title) => words.split(' ').every((word) => title.toLowerCase().includes(word)));
    expect(found).not.toEqual([]);
  });

  it.each(fixedNames.settings)('keeps the setting %s', (key, value) => {
    expect(settings.find(([name]) => name === `marketDesk.${key}`)?.[1].default).toEqual(value);
  });

  it.each(fixedNames.scripts)('has the script %s', (name) => {
    expect(manifest.scripts[name]).toBeDefined();
  });

  it('names files that exist', () => {
    const files = [
      manifest.icon,
      ...[...text.matchAll(/"(?:icon|svg|image|markdown)":\s*"(media\/[^"]+)"/g)].map(([, file]) => file ?? ''),
    ];
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('pins every package', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+/.test(version))).toEqual([]);
  });
});

describe('texts of the manifest', () => {
  it('are all there and all used', () => {
    const used = new Set([...text.matchAll(/%([\w.-]+)%/g)].map(([, key]) => key ?? ''));
    expect([...used].filter((key) => texts[key] === undefined)).toEqual([]);
    expect(Object.keys(texts).filter((key) => !used.has(key))).toEqual([]);
  });

  it.each(bundles)('are complete in %s', (file) => {
    const translated = readTexts(file);
    expect(
      Object.entries(texts).filter(([key, value]) => {
        const found = translated[key] ?? '';
        return found.trim() === '' || placeholders(found).join() !== placeholders(value).join();
      }),
    ).toEqual([]);
  });
});

describe('texts of the code', () => {
  const exported = exportedTexts(root, (file) => treeOf(path.posix.join('src', file.replaceAll('\\', '/'))));

  it('are found', () => {
    expect(exported.size).toBeGreaterThan(20);
  });

  it('are those of the bundles, sorted', () => {
    const keys = [...exported.keys(), ...Object.keys(texts)].sort();
    expect(bundles.length).toBeGreaterThan(1);
    for (const file of bundles) expect(Object.keys(readTexts(file)), `${file}: run npm run l10n.`).toEqual(keys);
  });

  // The editor's own tool parses every source for a minute: it runs with the long tests.
  it.runIf(process.env['MARKET_DESK_LONG'] === '1')(
    'are those that the editor’s own tool finds',
    async () => {
      const files = sources('src').map(({ text: contents }) => ({ extension: '.ts' as const, contents }));
      expect(Object.keys(await getL10nJson(files)).sort()).toEqual([...exported.keys()].sort());
    },
    240_000,
  );

  it('have what translators need to know in a comment that reaches them', () => {
    expect(
      sources('src')
        .filter(({ text: code }) => /\/\/ Translators?:/.test(code))
        .map(({ file }) => file),
    ).toEqual([]);
  });

  it.each(bundles)('are all translated in %s, with their placeholders', (file) => {
    const translated = Object.entries(readTexts(file)).filter(([key]) => texts[key] === undefined);
    expect(
      translated.filter(
        ([key, value]) => value.trim() === '' || placeholders(value).join() !== placeholders(exported.get(key) ?? key).join(),
      ),
      'Run npm run l10n, then translate them.',
    ).toEqual([]);
  });
});
