export interface Variant {
  readonly path: string;
  readonly value: unknown;
  /** What is missing in the original, which may be of another kind than its type asks for. */
  readonly isGuessed?: true;
}

/** A map that has a text for every key. */
class GuessedMap extends Map<unknown, unknown> {
  override get(): unknown {
    return '7';
  }
}

/**
 * Every value that differs from this one in a single leaf, with the path of that leaf: texts get a digit more, numbers grow,
 * and what is true becomes false. What is undefined, and what an empty map does not tell, becomes a text. Objects of classes are
 * left alone.
 */
export function* variants(value: unknown, path = ''): Generator<Variant> {
  if (typeof value === 'string') yield { path, value: `${value}7` };
  else if (typeof value === 'number') yield { path, value: value + 1 };
  else if (typeof value === 'boolean') yield { path, value: !value };
  else if (value === undefined) yield { path, value: '7', isGuessed: true };
  else if (value instanceof Map) {
    if (value.size === 0) yield { path: `${path}.*`, value: new GuessedMap(), isGuessed: true };
    for (const [key, item] of value)
      for (const changed of variants(item, `${path}.${String(key)}`))
        yield { ...changed, value: new Map<unknown, unknown>([...value, [key, changed.value]]) };
  } else if (Array.isArray(value)) {
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
