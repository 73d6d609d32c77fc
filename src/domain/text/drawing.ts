const tag = /^<\/?(?:svg|g|path|rect|line|text|defs|clipPath)(?: (?!on|style|href|xlink)[A-Za-z][\w:-]*="[^"<>]*")*\/?>$/;

/** An SVG drawing that cannot run or load anything: shapes and texts with plain attributes. */
export function isDrawing(text: string): boolean {
  const tags = text.match(/<[^<>]*>/g) ?? [];
  return tags[0]?.startsWith('<svg ') === true && tags.every((one) => tag.test(one)) && !/[<>]/.test(text.replace(/<[^<>]*>/g, ''));
}
