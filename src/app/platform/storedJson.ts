import * as v from 'valibot';

/** A schema that is made on its first use: making those of the whole program takes longer than reading its code. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** What a stored text says, where it is JSON of the expected shape; undefined where it is not, or where there is none. */
export function readStored<Schema extends v.GenericSchema>(schema: Schema, text: string | undefined): v.InferOutput<Schema> | undefined {
  if (text === undefined) return undefined;
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}
