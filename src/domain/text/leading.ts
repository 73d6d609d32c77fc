/** What stands first for a security in the rows of every view. */
export const leadings = ['name', 'symbol'] as const;
export type Leading = (typeof leadings)[number];

/** The two texts of a security as they stand in a row; the second is empty if there is only one. */
export function inOrder(first: Leading, { name, symbol }: { readonly name: string; readonly symbol: string }): readonly [string, string] {
  if (name === '' || symbol === '') return [name === '' ? symbol : name, ''];
  return first === 'name' ? [name, symbol] : [symbol, name];
}
