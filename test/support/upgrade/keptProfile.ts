/** What a version of the extension left behind: a file of test/fixtures/upgrade. */
export interface KeptProfile {
  /** As its package.json says. */
  readonly version: string;
  /** The machine's clock when it was closed, Unix milliseconds. */
  readonly wallMs: number;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The editor's global state. */
  readonly state: Readonly<Record<string, unknown>>;
  /** The editor's secret storage; in the place of a private key stands {@link privateKeyMark}. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Texts of files in the extension's storage, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** IDs of the orders that it sent changes of. */
  readonly orders: readonly string[];
}

export const privateKeyMark = '(private key)';
