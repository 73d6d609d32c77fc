/** Draws `count` nonces and counts the repeated ones by their first 64 bits: memory stays at 8 bytes per nonce, and a real repetition cannot be missed. */
export function countRepeatedNonces(count: number, draw: () => string): number {
  const heads = new BigUint64Array(count);
  for (let index = 0; index < count; index += 1) heads[index] = BigInt(`0x${draw().slice(0, 16)}`);
  heads.sort();
  let repeated = 0;
  for (let index = 1; index < count; index += 1) repeated += heads[index] === heads[index - 1] ? 1 : 0;
  return repeated;
}
