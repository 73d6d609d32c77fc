import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { notices } from '../../scripts/build/notices';
import { root } from './sources';

/** What a licence grants or asks, as each of the licences here begins to say it. */
const terms =
  /Permission is hereby granted|Permission to use, copy, modify|Redistribution and use in source and binary forms|Apache License|Attribution 4\.0 International/;

describe('NOTICES.txt', () => {
  it('has the licence of every library, and of what those bring', async () => {
    const sections = (await notices(root)).split(`\n${'-'.repeat(80)}\n`);
    // Packages with the same text stand above it, a line each.
    const heads = /^(\S+) \d\S* \([^)]+\)$/gm;
    const named = new Map(sections.flatMap((section) => [...section.matchAll(heads)].map(([, name = '']) => [name, section] as const)));
    for (const section of sections) expect(section).toMatch(heads);
    const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    for (const name of [...Object.keys(manifest.dependencies), '@lit-labs/ssr-dom-shim', '@lit/reactive-element', 'fancy-canvas'])
      expect(named.get(name) ?? '', name).toMatch(terms);
    for (const [name, section] of named) expect(section, name).toMatch(terms);
  });
});
