/** Who asked for a request: the user, a program, or the values of a command, both of which the user confirmed if it changes anything. */
export interface Asker {
  readonly kind: 'user' | 'program' | 'command';
  /** An agent chooses its own name, which nothing verifies; the editor’s chat has none. */
  readonly program?: 'agent' | 'chat' | 'extension' | undefined;
  readonly name?: string | undefined;
  /** The values were in a tab that the editor restored. */
  readonly isRestored?: boolean | undefined;
}
