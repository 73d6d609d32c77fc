import { marked } from 'marked';
import { linksIn } from '../../../support/editor/linkedText';
import { firstOf, isUnseen } from '../../fuzz/characters';

/** Links that the program builds itself. */
const own: ReadonlySet<string> = new Set(['command:marketDesk.signIn.copyAddress', 'command:marketDesk.signIn.tryAnotherWay']);
const ownLabels: ReadonlySet<string> = new Set(['Copy Link', 'Try Another Way']);
/** Surfaces on which the editor draws `$(name)` as an icon. */
const drawsIcons: ReadonlySet<string> = new Set(['list', 'prompt', 'status', 'title']);
/** No text of the service that is tried here has one of these icons. */
const ownParts = / · \$\((?:beaker|bell-dot|clock|eye-closed|hubot|plug|stop-circle|unlock|warning)\) /g;
/** Surfaces on which a text may have several lines. */
const hasLines: ReadonlySet<string> = new Set(['detail', 'hover', 'row']);
/** The editor truncates longer notifications. */
const longest = 1_000;
const longestOfLines = 20_000;

/** What the editor would wrongly make of a text; undefined if it draws nothing but the text. */
export function faultOf(surface: string, text: string): string | undefined {
  const link = linksIn(text).find(({ href, label }) => !own.has(href) || !ownLabels.has(label));
  if (link !== undefined) return `a link to ${link.href}`;
  // The program puts its own icons in front of a text of the status bar, and of the parts of the first item.
  const plain = surface === 'status' ? text.replace(/^\$\([a-z~-]+\) /, '').replaceAll(ownParts, ' · ') : text;
  const icon = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/.exec(plain)?.[0];
  if (drawsIcons.has(surface) && icon !== undefined) return `the icon ${icon}`;
  const unseen = firstOf(hasLines.has(surface) ? text.replaceAll('\n', '') : text, isUnseen);
  if (unseen !== undefined) return `the invisible ${unseen}`;
  const most = hasLines.has(surface) ? longestOfLines : longest;
  return text.length > most ? `${text.length} characters` : undefined;
}

/** Commands that a hover on a symbol offers; each gets the symbol and nothing else. */
const ofHovers: ReadonlySet<string> = new Set(
  ['security.open', 'orders.buy', 'orders.sell', 'alerts.add'].map((name) => `marketDesk.${name}`),
);

/** What the editor would make of a hover’s Markdown besides text, tables, emphasis, and links to commands of ours. */
export function faultOfMarkdown(hover: object): string | undefined {
  const value = 'value' in hover ? String(hover.value) : '';
  for (const right of ['isTrusted', 'supportHtml', 'supportThemeIcons'])
    if (Reflect.get(hover, right) === true) return `a hover that ${right}`;
  const enabled: unknown = Reflect.get(Object(Reflect.get(hover, 'isTrusted') ?? {}), 'enabledCommands') ?? [];
  const strange = Array.isArray(enabled) ? enabled.find((id) => !ofHovers.has(String(id))) : enabled;
  if (strange !== undefined) return `a hover that runs ${String(strange)}`;
  const html = marked.parse(value, { async: false, gfm: true });
  const links = [...html.matchAll(/<a\b[^>]*>/gi)].map(([tag]) => /^<a href="command:([\w.]+)\?%5B%22[^"]*%22%5D">$/.exec(tag)?.[1] ?? tag);
  const link = links.find((id) => !ofHovers.has(id) || links.indexOf(id) !== links.lastIndexOf(id));
  if (link !== undefined) return `a link to ${link}`;
  const tag = (html.match(/<\/?([a-z0-9]+)/gi) ?? []).find((found) => !allowed.test(found));
  return tag === undefined ? undefined : `the element ${tag}`;
}

const allowed = /^<\/?(?:a|br|p|strong|table|thead|tbody|tr|th|td)$/;
