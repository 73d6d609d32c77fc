import { quotableName } from '../text/programName';

/** A program that may propose orders. An agent chooses its own name, which nothing verifies; the editor’s chat has none. */
export interface ProposingProgram {
  readonly kind: 'agent' | 'chat' | 'extension';
  readonly name: string;
}

/** A program in a line of the log. What it calls itself can’t end the quotation. */
export function loggedProgram({ kind, name }: ProposingProgram): string {
  return kind === 'chat' ? 'the editor’s chat' : `the ${kind} “${quotableName(name)}”`;
}

/** Who filled in an order: it stands in the form, in the last question, and in the journal. Left out, the user did. */
export interface OrderOrigin {
  /** `command`: values that another extension, a task, or a keybinding brought. */
  readonly kind: 'user' | 'program' | 'command';
  readonly program?: ProposingProgram['kind'] | undefined;
  readonly name?: string | undefined;
  /** What a program asks for, where it isn’t what the form does. */
  readonly wants?: 'cancel' | undefined;
  /** The values were in a tab that the editor restored. */
  readonly isRestored?: boolean | undefined;
}

/** Who filled in an order, in a line of the log; left out, the user did. */
export function loggedOrigin({ kind, program = 'agent', name = '', isRestored = false }: OrderOrigin = { kind: 'user' }): string {
  const who =
    kind === 'program'
      ? `${loggedProgram({ kind: program, name })}, and the user`
      : kind === 'command'
        ? 'a command with values, and the user'
        : 'the user';
  return isRestored ? `${who}, in a restored tab` : who;
}
