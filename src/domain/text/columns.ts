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
  if (!wide.test(text)) return text.slice(0, Math.max(0, most));
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
  /** Of two texts, the one with the higher number becomes shorter first, and goes first. */
  readonly yields: number;
  /** It stays as it is until all others have gone. */
  readonly isEssential: boolean;
}

/**
 * Which form of each text is shown so that all of them fit; undefined for those that have to go. Each is shown whole or not at all, so that no
 * figure loses its end. First texts become shorter, then they go; the one that yields last stays whatever it takes.
 */
export function fitted(texts: readonly Shortening[], most: number): readonly (string | undefined)[] {
  const fits = texts.map(({ forms, before }) => ({ before, forms: [...forms] }));
  const width = (): number =>
    fits.reduce((sum, { before, forms: [text] }) => (text === undefined ? sum : sum + before + columnsOf(text)), 0);
  const inOrder = texts.map((text, at) => ({ ...text, fit: fits[at] })).sort((one, other) => other.yields - one.yields);
  for (const essential of [false, true]) {
    const some = inOrder.filter(({ isEssential }) => isEssential === essential);
    for (const { fit } of some) while (width() > most && (fit?.forms.length ?? 0) > 1) fit?.forms.shift();
    for (const { fit } of some) if (width() > most && fit !== inOrder.at(-1)?.fit) fit?.forms.shift();
  }
  return fits.map(({ forms: [text] }) => text);
}
