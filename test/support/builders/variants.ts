export interface Variant {
  readonly path: string;
  readonly value: unknown;
  /** Set for a value that is missing in the original and may be of another type than declared. */
  readonly isGuessed?: true;
}

/** A stand-in for a record whose fields are all texts. */
const anyRecord: unknown = new Proxy({}, { get: (_record, field) => (typeof field === 'string' ? '7' : undefined) });
/** Values tried where the original has none. */
const guesses: readonly unknown[] = ['7', anyRecord];

/** A map with the same value for every key. */
class GuessedMap extends Map<unknown, unknown> {
  constructor(readonly guess: unknown) {
    super();
  }

  override get(): unknown {
    return this.guess;
  }
}

/**
 * Every value that differs from this one in a single leaf, with the path of that leaf: texts get another digit, numbers grow, and booleans
 * are flipped. Undefined values, and the contents of empty maps and lists, become a text and a record of texts. Instances of classes are
 * left alone.
 */
export function* variants(value: unknown, path = ''): Generator<Variant> {
  if (typeof value === 'string') yield { path, value: `${value}7` };
  else if (typeof value === 'number') yield { path, value: value + 1 };
  else if (typeof value === 'boolean') yield { path, value: !value };
  else if (value === undefined) yield* guesses.map((guess) => ({ path, value: guess, isGuessed: true }) as const);
  else if (value instanceof Map) {
    if (value.size === 0) yield* guesses.map((guess) => ({ path: `${path}.*`, value: new GuessedMap(guess), isGuessed: true }) as const);
    for (const [key, item] of value)
      for (const changed of variants(item, `${path}.${String(key)}`))
        yield { ...changed, value: new Map<unknown, unknown>([...value, [key, changed.value]]) };
  } else if (Array.isArray(value)) {
    if (value.length === 0) yield* guesses.map((guess) => ({ path: `${path}[]`, value: [guess], isGuessed: true }) as const);
    for (const [at, item] of value.entries()) {
      for (const changed of variants(item, `${path}[${String(at)}]`))
        yield { ...changed, value: value.map((before: unknown, other) => (other === at ? changed.value : before)) };
    }
  } else if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    for (const [key, item] of Object.entries(value)) {
      for (const changed of variants(item, `${path}.${key}`)) yield { ...changed, value: { ...value, [key]: changed.value } };
    }
  }
}
