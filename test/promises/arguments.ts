import { parseArgs } from 'node:util';

export const usage = `Tries to break the promises of the product and prints what was found.

  npm run promises                     all, with the full counts
  npm run promises -- --quick          a sample of each
  npm run promises -- --only N         one promise (may be repeated)
    --seed S                           seed of everything left to chance (default 1)
    --runs R                           how many cases
    --from C                           number of the first case (default 0)
    --part N/M                         every Mth proof, from the Nth on: several processes share the work
    --no-build                         drive what is in dist/

Exit status: 0 when all hold, 1 on a breach, 2 for wrong arguments.
`;

export interface ProofOptions {
  readonly only: readonly number[];
  readonly seed: number;
  readonly runs: number | undefined;
  readonly from: number;
  readonly quick: boolean;
  readonly isBuilt: boolean;
  /** Of the proofs, every `of`th one, from the one with this index on. */
  readonly part: { readonly index: number; readonly of: number };
}

export type ParsedArguments =
  | { readonly kind: 'options'; readonly options: ProofOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

/** Parses the command line; `known` holds the numbers of the promises. */
export function readArguments(args: readonly string[], known: readonly number[]): ParsedArguments {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        seed: { type: 'string', default: '1' },
        runs: { type: 'string' },
        from: { type: 'string', default: '0' },
        part: { type: 'string', default: '1/1' },
        'no-build': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { kind: 'help' };
    const only = values.only.map(whole);
    const strange = only.find((number) => !known.includes(number));
    if (strange !== undefined) throw new Error(`no such promise: ${strange}`);
    const runs = values.runs === undefined ? undefined : whole(values.runs);
    if (runs === 0) throw new Error('at least one run');
    const [, at = '', of = ''] = /^(\d+)\/(\d+)$/.exec(values.part) ?? [];
    const part = { index: whole(at) - 1, of: whole(of) };
    if (part.index < 0 || part.index >= part.of) throw new Error(`no such part: ${values.part}`);
    return {
      kind: 'options',
      options: { only, seed: whole(values.seed), runs, from: whole(values.from), quick: values.quick, isBuilt: values['no-build'], part },
    };
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
}

function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error(`not a whole number: ${text}`);
  return Number(text);
}
