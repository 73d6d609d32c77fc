/**
 * Every value that differs from this one in a single leaf, with the path of that leaf: texts get a digit more, numbers grow,
 * and what is true becomes false. Objects of classes are left alone.
 */
export function* variants(value: unknown, path = ''): Generator<{ readonly path: string; readonly value: unknown }> {
  if (typeof value === 'string') yield { path, value: `${value}7` };
  else if (typeof value === 'number') yield { path, value: value + 1 };
  else if (typeof value === 'boolean') yield { path, value: !value };
  else if (value instanceof Map) {
    for (const [key, item] of value)
      for (const changed of variants(item, `${path}.${String(key)}`))
        yield { path: changed.path, value: new Map<unknown, unknown>([...value, [key, changed.value]]) };
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const changed of variants(item, `${path}[${String(at)}]`))
        yield { path: changed.path, value: value.map((before: unknown, other) => (other === at ? changed.value : before)) };
    }
  } else if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    for (const [key, item] of Object.entries(value)) {
      for (const changed of variants(item, `${path}.${key}`)) yield { path: changed.path, value: { ...value, [key]: changed.value } };
    }
  }
}
