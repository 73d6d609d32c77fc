import { isRecord } from '../../../panel/platform/messages';
import { subjectOf } from '../../platform/trees/treeModel';

/** The attempt of a row in the Orders view. */
export class AttemptSubject {
  constructor(readonly root: string) {}
}

/** The attempt that a command is about: that of a row, or the one that a page names by its root. */
export function attemptSubjectOf(argument: unknown): AttemptSubject | undefined {
  const subject = argument instanceof AttemptSubject ? argument : subjectOf(argument);
  if (subject instanceof AttemptSubject) return subject;
  return isRecord(argument) && typeof argument['root'] === 'string' ? new AttemptSubject(argument['root']) : undefined;
}
