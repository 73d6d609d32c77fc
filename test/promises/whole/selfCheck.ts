import type { Breach, ProofContext } from '../proof';

/**
 * Puts each planted fault whose turn it is into the program's world and expects the proof to notice it: a proof that cannot fail proves nothing.
 *
 * @returns a breach for each fault that went unnoticed.
 */
export async function blindSpots<T extends { readonly name: string }>(
  { plants: { index: first, of } }: Pick<ProofContext, 'plants'>,
  planted: readonly T[],
  notices: (plant: T) => Promise<boolean>,
): Promise<readonly (Breach & T)[]> {
  const blind: (Breach & T)[] = [];
  for (const plant of planted.filter((_, index) => (index + first) % of === 0)) {
    if (!(await notices(plant)))
      blind.push({ ...plant, summary: `the proof does not notice a planted fault: ${plant.name}`, replay: { planted: plant.name } });
  }
  return blind;
}
