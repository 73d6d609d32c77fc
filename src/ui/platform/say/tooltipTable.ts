import * as vscode from 'vscode';
import { shortened, visibleText } from '../../../domain/text/visibleText';

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

/** Several hovers below one another; plain texts count as notes. */
export function stackedTooltips(tooltips: readonly (string | vscode.MarkdownString)[]): vscode.MarkdownString {
  const markdowns = tooltips.map((tooltip) => (typeof tooltip === 'string' ? tooltipTable('', [], tooltip.split('\n')) : tooltip));
  return new vscode.MarkdownString(markdowns.map(({ value }) => value.trim()).join('\n\n'));
}
