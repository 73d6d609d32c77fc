import { shortened, visibleText } from './visibleText';

/**
 * A composed text that the editor may safely show in one line: markup that it would convert is broken with a space. In notifications, prompts,
 * and messages `[text](command:…)` becomes a link that runs a command; in lists, prompts, and the status bar `$(name)` becomes an icon. The
 * final text is what counts, because two harmless parts may join into a link.
 *
 * @param most - Maximum number of characters; the rest is replaced by an ellipsis.
 */
export function drawnLine(text: string, most: number): string {
  const line = shortened(visibleText(text), most);
  return line.includes('(') ? line.replaceAll('](', '] (').replaceAll('$(', '$ (') : line;
}

/** The same for texts that the editor shows in several lines. */
export function drawnLines(text: string, most: number): string {
  return shortened(
    text
      .split(/\r\n|[\r\n]/)
      .map((line) => drawnLine(line, most))
      .join('\n'),
    most,
  );
}
