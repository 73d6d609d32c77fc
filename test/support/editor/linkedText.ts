/** A link that the editor draws: its label and its target. */
export interface DrawnLink {
  readonly label: string;
  readonly href: string;
}

/**
 * The links that the editor finds in a text of a notification, progress message, prompt, or input message, by its grammar: `[label](target
 * "title")`. The label is not empty and holds no `]`, the target begins with http, https, command, or file in any case and holds neither a
 * blank nor `)`, and the title is optional.
 */
export function linksIn(text: string): readonly DrawnLink[] {
  const found: DrawnLink[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const link = text[at] === '[' ? linkAt(text, at) : undefined;
    if (link === undefined) continue;
    found.push({ label: link.label, href: link.href });
    at = link.end - 1;
  }
  return found;
}

function linkAt(text: string, open: number): (DrawnLink & { readonly end: number }) | undefined {
  const close = text.indexOf(']', open);
  if (close <= open + 1 || text[close + 1] !== '(') return undefined;
  const start = close + 2;
  const scheme = ['https://', 'http://', 'command:', 'file:'].find((candidate) => text.slice(start).toLowerCase().startsWith(candidate));
  if (scheme === undefined) return undefined;
  let end = start + scheme.length;
  while (end < text.length && text[end] !== ')' && !/\s/.test(text[end] ?? '')) end += 1;
  if (end === start + scheme.length) return undefined;
  const after = text[end] === ')' ? end + 1 : endOfTitle(text, end);
  return after === undefined ? undefined : { label: text.slice(open + 1, close), href: text.slice(start, end), end: after };
}

/** The position after ` "title")` or ` 'title')`; a title may hold anything except a line break. */
function endOfTitle(text: string, at: number): number | undefined {
  const quote = text[at + 1];
  if (text[at] !== ' ' || (quote !== '"' && quote !== "'")) return undefined;
  const end = text.indexOf(`${quote})`, at + 3);
  return end < 0 || /[\n\r\u2028\u2029]/.test(text.slice(at, end)) ? undefined : end + 2;
}
