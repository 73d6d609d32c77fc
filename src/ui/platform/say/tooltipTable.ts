import * as vscode from 'vscode';
import { shortened, visibleText } from '../../../domain/text/visibleText';

/** Every ASCII punctuation mark escaped, no space in front: no markup, no link, no autolink, no code block survives. */
function escapeMarkdown(text: string): string {
  return visibleText(text)
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** The editor takes minutes to read a hover of a megabyte, in which no extension gets to do anything. */
const longestText = 400;
const mostRows = 100;

function cell(text: string): string {
  return escapeMarkdown(shortened(text, longestText));
}

/**
 * A hover with a title, notes and a table of fields. Text of the service stays text: the Markdown is not trusted and
 * every value is escaped. Long texts are cut, and of very many fields the first are shown.
 */
export function tooltipTable(
  title: string,
  rows: readonly (readonly [label: string, value: string])[],
  notes: readonly string[] = [],
): vscode.MarkdownString {
  // Around nothing the four asterisks would be a rule, beside a space they would not be markup.
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
