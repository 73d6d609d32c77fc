import { marked } from 'marked';
import { linksIn } from '../../../support/editor/linkedText';
import type { Random } from '../../random';
import { firstOf, isUnseen } from '../characters';
import type * as Texts from '../editor/texts';
import { hostileText } from '../hostileText';
import { essence } from './segments';
import type { Subject } from '../subject';

export function isTexts(module: unknown): module is typeof Texts {
  return (
    typeof module === 'object' &&
    module !== null &&
    'tooltip' in module &&
    'notices' in module &&
    'problems' in module &&
    'tradingDaysPage' in module
  );
}

interface Hover {
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly notes: readonly string[];
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(isText);

function isHover(value: unknown): value is Hover {
  if (typeof value !== 'object' || value === null || !('title' in value && 'rows' in value && 'notes' in value)) return false;
  return (
    isText(value.title) && Array.isArray(value.rows) && value.rows.every(isPair) && Array.isArray(value.notes) && value.notes.every(isText)
  );
}

function parse(input: string): Hover | undefined {
  try {
    const value: unknown = JSON.parse(input);
    return isHover(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function drawHover(random: Random): string {
  const text = (): string => hostileText(random, 5);
  return JSON.stringify({
    title: text(),
    rows: Array.from({ length: random.integer(0, 4) }, () => [text(), text()]),
    notes: Array.from({ length: random.integer(0, 2) }, text),
  });
}

const tableTags = ['p', 'strong', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
const allowedTags = new Set([
  ...tableTags.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
  '<th align="left">',
  '<th align="right">',
  '<td align="left">',
  '<td align="right">',
]);

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** A rendered hover: its tags, and its text with the renderer's five entities decoded. */
function readHtml(html: string): { readonly tags: readonly string[]; readonly text: string } {
  const tags = html.match(/<[^>]*>?/g) ?? [];
  return { tags, text: html.replace(/<[^>]*>?/g, '').replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity) };
}

/** Hovers: the editor's Markdown must treat the service's text as plain text. */
export function tooltips(texts: typeof Texts): Subject {
  return {
    name: 'hovers',
    weight: 20,
    draw: drawHover,
    check: (input) => {
      const hover = parse(input);
      if (hover === undefined) return undefined;
      const { tags, text } = readHtml(marked.parse(texts.tooltip(hover.title, hover.rows, hover.notes), { async: false, gfm: true }));
      const strange = tags.find((tag) => !allowedTags.has(tag));
      if (strange !== undefined) return `makes ${strange}`;
      const rows = tags.filter((tag) => tag === '<tr>').length;
      if (rows !== (hover.rows.length === 0 ? 0 : hover.rows.length + 1)) return `makes ${rows} rows of ${hover.rows.length}`;
      const said = [hover.title, ...hover.rows.flat(), ...hover.notes].join('');
      return essence(text) === essence(said)
        ? undefined
        : `says ${JSON.stringify(essence(text))} instead of ${JSON.stringify(essence(said))}`;
    },
  };
}

/** Notifications and view messages: no link, no command, no reversed text. */
export function notifications(texts: typeof Texts): Subject {
  return {
    name: 'notifications',
    weight: 9,
    draw: (random) => hostileText(random, 6),
    check: (text) => {
      for (const notice of texts.notices(text)) {
        const [link] = linksIn(notice);
        if (link !== undefined) return `makes a link to ${link.href}`;
        const turning = firstOf(notice, isUnseen);
        if (turning !== undefined) return `still has ${turning} in ${JSON.stringify(notice)}`;
      }
      return undefined;
    },
  };
}
