/** A program that may propose orders. An agent chooses its own name, which nothing verifies; the editor’s chat has none. */
export interface ProposingProgram {
  readonly kind: 'agent' | 'chat' | 'extension';
  readonly name: string;
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
