import { InvalidInputError } from '../../../src/service/errors';

/** The wire field and the rule that an InvalidInputError names. */
export function refused(build: () => unknown): string {
  try {
    build();
  } catch (error) {
    if (error instanceof InvalidInputError) return `${error.field} ${typeof error.rule === 'string' ? error.rule : error.rule.kind}`;
    throw error;
  }
  return 'accepted';
}
