import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { billOfMaterials } from '../../scripts/build/billOfMaterials';
import { bundledPackages } from '../../scripts/build/bundledPackages';
import type { BundledPackage } from '../../scripts/build/bundledPackages';
import { notices } from '../../scripts/build/notices';
import { buildPages } from '../../scripts/build/pages';
import { modulesIn } from '../../scripts/build/program';
import { builtProgram } from './sources/builtProgram';
import { root, sources } from './sources/sources';

/** What a license grants or requires, in the opening words of each of the licenses here. */
const terms =
  /Permission is hereby granted|Permission to use, copy, modify|Redistribution and use in source and binary forms|Apache License|Attribution 4\.0 International/;

/** These only re-export others: none of their own code is in a bundle. */
const shells = ['lit'];

const Bill = v.object({
  bomFormat: v.literal('CycloneDX'),
  specVersion: v.literal('1.6'),
  components: v.array(
    v.object({
      group: v.optional(v.string()),
      name: v.string(),
      version: v.string(),
      purl: v.string(),
      hashes: v.tuple([v.object({ alg: v.literal('SHA-512'), content: v.pipe(v.string(), v.regex(/^[\da-f]{128}$/)) })]),
      licenses: v.tuple([v.object({ expression: v.string() })]),
    }),
  ),
});

describe('what ships', () => {
  let packages: readonly BundledPackage[] = [];
  let named: readonly string[] = [];

  beforeAll(async () => {
    const [chunks, { modules }] = await Promise.all([builtProgram(), buildPages()]);
    packages = await bundledPackages(root, [...modulesIn(chunks), ...modules]);
    const { components } = v.parse(Bill, JSON.parse(billOfMaterials({ name: 'it', version: '1.0.0', license: 'MIT' }, packages)));
    named = components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  }, 120_000);

  it('is listed with every library that the code imports', () => {
    const imported = sources('src')
      .flatMap(({ imports }) => imports.filter(({ kind, target }) => kind !== 'type' && target === undefined))
      .map(({ specifier }) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
      .filter((name) => name !== 'vscode' && !name.startsWith('node:'));
    expect(named).toEqual(expect.arrayContaining([...new Set(imported)].filter((name) => !shells.includes(name))));
    // Dependencies of these.
    expect(named).toEqual(expect.arrayContaining(['@lit/reactive-element', 'lit-html', 'fancy-canvas', 'zod']));
  });

  it('is listed without packages that are only installed', () => {
    const libraries = packages.map(({ folder }) => folder);
    expect(libraries.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
    // The library for agents brings a web server that is never used.
    expect(named).not.toContain('express');
    expect(named).not.toContain('esbuild');
  });

  it('is listed exactly as npm installed it', () => {
    const Lock = v.object({ packages: v.record(v.string(), v.looseObject({ integrity: v.optional(v.string()) })) });
    const lock = v.parse(Lock, JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
    for (const { folder, integrity } of packages) expect(lock.packages[folder]?.integrity, folder).toBe(integrity);
  });

  it('comes with the license of every library, including dependencies', async () => {
    const text = await notices(root, 'It', packages);
    const sections = text.split(`\n${'-'.repeat(80)}\n`);
    // Packages with the same text are listed above it, one per line.
    const heads = /^(\S+) \d\S* \([^)]+\)$/gm;
    expect([...text.matchAll(heads)].map(([, name]) => name).toSorted()).toEqual(named.toSorted());
    for (const section of sections) {
      expect(section).toMatch(heads);
      expect(section).toMatch(terms);
    }
  });

  it('contains no package without known details', async () => {
    await expect(bundledPackages(root, ['node_modules/nowhere/index.js'])).rejects.toThrow('node_modules/nowhere is in a bundle');
    expect(await bundledPackages(root, ['src/extension.ts', '\0rolldown/runtime.js'])).toEqual([]);
    expect((await bundledPackages(root, [String.raw`C:\desk\node_modules\lit-html\lit-html.js`])).map(({ name }) => name)).toEqual([
      'lit-html',
    ]);
  });
});
