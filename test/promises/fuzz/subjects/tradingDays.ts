import type { Random } from '../../random';
import { firstOf, isUnseen } from '../characters';
import type * as Texts from '../editor/texts';
import { hostileText } from '../hostileText';
import { essence } from './segments';
import type { Subject } from '../subject';

interface Page {
  readonly market: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((text) => typeof text === 'string');

function isPage(value: unknown): value is Page {
  if (typeof value !== 'object' || value === null || !('market' in value && 'columns' in value && 'rows' in value)) return false;
  return typeof value.market === 'string' && isTexts(value.columns) && Array.isArray(value.rows) && value.rows.every(isTexts);
}

function parse(input: string): Page | undefined {
  try {
    const value: unknown = JSON.parse(input);
    return isPage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function draw(random: Random): string {
  const text = (): string => hostileText(random, 4);
  const width = random.integer(1, 3);
  const row = (): readonly string[] => Array.from({ length: width }, text);
  return JSON.stringify({ market: text(), columns: row(), rows: Array.from({ length: random.integer(0, 3) }, row) });
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const readEntities = (html: string): string => html.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);

/** The page without its texts: what a parser would turn into elements. */
function skeletonOf(html: string): string {
  return (html.match(/<[^>]*>?/g) ?? []).join('');
}

function cellsOf(html: string): readonly string[] {
  return [...html.matchAll(/<(?:td|th scope="col")>([^<]*)<\/t[dh]>/g)].map(([, text = '']) => readEntities(text));
}

/** The page of trading days, generated as HTML text: the service's words may change only its texts, including its title. */
export function tradingDays(texts: typeof Texts): Subject {
  const plain = (rows: readonly string[]): readonly string[] => rows.map(() => 'x');
  return {
    name: 'pages of trading days',
    weight: 10,
    draw,
    check: (input) => {
      const page = parse(input);
      if (page === undefined) return undefined;
      const { html, title } = texts.tradingDaysPage(page.market, page.columns, page.rows);
      const harmless = texts.tradingDaysPage('x', plain(page.columns), page.rows.map(plain));
      if (skeletonOf(html) !== skeletonOf(harmless.html)) return 'the page has other elements than with harmless texts';
      const expected = [...page.columns, ...(page.rows.length === 0 ? [] : page.rows.flat())].map(essence);
      const said = cellsOf(html).map(essence);
      if (page.rows.length > 0 && page.columns.length > 0 && said.join('\n') !== expected.join('\n'))
        return `the cells say ${JSON.stringify(said)}`;
      const turning = [title, ...cellsOf(html)].map((text) => firstOf(text, isUnseen)).find((found) => found !== undefined);
      if (turning !== undefined) return `still has ${turning}`;
      return essence(title).includes(essence(page.market)) ? undefined : `is titled ${JSON.stringify(title)}`;
    },
  };
}
