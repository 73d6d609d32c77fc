import * as vscode from 'vscode';
import { shortened, visibleText } from '../../../domain/text/visibleText';
import type { CommandId } from '../ids';

/** Escapes every ASCII punctuation mark and removes leading spaces, so that no markup, link, autolink or code block remains. */
function escapeMarkdown(text: string): string {
  return visibleText(text)
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** The editor takes minutes to parse a hover of a megabyte, during which extensions are blocked. */
const longestText = 400;
const mostRows = 100;

function cell(text: string): string {
  return escapeMarkdown(shortened(text, longestText));
}

/**
 * A hover with a title, notes and a table of fields. Text of the service stays text: the Markdown is not trusted and
 * every value is escaped. Long texts are cut, and only the first of very many fields are shown.
 */
export function tooltipTable(
  title: string,
  rows: readonly (readonly [label: string, value: string])[],
  notes: readonly string[] = [],
): vscode.MarkdownString {
  // Around an empty text, the four asterisks would be a rule; beside a space, they would not be markup.
  const heading = cell(title);
  const lines = heading === '' ? [] : [`**${heading}**`, ''];
  if (rows.length > 0) {
    lines.push('| | |', '|:--|--:|');
    for (const [label, value] of rows.slice(0, mostRows)) lines.push(`| ${cell(label)} | ${cell(value)} |`);
    if (rows.length > mostRows) lines.push('| … | |');
  }
  for (const note of notes) lines.push('', cell(note));
  return new vscode.MarkdownString(lines.join('\n'));
}

/** A command of ours that a hover offers as a link for one security. */
export interface HoverLink {
  readonly label: string;
  readonly command: CommandId;
}

/**
 * The same with what matters most above the fields, line by line, and commands for one security: the editor cuts a hover in the height of a few
 * lines. Only these commands can be links, and only the links built here are any.
 *
 * @param code - Of the security, which each command gets.
 */
export function tooltipCard(
  title: string,
  { lines, links, code }: { readonly lines: readonly string[]; readonly links: readonly HoverLink[]; readonly code: string },
  rows: readonly (readonly [label: string, value: string])[],
  notes: readonly string[],
): vscode.MarkdownString {
  const top = [`**${cell(title)}**`, ...lines.map(cell), links.map((link) => linkTo(link, code)).join(' \\| ')];
  const card = new vscode.MarkdownString([top.join('\\\n'), tooltipTable('', rows, notes).value].join('\n\n'));
  card.isTrusted = { enabledCommands: links.map(({ command }) => command) };
  return card;
}

function linkTo({ label, command }: HoverLink, code: string): string {
  // What encodeURIComponent leaves as it is could end the link.
  const encoded = encodeURIComponent(JSON.stringify([code])).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `[${cell(label)}](command:${command}?${encoded})`;
}
