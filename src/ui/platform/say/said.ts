import { drawnLine } from '../../../domain/text/drawnText';
import type { CommandId } from '../ids';

/** A command of ours that a text offers as a link; it gets no arguments. */
export interface CommandLink {
  readonly label: string;
  readonly command: CommandId;
}

/** A message: a text, or parts, some of which are links. Only notifications, prompts and messages of inputs support links. */
export type Said = string | readonly (string | CommandLink)[];

/** The editor itself cuts notifications at a thousand characters. */
const longest = 900;

/** The text for the editor: text from outside stays text, and the only links are those built here. */
export function line(said: Said, most = longest): string {
  if (typeof said === 'string') return drawnLine(said, most);
  return said.map((part) => (typeof part === 'string' ? withoutBrackets(part, most) : linkTo(part))).join('');
}

function linkTo({ label, command }: CommandLink): string {
  return `[${withoutBrackets(label, 80)}](command:${command})`;
}

/** A bracket before a link would become part of its label. */
function withoutBrackets(text: string, most: number): string {
  return drawnLine(text, most).replaceAll('[', '(').replaceAll(']', ')');
}
