import type { NodeModel } from '../../../src/ui/platform/trees/treeModel';

/**
 * Pixels of the editor’s rows, as measured: what stands before and after the texts, with the mark where more is cut off; the space between
 * them; and how much smaller the second one is.
 */
const row = { edges: 49 + 20 + 12, step: 8, between: 6.5, smaller: 0.9 } as const;

/** Characters of DejaVu Sans, a wide font, by their width in ems. */
const widths: readonly (readonly [characters: string, ems: number])[] = [
  [' ,.·', 0.318],
  ['0123456789', 0.636],
  ['+−', 0.838],
  ['%', 0.95],
  ['…@', 1],
  ['()', 0.39],
  ['IJijl', 0.295],
  ['frt-/', 0.411],
  ['ELFPTY', 0.632],
  ['ABCKRSVXZ', 0.698],
  ['DGHNOQU&', 0.787],
  ['w', 0.818],
  ['M', 0.863],
  ['Wm', 0.989],
];

/** The width of a text of 13 pixels in a wide font. */
function wideWidth(text: string): number {
  const em = (character: string): number => {
    if (character > '\u3000') return 1;
    return widths.find(([characters]) => characters.includes(character))?.[1] ?? 0.635;
  };
  return Array.from(text).reduce((sum, character) => sum + 13 * em(character), 0);
}

/**
 * The rows of which a side bar cuts off what has to be whole.
 *
 * @param whole - Of a description, the beginning that has to be seen; rows without it are left out.
 */
export function cutRows(rows: readonly NodeModel[], width: number, whole: RegExp, depth = 1): readonly string[] {
  return rows.flatMap((each) => {
    const { label, description } = each.item();
    const name = typeof label === 'string' ? label : '';
    const seen = whole.exec(typeof description === 'string' ? description : '')?.[0] ?? '';
    const pixels = wideWidth(name) + row.between + row.smaller * wideWidth(seen);
    const below = cutRows(each.children ?? [], width, whole, depth + 1);
    return [...(seen !== '' && pixels > width - row.edges - row.step * depth ? [`${name} ${seen}`] : []), ...below];
  });
}
