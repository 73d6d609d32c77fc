import { buildProgram } from '../../../scripts/build/program';
import type { Chunk } from '../../../scripts/build/program';

/** The tests of this folder share one process. */
const built: { program?: Promise<readonly Chunk[]> } = {};

/** The part of the extension that runs in the extension host, built once. */
export async function builtProgram(): Promise<readonly Chunk[]> {
  return (built.program ??= buildProgram());
}
