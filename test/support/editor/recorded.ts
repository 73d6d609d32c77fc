/** Records a text that the editor is given to draw. @param surface - Where, such as `prompt`. */
export type Draws = (surface: string, text: string) => void;

/** The same object; values written to the given properties are recorded as drawn. */
export function recorded<T extends object>(target: T, surfaces: { readonly [K in keyof T]?: string }, draws: Draws | undefined): T {
  if (draws === undefined) return target;
  return new Proxy(target, {
    // Methods of classes with private members work only on the original object.
    get: (object, key) => {
      const value: unknown = Reflect.get(object, key, object);
      return typeof value === 'function' ? (value.bind(object) as unknown) : value;
    },
    set: (object, key, value: unknown) => {
      const surface = surfaces[key as keyof T];
      if (surface !== undefined) for (const text of textsIn(value)) draws(surface, text);
      return Reflect.set(object, key, value, object);
    },
  });
}

/** Every text in a value, however deep: list items, validation messages with a severity, badges. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  const known = ['label', 'description', 'detail', 'message', 'tooltip', 'title', 'value'];
  return Object.entries(value).flatMap(([key, part]) => (known.includes(key) ? textsIn(part) : []));
}
