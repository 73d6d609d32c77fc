import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentToolNames } from '../../../../src/app/agents/agentCalls';
import { toolNames } from '../../../../src/ui/platform/ids';
import { root } from '../../../architecture/sources/sources';

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly contributes: {
    readonly chatSkills: readonly { readonly path: string }[];
    readonly commands: readonly { readonly title: string }[];
  };
};
const titles = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;
const commands = manifest.contributes.commands.map(({ title }) => titles[title.slice(1, -1)]);
/** In the layout that the editor expects: each in a folder of its name. */
const skills = readdirSync(path.join(root, 'skills')).map((name) => ({
  name,
  file: `./skills/${name}/SKILL.md`,
  text: readFileSync(path.join(root, 'skills', name, 'SKILL.md'), 'utf8'),
}));

describe('the skills for agents', () => {
  it('are contributed, each by its file', () => {
    expect(manifest.contributes.chatSkills.map(({ path: file }) => file).toSorted()).toEqual(skills.map(({ file }) => file).toSorted());
    expect(skills).toHaveLength(3);
  });

  it.each(skills)('have a name, are short, and say when to use them: $name', ({ name, text }) => {
    const [, head = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
    expect(head.split('\n')).toEqual([`name: ${name}`, expect.stringMatching(/^description: .{60,300}$/)]);
    expect(head).toMatch(/ Use (?:only )?when /);
    expect(body.split('\n').length).toBeLessThan(30);
  });

  it.each(skills)('name only existing tools and commands: $name', ({ text }) => {
    const tools = [...text.matchAll(/marketDesk_\w+/g)].map(([tool]) => tool);
    const both: readonly string[] = agentToolNames.filter((tool) => toolNames.some((name) => name === tool));
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.filter((tool) => !both.includes(tool))).toEqual([]);
    const named = [...text.matchAll(/\*Market Desk: ([^*]+)\*/g)].map(([, title]) => title);
    expect(named.filter((title) => !commands.includes(title))).toEqual([]);
  });

  it.each(skills)('name only fields in the answers of the tools: $name', ({ text }) => {
    const fields = [...text.matchAll(/`([a-z][A-Za-z]+)`/g)].map(([, field]) => field ?? '');
    const sources = ['src/app', 'src/domain/orders', 'src/service'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
    );
    expect(fields.filter((field) => !sources.some((source) => new RegExp(`\\b${field}\\b`).test(source)))).toEqual([]);
  });
});
