/** Chinese characters, which take two columns of Latin letters. */
const wide = /[\u1100-\u11ff\u2e80-\uffe6]/;
const everyWide = new RegExp(wide, 'g');

/** The columns of Latin letters that a text takes: Chinese characters take two. */
export function columnsOf(text: string): number {
  return wide.test(text) ? text.length + (text.match(everyWide)?.length ?? 0) : text.length;
}

/** The beginning of a name that takes more columns than `most`, with an ellipsis: names become shorter so that figures don’t. */
export function nameWithin(name: string, most: number): string {
  if (columnsOf(name) <= most) return name;
  return `${beginning(name, most - 1).trimEnd()}…`;
}

function beginning(text: string, most: number): string {
  // No half of a surrogate pair may remain.
  if (!wide.test(text)) return text.slice(0, Math.max(0, most)).replace(/[\ud800-\udbff]$/, '');
  let [short, columns] = ['', 0];
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > most) break;
    short += character;
  }
  return short;
}

/** A text in several forms, from the longest to the shortest. */
export interface Shortening {
  readonly forms: readonly [string, ...string[]];
  /** Columns of what always stands before it. */
  readonly before: number;
  /** Of two texts of a rank, the one with the higher number becomes shorter first, and goes first. */
  readonly yields: number;
  /** An ordinary text is shortened before all others, an extra one is the first to go, and an essential one stays as it is until then. */
  readonly rank: 'extra' | 'ordinary' | 'essential';
}

/**
 * Which form of each text is shown so that all of them fit; undefined for those that have to go. Each is shown whole or not at all, so that no
 * figure loses its end. The one that yields last stays whatever it takes.
 */
export function fitted(texts: readonly Shortening[], most: number): readonly (string | undefined)[] {
  const fits = texts.map((text) => ({ ...text, at: 0 }));
  const shown = ({ forms, at }: (typeof fits)[number]): string | undefined => forms[at];
  const width = (): number =>
    fits.reduce((sum, fit) => {
      const text = shown(fit);
      return text === undefined ? sum : sum + fit.before + columnsOf(text);
    }, 0);
  const inOrder = [...fits].sort((one, other) => other.yields - one.yields);
  const shorten = (wanted: Shortening['rank']): void => {
    for (const fit of inOrder.filter(({ rank }) => rank === wanted)) while (width() > most && fit.at < fit.forms.length - 1) fit.at += 1;
  };
  const drop = (wanted: Shortening['rank']): void => {
    for (const fit of inOrder.filter(({ rank }) => rank === wanted))
      if (width() > most && fit !== inOrder.at(-1)) fit.at = fit.forms.length;
  };
  shorten('ordinary');
  shorten('extra');
  drop('extra');
  shorten('essential');
  drop('ordinary');
  drop('essential');
  // A form that is much shorter than the one before it leaves room for longer ones of others.
  for (const fit of inOrder.toReversed())
    while (fit.at > 0 && fit.at < fit.forms.length) {
      fit.at -= 1;
      if (width() <= most) continue;
      fit.at += 1;
      break;
    }
  return fits.map(shown);
}
