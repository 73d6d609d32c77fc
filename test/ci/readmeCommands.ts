/** The commands of a Markdown text, exactly as written: lines of code blocks and code within sentences that begin with `npm`. */
export function readmeCommands(markdown: string): readonly string[] {
  const blocks = [...markdown.matchAll(/^```\w*\n([^]*?)^```$/gm)].flatMap(([, code = '']) => code.split('\n'));
  const inline = [...markdown.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const commands = [...blocks, ...inline].map((code) =>
    code
      .replace(/\s+#.*$/, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return [...new Set(commands.filter((command) => /^(npm|npx) /.test(command)))];
}
