import * as v from 'valibot';

/** A schema that is created on first use: creating all of the program's schemas takes longer than loading its code. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The content of a stored text if it is JSON of the expected shape; undefined otherwise, or if there is none. */
export function readStored<Schema extends v.GenericSchema>(schema: Schema, text: string | undefined): v.InferOutput<Schema> | undefined {
  if (text === undefined) return undefined;
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}
