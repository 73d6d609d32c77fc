import * as vscode from 'vscode';
import { visibleText } from '../../domain/segments';

/** Every ASCII punctuation mark escaped, no space in front: no markup, no link, no autolink, no code block survives. */
function escapeMarkdown(text: string): string {
  return visibleText(text).trim().replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/**
 * A hover with a title, notes and a table of fields. Text of the service stays text: the Markdown is not trusted and
 * every value is escaped.
 */
export function tooltipTable(title: string, rows: readonly (readonly [label: string, value: string])[], notes: readonly string[] = []): vscode.MarkdownString {
  // Around nothing the four asterisks would be a rule, beside a space they would not be markup.
  const heading = escapeMarkdown(title);
  const lines = heading === '' ? [] : [`**${heading}**`, ''];
  if (rows.length > 0) {
    lines.push('| | |', '|:--|--:|');
    for (const [label, value] of rows) lines.push(`| ${escapeMarkdown(label)} | ${escapeMarkdown(value)} |`);
  }
  for (const note of notes) lines.push('', escapeMarkdown(note));
  return new vscode.MarkdownString(lines.join('\n'));
}
