import { shortened, visibleText } from './visibleText';

/**
 * A composed text as the editor may draw it in one line: what it would turn into something else is broken by a blank. In
 * notifications, prompts and messages `[text](command:…)` becomes a link that runs a command; in lists, prompts and the status
 * bar `$(name)` becomes an icon. The final text is what counts, because two harmless parts may join into a link.
 *
 * @param most - Characters, after which the rest is left out with a mark.
 */
export function drawnLine(text: string, most: number): string {
  return shortened(visibleText(text), most).replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/** The same for texts that the editor draws in lines. */
export function drawnLines(text: string, most: number): string {
  return shortened(
    text
      .split(/\r\n|[\r\n]/)
      .map((line) => drawnLine(line, most))
      .join('\n'),
    most,
  );
}
