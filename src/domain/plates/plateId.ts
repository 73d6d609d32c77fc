/** Why a text is not a plate identifier of the form `{market}.{code}`. */
export type PlateIdProblem = 'empty' | 'form' | 'characters' | 'too-long';
export type ParsedPlateId =
  | { readonly kind: 'plate'; readonly id: string; readonly market: string }
  | { readonly kind: 'problem'; readonly problem: PlateIdProblem };

const longest = 100;

/**
 * Reads a typed plate identifier (Spec, POST /api/v1.0/quote/plate/{plate_id}/stock). The market prefix is converted to capitals; the code is
 * kept as it is, whatever visible characters it has.
 */
export function parsePlateId(text: string): ParsedPlateId {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'problem', problem: 'empty' };
  if (trimmed.length > longest) return { kind: 'problem', problem: 'too-long' };
  if (/[\s\p{C}]/u.test(trimmed)) return { kind: 'problem', problem: 'characters' };
  const parts = /^([A-Za-z_]+)\.(.+)$/.exec(trimmed);
  const [market, code] = [parts?.[1], parts?.[2]];
  if (market === undefined || code === undefined) return { kind: 'problem', problem: 'form' };
  return { kind: 'plate', id: `${market.toUpperCase()}.${code}`, market: market.toUpperCase() };
}

/** The list with `moved` taken out and put before `before`, or at the end; ids that are not in the list change nothing. */
export function movePlates(ids: readonly string[], moved: readonly string[], before: string | undefined): readonly string[] {
  const taken = ids.filter((id) => moved.includes(id));
  if (taken.length === 0 || (before !== undefined && moved.includes(before))) return ids;
  const rest = ids.filter((id) => !moved.includes(id));
  const at = before === undefined ? -1 : rest.indexOf(before);
  return at < 0 ? [...rest, ...taken] : [...rest.slice(0, at), ...taken, ...rest.slice(at)];
}

/** The list with one plate moved one place up or down; the same list if it is already the first or last. */
export function stepPlate(ids: readonly string[], id: string, direction: 'up' | 'down'): readonly string[] {
  const at = ids.indexOf(id);
  const to = direction === 'up' ? at - 1 : at + 1;
  const other = ids[to];
  if (at < 0 || other === undefined) return ids;
  return ids.map((kept, index) => (index === at ? other : index === to ? id : kept));
}
