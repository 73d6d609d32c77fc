/** Text of a table, or of the header above it. */
export type TextKind = 'text' | 'title';

/** A header is smaller and bolder, as in the grid's style sheet. */
const titleShare = 0.92;

/** @returns the width of a text in pixels, in the font of the page; a rough guess if nothing can be drawn. */
export function textWidth(text: string, kind: TextKind): number {
  const { fontFamily, fontSize } = getComputedStyle(document.body);
  const size = Number.parseFloat(fontSize) || 13;
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return text.length * size * 0.6;
  pen.font = kind === 'title' ? `600 ${String(size * titleShare)}px ${fontFamily}` : `${String(size)}px ${fontFamily}`;
  return pen.measureText(text).width;
}
