import type { Asker } from '../../service/requests/asker';
import { quotableName } from '../text/programName';

/** A program that may propose orders. */
export interface ProposingProgram {
  readonly kind: NonNullable<Asker['program']>;
  readonly name: string;
}

/** What a program asks for. */
export function askerOf({ kind, name }: ProposingProgram): Asker {
  return { kind: 'program', program: kind, name };
}

/** Who filled in an order: it stands in the form, in the last question, and in the journal. Left out, the user did. */
export interface OrderOrigin extends Asker {
  /** What a program asks for, where it isn’t what the form does. */
  readonly wants?: 'cancel' | undefined;
}

/** Who asked, in a line of the log. What a program calls itself can’t end the quotation. A write was confirmed by the user, whoever asked. */
export function loggedAsker({ kind, program = 'agent', name = '', isRestored = false }: Asker, act: 'read' | 'write'): string {
  const others = {
    program: program === 'chat' ? 'the editor’s chat' : `the ${program} “${quotableName(name)}”`,
    command: 'a command with values',
  };
  const who = kind === 'user' ? 'the user' : `${others[kind]}${act === 'read' ? '' : ', and the user'}`;
  return isRestored ? `${who}, in a restored tab` : who;
}
